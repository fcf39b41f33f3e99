import { ARTIFACT_KINDS } from './artifact-kinds.ts';
import { array, boolean, type Infer, nullable, number, object, oneOf, string } from './schema.ts';
import { QUESTION_OUTCOMES } from './tools.ts';

/** A source, cited by its position. `icon`: signed URL of its site's icon; never stored. `published`: `YYYY-MM-DD`. */
export const source = object(
  { id: string, title: string, url: string, snippet: string },
  { icon: string, published: string },
);
/** `preview`: signed URL of the image on our server, the only one that the page loads itself; never stored. */
export const image = object({ url: string, alt: string, caption: string, source: string }, { preview: string });

export const QUESTION_CATEGORIES = ['comparison', 'deeper', 'practical', 'other'] as const;
export const relatedQuestion = object({ id: string, text: string, category: oneOf(QUESTION_CATEGORIES) });

/** A file of the person that a program wrote. */
export const stepFile = object({ id: string, name: string, type: string, size: number });

/** The call of a tool of a connected server. `arguments`: JSON. */
const toolCall = object({ serverId: string, server: string, tool: string, title: string, arguments: string });

/**
 * What the reply waits for: `approval` of the step's call, or a `form` that the server wants to be filled in. `schema`:
 * JSON Schema of the form's fields, as JSON. `expiresAt`: ISO 8601. `outcome` null: open.
 */
const toolQuestion = object(
  {
    id: string,
    kind: oneOf(['approval', 'form']),
    message: string,
    expiresAt: string,
    outcome: nullable(oneOf(QUESTION_OUTCOMES)),
  },
  { schema: string },
);

/**
 * A part of what a tool returned. `text` has the text, the JSON of `data`, or the name of what is linked. `url` of an
 * image is signed and never stored; its bytes are those of the file.
 */
const toolPart = object(
  { kind: oneOf(['text', 'data', 'image', 'file', 'link']), text: string },
  { url: string, fileId: string, mimeType: string },
);

const toolProgress = object({ done: number, total: nullable(number), message: string });

/**
 * A step of an agent in the timeline; a later step with the same id replaces it. `label`: what is done, in the present
 * tense; `target`: the query or site; `output`: the reason of a failure, or the output of code. A step of kind `tool`
 * has a `call`; one that is `waiting` an open `question`; `language` is that of the code, JavaScript when absent.
 */
export const step = object(
  {
    id: string,
    kind: oneOf(['route', 'think', 'search', 'read', 'code', 'note', 'tool']),
    label: string,
    target: nullable(string),
    state: oneOf(['running', 'waiting', 'done', 'failed']),
    output: nullable(string),
    code: nullable(string),
  },
  {
    call: toolCall,
    question: toolQuestion,
    progress: toolProgress,
    parts: array(toolPart),
    language: oneOf(['javascript', 'python']),
    files: array(stepFile),
  },
);

/**
 * The result of the citation check: `supported` of `checked` sentences. `index` counts the marks of the text from 0;
 * `source` is the cited number; `passage` is the supporting part of the source and `sentence` the sentence of it that
 * decides; `closest` of an unsupported mark is the sentence of the source that comes closest, as far as there is one.
 * `byModel`: a model judged it, not the rules alone. `page`: of the source, where it is a document with pages.
 */
export const citations = object({
  checked: number,
  supported: number,
  marks: array(
    object(
      { index: number, source: number, supported: boolean, passage: string },
      { closest: string, sentence: string, byModel: boolean, page: number },
    ),
  ),
});

/** A sentence that was changed after the citation check; `at`: where it began, in characters of the first text. */
export const correction = object({ at: number, before: string, after: string });

/**
 * The model that was asked, where another one answers: its messages of the day are used up (`limit`, until `resetsAt`,
 * as ISO 8601), the account has none with it (`no-access`), or it failed (`failure`).
 */
export const insteadOf = object({
  model: string,
  reason: oneOf(['limit', 'no-access', 'failure']),
  resetsAt: nullable(string),
});

/** `text` is Markdown; collapsible sections are closed at first. */
const documentSection = object({
  kind: oneOf(['reasoning', 'stepByStep', 'toolAction', 'answer', 'code', 'heading', 'content']),
  title: nullable(string),
  text: string,
  collapsible: boolean,
});

/** A reply as a document, built when it ends. `time` is ISO 8601; at most 5 key points and 5 summary points. */
export const replyDocument = object({
  title: string,
  time: string,
  sections: array(documentSection),
  keyPoints: array(string),
  academicSummary: array(string),
});

/**
 * A version of an artifact that the person wrote, as a whole. It comes after all that the answer made; `at`: ISO
 * 8601. See own-version.ts.
 */
export const ownVersion = object({
  id: string,
  artifactId: string,
  kind: oneOf(ARTIFACT_KINDS),
  source: string,
  at: string,
});

/** Everything of a reply except its text. */
export const replyDetails = object(
  {
    steps: array(step),
    thinking: string,
    sources: array(source),
    images: array(image),
    citations: nullable(citations),
    /** In the order of the text. */
    corrections: array(correction),
    document: nullable(replyDocument),
    relatedQuestions: array(relatedQuestion),
    /** Summary of its web sources, as Markdown. */
    synthesis: string,
    insteadOf: nullable(insteadOf),
  },
  /** Oldest first. */
  { ownVersions: array(ownVersion) },
);

export type Source = Infer<typeof source>;
export type Image = Infer<typeof image>;
export type RelatedQuestion = Infer<typeof relatedQuestion>;
export type StepFile = Infer<typeof stepFile>;
export type Step = Infer<typeof step>;
export type ToolPart = Infer<typeof toolPart>;
export type Citations = Infer<typeof citations>;
export type Correction = Infer<typeof correction>;
export type DocumentSection = Infer<typeof documentSection>;
export type InsteadOf = Infer<typeof insteadOf>;
export type OwnVersion = Infer<typeof ownVersion>;
export type ReplyDocument = Infer<typeof replyDocument>;
export type ReplyDetails = Infer<typeof replyDetails>;

/** A verdict alone: nothing of the text of its source. */
export const withoutQuotes = ({
  index,
  source,
  supported,
}: Citations['marks'][number]): Citations['marks'][number] => ({
  index,
  source,
  supported,
  passage: '',
});

export const NO_DETAILS: ReplyDetails = {
  steps: [],
  thinking: '',
  sources: [],
  images: [],
  citations: null,
  corrections: [],
  document: null,
  relatedQuestions: [],
  synthesis: '',
  insteadOf: null,
};
