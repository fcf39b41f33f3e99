import { z } from 'zod';

import { IMPORT_SKIP_KEYS } from '../shared/import-skips.ts';
import { success, text } from './common.ts';
import { route } from './route.ts';

/* All ours. For session tokens only: an API key must not export or delete the account. */

/** Streamed as a file. */
export const exportAccount = route({
  method: 'get',
  path: '/api/account/export',
  summary: 'All own data as one file: profile, chats with all versions, names of files, access, use',
  access: 'session',
  freshProof: true,
  audit: ['account.export'],
  query: z.strictObject({
    format: z
      .enum(['json', 'markdown'])
      .default('json')
      .describe('`json` has all but the contents of files, `markdown` is for reading'),
  }),
  reply: z.string(),
});

export const accountDeletionProof = route({
  method: 'get',
  path: '/api/account/delete',
  summary: 'The proof that deleting this account requires',
  access: 'session',
  reply: z.object({
    proof: z.enum(['password', 'code', 'email']).describe('The one field that the deletion requires'),
  }),
});

export const deleteAccount = route({
  method: 'post',
  path: '/api/account/delete',
  summary: 'Delete the own account with everything in it; a paid plan ends at once',
  access: 'session',
  audit: ['account.delete', 'plan.change'],
  endsAccess: true,
  body: z.strictObject({
    password: text(128).optional().describe('The account’s password, if that is the proof'),
    code: text(6).optional().describe('A code that was sent to its phone'),
    email: text(254)
      .optional()
      .describe('Its address, typed again, which is a proof only in a session that confirmed who it is'),
  }),
  reply: success,
});

const instruction = z.object({ text: z.string().describe('The instruction for replies; empty: none') });

export const getCustomInstructions = route({
  method: 'get',
  path: '/api/account/instruction',
  summary: 'The own instruction for replies',
  access: 'session',
  reply: instruction,
});

export const saveCustomInstructions = route({
  method: 'put',
  path: '/api/account/instruction',
  summary: 'Save an own instruction for replies, at most 1 000 characters (Premium)',
  access: 'session',
  body: z.strictObject({ text: text(1000).describe('Personality `own` of a send uses it; blank clears it') }),
  reply: instruction,
});

/** Bytes of a file that may be imported. */
const MAX_IMPORT_BYTES = 20 * 1024 * 1024;

/** The body is the export file, unchanged: of another product, of a Parley account, or of one chat of Parley. */
export const importChats = route({
  method: 'post',
  path: '/api/account/import',
  summary:
    'Bring chats and saved prompts from an export of Parley, LibreChat, Open WebUI, ChatGPT or Claude; ' +
    'the same again changes nothing',
  access: 'session',
  audit: ['account.import'],
  body: z.unknown(),
  reply: z.object({
    source: z
      .enum(['parley', 'librechat', 'open-webui', 'chatgpt', 'claude'])
      .describe('The product whose export it is'),
    chats: z.number().int().describe('Imported chats'),
    messages: z.number().int().describe('Their messages'),
    prompts: z.number().int().default(0).describe('Imported saved prompts'),
    skipped: z
      .array(
        z.object({
          id: z.string().describe('Id in the other product; empty for a saved prompt'),
          title: z.string().describe('Its title'),
          key: z.enum(IMPORT_SKIP_KEYS).describe('Why it was left out or shortened'),
          count: z.number().int().nullable().describe('How many messages that is about; null: none'),
          reason: z.string().describe('The same in words'),
        }),
      )
      .describe('Omitted conversations, prompts or parts, at most 200'),
    skippedInAll: z.number().int().describe('How many were omitted'),
  }),
  bodyLimit: MAX_IMPORT_BYTES,
});
