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
});

export type BroughtDetails = {
  readonly [K in keyof z.output<typeof broughtDetails>]?: ReplyDetails[K & keyof ReplyDetails] | undefined;
};

/** Null when nothing was brought. The server vouches for nothing of it: there are no verdicts. */
export const toReplyDetails = (brought: BroughtDetails): ReplyDetails | null => {
  const { ownVersions = [], sources = [], images = [], relatedQuestions = [] } = brought;
  return ownVersions.length + sources.length + images.length + relatedQuestions.length === 0
    ? null
    : { ...NO_DETAILS, sources, images, relatedQuestions, ownVersions };
};
