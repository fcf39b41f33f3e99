import { array, boolean, type Infer, nullable, number, object, oneOf, string } from './schema.ts';

/** What carries an answer, under the number of its mark. `icon`: our signed address of its site's icon; never stored. */
export const source = object({ id: string, title: string, url: string, snippet: string }, { icon: string });
/** `preview`: our own address of the picture, the only one that the page loads by itself; never stored. */
export const image = object({ url: string, alt: string, caption: string, source: string }, { preview: string });

export const QUESTION_CATEGORIES = ['comparison', 'deeper', 'practical', 'other'] as const;
export const relatedQuestion = object({ id: string, text: string, category: oneOf(QUESTION_CATEGORIES) });

/**
 * One thing that an agent did, as the timeline shows it; a later step with the same id replaces the earlier one. `label`
 * says what is done, in the present tense; `target` is the query or the site; `output` is why it failed, or what the
 * code printed.
 */
export const step = object({
  id: string,
  kind: oneOf(['route', 'think', 'search', 'read', 'code', 'note']),
  label: string,
  target: nullable(string),
  state: oneOf(['running', 'done', 'failed']),
  output: nullable(string),
  code: nullable(string),
});

/**
 * What was checked of the marks `[n]`: `supported` of `checked` sentences hold. `index` counts the marks of the text from
 * 0; `source` is the number in the mark; `passage` is the part of the source that carries the sentence.
 */
export const citations = object({
  checked: number,
  supported: number,
  marks: array(object({ index: number, source: number, supported: boolean, passage: string })),
});

/** `text` is Markdown; what is collapsible is shown folded at first. */
const documentSection = object({
  kind: oneOf(['reasoning', 'stepByStep', 'toolAction', 'answer', 'code', 'heading', 'content']),
  title: nullable(string),
  text: string,
  collapsible: boolean,
});

/** A reply set as a document; made when the reply ends. `time` is ISO 8601; at most 5 key points and 5 summary points. */
export const replyDocument = object({
  title: string,
  time: string,
  sections: array(documentSection),
  keyPoints: array(string),
  academicSummary: array(string),
});

/** All that a reply has besides its text. */
export const replyDetails = object({
  steps: array(step),
  thinking: string,
  sources: array(source),
  images: array(image),
  citations: nullable(citations),
  document: nullable(replyDocument),
  relatedQuestions: array(relatedQuestion),
  /** What its web sources say in short, as Markdown. */
  synthesis: string,
});

export type Source = Infer<typeof source>;
export type Image = Infer<typeof image>;
export type RelatedQuestion = Infer<typeof relatedQuestion>;
export type Step = Infer<typeof step>;
export type Citations = Infer<typeof citations>;
export type DocumentSection = Infer<typeof documentSection>;
export type ReplyDocument = Infer<typeof replyDocument>;
export type ReplyDetails = Infer<typeof replyDetails>;

export const NO_DETAILS: ReplyDetails = {
  steps: [],
  thinking: '',
  sources: [],
  images: [],
  citations: null,
  document: null,
  relatedQuestions: [],
  synthesis: '',
};
