import { z } from 'zod';

import { image, relatedQuestion, shownSource, time } from './primitives.ts';

/** One thing that an agent did, as the timeline shows it. A later step with the same id replaces the earlier one. */
const step = z.object({
  id: z.string(),
  kind: z.enum(['route', 'think', 'search', 'read', 'code', 'note']),
  /** What is done, in the present tense: `Searching the web`. */
  label: z.string(),
  /** The query, the site, or nothing. */
  target: z.string().nullable(),
  state: z.enum(['running', 'done', 'failed']),
  /** Why it failed, in words; or what the code printed. */
  output: z.string().nullable(),
  /** The code that was run. */
  code: z.string().nullable(),
});

/**
 * What was checked of the marks `[n]`. `index` counts the marks of the text from 0; `source` is the number in the mark;
 * `passage` is the part of the source that carries the sentence.
 */
export const citations = z.object({
  checked: z.number().int(),
  supported: z.number().int(),
  marks: z.array(
    z.object({ index: z.number().int(), source: z.number().int(), supported: z.boolean(), passage: z.string() }),
  ),
});

const documentSection = z.object({
  kind: z.enum(['reasoning', 'stepByStep', 'toolAction', 'answer', 'code', 'heading', 'content']),
  title: z.string().nullable(),
  /** Markdown. */
  text: z.string(),
  /** Shown folded at first. */
  collapsible: z.boolean(),
});

/** A reply set as a document; made on the server when the reply ends. */
export const replyDocument = z.object({
  title: z.string(),
  time,
  sections: z.array(documentSection),
  keyPoints: z.array(z.string()).max(5),
  academicSummary: z.array(z.string()).max(5),
});

/** All that a reply has besides its text. */
export const replyDetails = z.object({
  steps: z.array(step),
  thinking: z.string(),
  sources: z.array(shownSource),
  images: z.array(image),
  citations: citations.nullable(),
  document: replyDocument.nullable(),
  relatedQuestions: z.array(relatedQuestion),
});

export type Step = z.output<typeof step>;
export type Citations = z.output<typeof citations>;
export type ReplyDocument = z.output<typeof replyDocument>;
export type DocumentSection = z.output<typeof documentSection>;
export type ReplyDetails = z.output<typeof replyDetails>;
