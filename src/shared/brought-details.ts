import { z } from 'zod';

import { ARTIFACT_KINDS } from './artifact-kinds.ts';
import { MAX_ARTIFACT_LENGTH } from './artifact.ts';
import { ARTIFACT_ID, MAX_OWN_VERSIONS } from './own-version.ts';
import { NO_DETAILS, QUESTION_CATEGORIES, type ReplyDetails } from './reply-details.ts';
import { MAX_IMAGES, MAX_WEB_SOURCES } from './reply-state.ts';
import { text } from './text.ts';

/* What a client or a file may bring of a chat: the shapes of replies, with limits. */

export const MAX_BROUGHT_QUESTIONS = 8;
/** Sources and images in the lists of a chat. */
export const MAX_CHAT_LISTED = 6;

export const messageId = z
  .string()
  .regex(/^[\w.:-]{1,64}$/, 'must be 1 to 64 characters of A-Z, a-z, 0-9, _ . : and -');
export const source = z.object({
  id: z.string().max(64),
  title: text(500),
  url: text(2048),
  snippet: text(2000),
});
export const image = z.object({
  url: text(2048),
  alt: text(500),
  caption: text(500),
  source: text(2048),
});
export const relatedQuestion = z.object({
  id: z.string().max(64),
  text: text(500),
  category: z.enum(QUESTION_CATEGORIES),
});

const ownVersionFields = {
  id: messageId.describe('Chosen by the client; the same one again changes nothing'),
  artifactId: z
    .string()
    .regex(ARTIFACT_ID, 'must be the id of an artifact')
    .describe('Of the artifact, as the prompt and exports have it'),
  kind: z.enum(ARTIFACT_KINDS).describe('What the artifact is'),
  source: text(MAX_ARTIFACT_LENGTH).describe('Its whole text'),
};
const isOfKind = ({ artifactId, kind }: { readonly artifactId: string; readonly kind: string }): boolean =>
  artifactId.startsWith(`${kind}-`);
const KIND_FAULT = { message: 'must begin with the kind', path: ['artifactId'] };

export const ownVersionInput = z.strictObject(ownVersionFields).refine(isOfKind, KIND_FAULT);

const webUrl = text(2048).regex(/^https?:\/\//i, 'must be a web address');
const webSource = source.extend({
  id: source.shape.id.describe('As the answer was told with it'),
  title: source.shape.title.describe('Title of the page'),
  url: webUrl.describe('Its web address'),
  snippet: source.shape.snippet.describe('What the search showed of it'),
});
const webImage = image.extend({
  url: webUrl.describe('Its web address'),
  alt: image.shape.alt.describe('What it shows'),
  caption: image.shape.caption.describe('Text under it'),
  source: webUrl.or(z.literal('')).describe('Web address of its page; empty: unknown'),
});
const broughtQuestion = relatedQuestion.extend({
  id: relatedQuestion.shape.id.describe('As the answer was told with it'),
  text: relatedQuestion.shape.text.describe('The question'),
  category: relatedQuestion.shape.category.describe('What it is for'),
});

const MAX_STEPS = 200;
const MAX_THINKING = 200_000;
const MAX_SYNTHESIS = 50_000;
const MAX_OUTPUT = 20_000;
const MAX_SEAL = 64;

/** Without calls of tools, files and questions: these lead to what is of one account. */
const broughtStep = z.object({
  id: text(64).describe('As the answer was told with it'),
  kind: z.enum(['route', 'think', 'search', 'read', 'code', 'note']).describe('What was done'),
  label: text(500).describe('The same in words'),
  target: text(2048).nullable().describe('The query or site; null: none'),
  state: z.enum(['done', 'failed']).describe('How it ended'),
  output: text(MAX_OUTPUT).nullable().describe('The reason of a failure, or the output of code; null: none'),
  code: text(MAX_OUTPUT).nullable().describe('The program that ran; null: none'),
  language: z.enum(['javascript', 'python']).exactOptional().describe('Of the program; absent: JavaScript'),
});

const broughtMark = z.object({
  index: z.number().int().describe('Its number in the text, from 0'),
  source: z.number().int().describe('The number of the cited source'),
  supported: z.boolean().describe('Whether the source supports the sentence'),
  passage: z.string().describe('The supporting part of the source'),
  closest: z.string().exactOptional().describe('The sentence of the source that comes closest'),
  sentence: z.string().exactOptional().describe('The sentence of the passage that decides'),
  byModel: z.boolean().exactOptional().describe('A model judged it'),
});
const broughtCitations = z.object({
  checked: z.number().int().describe('Sentences with a citation mark'),
  supported: z.number().int().describe('How many of them their source supports'),
  marks: z.array(broughtMark).max(500).describe('Every mark of the text in order'),
  seal: z.string().max(MAX_SEAL).exactOptional().describe('As the visitor’s answer was told with it'),
});
const broughtCorrection = z.object({
  at: z.number().int().describe('Where the sentence began'),
  before: z.string().describe('The sentence as it was'),
  after: z.string().describe('The sentence as it is'),
});

/** Of an answer. What an export has of files, and of servers with other limits, is left out and fails no import. */
export const broughtDetails = z.object({
  ownVersions: z
    .array(
      z
        .object({ ...ownVersionFields, at: z.iso.datetime().describe('When it was saved') })
        .refine(isOfKind, KIND_FAULT),
    )
    .max(MAX_OWN_VERSIONS)
    .optional()
    .describe('Of an answer: versions of artifacts that the person wrote, oldest first'),
  sources: z
    .array(webSource)
    .max(MAX_WEB_SOURCES)
    .optional()
    .catch(undefined)
    .describe('Of an answer from the web alone; ignored where one is no web source'),
  images: z
    .array(webImage)
    .max(MAX_IMAGES)
    .optional()
    .catch(undefined)
    .describe('Of an answer; ignored where one is no web image'),
  relatedQuestions: z
    .array(broughtQuestion)
    .max(MAX_BROUGHT_QUESTIONS)
    .optional()
    .catch(undefined)
    .describe('Of an answer'),
  steps: z
    .array(broughtStep)
    .max(MAX_STEPS)
    .optional()
    .catch(undefined)
    .describe('Of an answer; ignored where one called a tool of a server, or wrote files'),
  thinking: text(MAX_THINKING).optional().catch(undefined).describe('Thoughts of the model'),
  synthesis: text(MAX_SYNTHESIS).optional().catch(undefined).describe('A summary of the web sources, as Markdown'),
  citations: broughtCitations
    .nullish()
    .catch(undefined)
    .describe('Ignored unless this server has sealed them with this text, these sources and corrections'),
  corrections: z
    .array(broughtCorrection)
    .max(MAX_STEPS)
    .optional()
    .catch(undefined)
    .describe('Taken with the citations'),
});

export type BroughtDetails = {
  readonly [K in keyof z.output<typeof broughtDetails>]?: ReplyDetails[K & keyof ReplyDetails] | undefined;
};

/** Null when nothing was brought. Verdicts are not taken: the server vouches only for what it knows to be its own. */
export const toReplyDetails = (brought: BroughtDetails): ReplyDetails | null => {
  const { ownVersions = [], sources = [], images = [], relatedQuestions = [] } = brought;
  const { steps = [], thinking = '', synthesis = '' } = brought;
  const count = ownVersions.length + sources.length + images.length + relatedQuestions.length + steps.length;
  return count === 0 && thinking + synthesis === ''
    ? null
    : { ...NO_DETAILS, sources, images, relatedQuestions, ownVersions, steps, thinking, synthesis };
};
