import { z } from 'zod';

import { success, text, time } from './common.ts';
import { file } from './files.ts';
import { route } from './route.ts';

const count = z.number().int();
const bytes = z.number().describe('In bytes');
const knowledgeId = z.string().max(64).describe('Id of the knowledge, which a message takes in `fileIds`');
const groupId = text(64).min(1).describe('Id of the group');
const fileId = text(64).min(1).describe('Id of the file');

const knowledge = z.object({
  id: knowledgeId,
  name: z.string().describe('Name of the group'),
  files: count.describe('How many files the group shares'),
  embedded: count.describe('How many of them can be asked about'),
  size: bytes,
});

const knowledgeFile = z.object({
  id: fileId,
  name: z.string().describe('Its name'),
  size: bytes,
  type: z.string().describe('MIME type'),
  description: z.string().describe('What it is'),
  embeddingStatus: file.shape.embeddingStatus.describe('`completed`: it can be asked about'),
  createdAt: time.describe('When it was added'),
});

const page = {
  search: text(200).default('').describe('Part of the name or the description'),
  page: z.coerce.number().int().min(1).max(100_000).default(1).describe('From 1'),
  limit: z.coerce.number().int().min(1).max(100).default(20).describe('Files of a page'),
};

/** For members; what groups share with others is in no answer. */
export const listKnowledge = route({
  method: 'get',
  path: '/api/knowledge',
  summary: 'What the groups of this account share with it',
  access: 'user',
  reply: z.object({ knowledge: z.array(knowledge).describe('By the names of the groups') }),
});

export const listKnowledgeFiles = route({
  method: 'get',
  path: '/api/knowledge/:id/files',
  summary: 'The files that a group of this account shares',
  access: 'user',
  params: z.strictObject({ id: knowledgeId }),
  query: z.strictObject(page),
  reply: z.object({
    files: z.array(knowledgeFile).describe('Newest first'),
    total: count.describe('How many match'),
  }),
});

const groupFile = knowledgeFile.extend({
  embeddingError: file.shape.embeddingError,
  embeddingFailingSince: file.shape.embeddingFailingSince,
  chunkCount: count.describe('How many passages were made of it'),
  reading: file.shape.reading,
  embedding: file.shape.embedding.describe('Of a pending file: how far its embedding is; else null'),
});

const inGroup = z.strictObject({ id: groupId });
const fileOfGroup = z.strictObject({ id: groupId, fileId });

export const listGroupFiles = route({
  method: 'get',
  path: '/api/admin/groups/:id/files',
  summary: 'The files that a group shares, with their states and limits',
  access: 'admin',
  params: inGroup,
  query: z.strictObject(page),
  reply: z.object({
    files: z.array(groupFile).describe('Newest first'),
    total: count.describe('How many match'),
    usage: z
      .object({
        files: count.describe('How many are stored'),
        size: bytes,
        maxFiles: count.describe('How many may be stored'),
        maxSize: z.number().describe('Bytes that may be stored; -1: no limit'),
        maxFileSize: bytes.describe('Bytes of one file'),
      })
      .describe('What is stored and what may be'),
  }),
});

/** Multipart form: `file`, `description`. It is embedded, and takes no images. */
export const addGroupFile = route({
  method: 'post',
  path: '/api/admin/groups/:id/files',
  summary: 'Share a file with the members of a group',
  access: 'admin',
  audit: ['group.add-file'],
  params: inGroup,
  multipart: ['description'],
  status: 201,
  reply: success.extend({ file: groupFile.describe('As it is stored') }),
});

/** Its quotes are removed from the answers of members too. */
export const removeGroupFile = route({
  method: 'delete',
  path: '/api/admin/groups/:id/files/:fileId',
  summary: 'Delete a file that a group shares',
  access: 'admin',
  audit: ['group.remove-file'],
  params: fileOfGroup,
  reply: success,
});

export const embedGroupFile = route({
  method: 'post',
  path: '/api/admin/groups/:id/files/:fileId/re-embed',
  summary: 'Embed a failed file of a group again',
  access: 'admin',
  audit: ['group.embed-file'],
  params: fileOfGroup,
  status: 202,
  reply: success,
});

export type KnowledgeRow = z.output<typeof knowledge>;
export type KnowledgeFileRow = z.output<typeof knowledgeFile>;
export type GroupFileRow = z.output<typeof groupFile>;
