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
  embeddingError: z.string().nullable().describe('Why embedding failed; null: it did not'),
  embeddingFailingSince: time.nullable().describe('Of a pending file: since when its attempts fail; null: they do not'),
  reading: z
    .object({
      page: z.number().int().describe('The page that is being read, from 1; 0: not begun'),
      pages: z.number().int().describe('How many the file has'),
    })
    .nullable()
    .describe('Of a scan whose pages are being read; null: none is'),
  embedding: z
    .object({
      state: z.enum(['waiting', 'reading', 'embedding']).describe('`reading`: its text is extracted'),
      before: z.number().int().describe('How many files of the same person are taken first'),
    })
    .nullable()
    .describe('In the list, of a pending file: how far its embedding is; else null'),
  createdAt: time,
  purpose: z.enum(['permanent', 'chat']).describe('`chat`: attached to a message'),
  expiresAt: time.nullable().describe('When it is removed; null: never'),
});

const fileId = z.strictObject({ id: z.string().max(64) });

/** Multipart form with one field `file`. */
export const uploadToChat = route({
  method: 'post',
  path: '/api/ai/upload',
  summary: 'Attach a file to the next message; it expires',
  access: 'user',
  scopes: ['chat'],
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

const textBlock = z.object({
  kind: z.enum(['heading', 'text', 'code', 'table']).describe('What the passage is'),
  text: z.string().describe('Its text; rows of a table are lines with cells separated by ` | `'),
  level: z.number().int().describe('Level of a heading; else 0'),
  page: z.number().int().nullable().describe('Its page or slide; null: the file has none'),
});

/** `content` is base64: a file is never served directly. */
export const getFile = route({
  method: 'get',
  path: '/api/ai/files/:id',
  summary: 'One own file with its bytes',
  access: 'user',
  scopes: ['read'],
  params: fileId,
  query: z.strictObject({
    content: z
      .enum(['true', 'false', 'text'])
      .default('true')
      .describe('`false`: without the bytes; `text`: with the extracted text instead'),
  }),
  reply: z.object({
    id: z.string(),
    name: z.string(),
    type: z.string(),
    size: z.number().int(),
    content: z.string(),
    text: z
      .object({
        blocks: z.array(textBlock).describe('Its passages in order'),
        cut: z.boolean().describe('The file has more text'),
      })
      .optional()
      .describe('The extracted text, with `content=text`'),
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
    attachments: z
      .enum(['true', 'false'])
      .default('false')
      .describe('Also the files attached to messages, which count against the same limits'),
  }),
  reply: z.object({
    files: z.array(file),
    /** Of all own files. */
    usage: z.object({
      totalFiles: z.number().int(),
      totalSize: z.number(),
      maxFiles: z.number().int().describe('Files that may be stored; -1: no limit'),
      maxSize: z.number().describe('Bytes that may be stored; -1: no limit'),
      maxFileSize: z.number().describe('Bytes of one file; -1: no limit'),
    }),
    pagination: z.object({
      page: z.number().int(),
      limit: z.number().int(),
      total: z.number().int(),
      pages: z.number().int(),
    }),
    tags: z.array(z.string()).describe('Every tag of the account’s files'),
    mayUpload: z.boolean().describe('False: this account may only read and delete files'),
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
  audit: ['file.delete'],
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
  scopes: ['chat'],
  body: z.strictObject({
    imageData: z.string().min(1).optional(),
    fileName: text(500),
    mimeType: text(100),
    analysisType: z.literal('general').default('general'),
    fileId: z.string().max(64).optional().describe('An uploaded image, instead of sending its bytes again'),
  }),
  reply: z.object({ description: z.string() }),
  bodyLimit: 72 * 1024 * 1024,
});

/** A missing file id is a validation error and not an unknown call. */
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

/** An empty id matches no parameter of a path. */
export const reEmbedFileWithEmptyId = route({ ...reEmbedFileWithoutId, path: '/api/files//re-embed' });

export type File = z.output<typeof file>;
