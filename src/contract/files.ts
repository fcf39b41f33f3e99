import { z } from 'zod';

import { success, text, time } from './common.ts';
import { route } from './route.ts';

const embeddingStatus = z.enum(['completed', 'pending', 'failed', 'disabled']);

/** A stored file. Fields from `embeddingError` on are ours. */
export const file = z.object({
  id: z.string(),
  name: z.string(),
  size: z.number().int(),
  type: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  embedded: z.boolean(),
  embeddingStatus,
  chunkCount: z.number().int(),
  accessCount: z.number().int(),
  embeddingError: z.string().nullable(),
  createdAt: time,
  /** `chat`: attached to a message, and removed at `expiresAt`. */
  purpose: z.enum(['permanent', 'chat']),
  expiresAt: time.nullable(),
});

const fileId = z.strictObject({ id: z.string().max(64) });

/** Multipart form with one field `file`. */
export const uploadToChat = route({
  method: 'post',
  path: '/api/ai/upload',
  summary: 'Attach a file to the next message; it expires',
  access: 'user',
  reply: z.object({
    id: z.string(),
    name: z.string(),
    type: z.string(),
    size: z.number().int(),
    expiresAt: time.nullable(),
  }),
  status: 201,
  multipart: [],
});

/** A passage of a file's text. Rows of a table are lines with cells separated by ` | `. */
const textBlock = z.object({
  kind: z.enum(['heading', 'text', 'code', 'table']),
  text: z.string(),
  level: z.number().int(),
});

/**
 * `content` is base64: a file is never served directly. Ours: `content=false` returns the metadata only, and
 * `content=text` the extracted text; `content` is then empty.
 */
export const getFile = route({
  method: 'get',
  path: '/api/ai/files/:id',
  summary: 'One own file with its bytes',
  access: 'user',
  params: fileId,
  query: z.strictObject({ content: z.enum(['true', 'false', 'text']).default('true') }),
  reply: z.object({
    id: z.string(),
    name: z.string(),
    type: z.string(),
    size: z.number().int(),
    content: z.string(),
    /** `cut`: the file has more text. */
    text: z.object({ blocks: z.array(textBlock), cut: z.boolean() }).optional(),
  }),
});

const page = z.coerce.number().int().min(1);

export const listFiles = route({
  method: 'get',
  path: '/api/files',
  summary: 'The permanent files of this account',
  access: 'user',
  query: z.strictObject({
    page: page.max(100_000).default(1),
    limit: page.max(100).default(20),
    search: text(200).default(''),
    tag: text(60).default(''),
    embedded: z.enum(['true', 'false']).optional(),
    /** Ours: also the files attached to messages, since they count against the same limits. */
    attachments: z.enum(['true', 'false']).default('false'),
  }),
  reply: z.object({
    files: z.array(file),
    /** Totals of all own files, and (ours) their limits; -1 means no limit. */
    usage: z.object({
      totalFiles: z.number().int(),
      totalSize: z.number(),
      maxFiles: z.number().int(),
      maxSize: z.number(),
      maxFileSize: z.number(),
    }),
    pagination: z.object({
      page: z.number().int(),
      limit: z.number().int(),
      total: z.number().int(),
      pages: z.number().int(),
    }),
    /** Ours: every tag of the account's files. */
    tags: z.array(z.string()),
    /** Ours: false when this account may only read and delete. */
    mayUpload: z.boolean(),
  }),
});

/** Multipart form: `file`, `description`, `tags` (a list with commas), `enableEmbedding` (`true` or `false`). */
export const uploadFile = route({
  method: 'post',
  path: '/api/files/upload',
  summary: 'Store a file',
  access: 'user',
  reply: z.object({ success: z.literal(true), file }),
  status: 201,
  multipart: ['description', 'tags', 'enableEmbedding'],
});

export const deleteFile = route({
  method: 'delete',
  path: '/api/files/:id',
  summary: 'Delete an own file with its bytes, chunks and vectors',
  access: 'user',
  params: fileId,
  reply: success,
});

export const reEmbedFile = route({
  method: 'post',
  path: '/api/files/:id/re-embed',
  summary: 'Embed a failed or disabled file again',
  access: 'user',
  params: fileId,
  reply: z.object({ success: z.literal(true), file }),
  status: 202,
});

/**
 * `imageData`: base64 or a data URL; optional with the `fileId` of an own image. The description is stored with the own
 * files of the same content.
 */
export const processImage = route({
  method: 'post',
  path: '/api/external/process-image',
  summary: 'What a vision model sees in an image',
  access: 'user',
  body: z.strictObject({
    imageData: z.string().min(1).optional(),
    fileName: text(500),
    mimeType: text(100),
    analysisType: z.literal('general').default('general'),
    /** Ours: an uploaded image, instead of sending its bytes again. */
    fileId: z.string().max(64).optional(),
  }),
  reply: z.object({ description: z.string() }),
  bodyLimit: 72 * 1024 * 1024,
});

/** Ours: a missing file id is a validation error and not an unknown call. */
export const deleteFileWithoutId = route({
  method: 'delete',
  path: '/api/files',
  summary: 'Refused: a file has to be named',
  access: 'user',
  reply: success,
});

export const reEmbedFileWithoutId = route({
  method: 'post',
  path: '/api/files/re-embed',
  summary: 'Refused: a file has to be named',
  access: 'user',
  reply: success,
});

/** Ours: the retrieval behind a reply; null for a reply without files. */
export const explainAnswer = route({
  method: 'get',
  path: '/api/ai/replies/:id/retrieval',
  summary: 'Which chunks were considered for a reply, how they ranked and what the model was given',
  access: 'user',
  params: z.strictObject({ id: z.string().max(64) }),
  reply: z.object({
    retrieval: z
      .object({
        query: z.string(),
        /** False: only keywords were searched. */
        vectors: z.boolean(),
        considered: z.array(
          z.object({
            fileId: z.string(),
            fileName: z.string(),
            page: z.number().int().nullable(),
            heading: z.string(),
            excerpt: z.string(),
            /** Rank by keywords and by vectors, from 1; null: not found. */
            keywordRank: z.number().int().nullable(),
            vectorRank: z.number().int().nullable(),
            score: z.number(),
            /** Whether the model got it. */
            given: z.boolean(),
            /** Its number in the citation marks `[n]`. */
            source: z.number().int().nullable(),
          }),
        ),
        /** Files that were read whole or could not be read, with the reason. */
        files: z.array(
          z.object({
            fileId: z.string(),
            fileName: z.string(),
            how: z.enum(['whole', 'beginning', 'passages', 'description', 'nothing']),
            note: z.string(),
          }),
        ),
      })
      .nullable(),
  }),
});

export type File = z.output<typeof file>;
