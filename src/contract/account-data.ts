import { z } from 'zod';

import { success, text } from './common.ts';
import { route } from './route.ts';

/*
 * What a person may do with their own data. All ours. A program's key may use the product and not carry the account away
 * or close it, so these are for signed-in browsers.
 */

/** Streamed as a file to keep; `json` holds everything, `markdown` is for reading. */
export const exportAccount = route({
  method: 'get',
  path: '/api/account/export',
  summary: 'All own data as one file: profile, chats with all versions, files, use',
  access: 'session',
  query: z.strictObject({ format: z.enum(['json', 'markdown']).default('json') }),
  reply: z.string(),
});

/** By what this account is closed, so that the page can ask for it. */
export const accountDeletionProof = route({
  method: 'get',
  path: '/api/account/delete',
  summary: 'What deleting this account asks for',
  access: 'session',
  reply: z.object({ proof: z.enum(['password', 'code', 'email']) }),
});

/** The one field that this account asks for: its password, a code just sent to its phone, or its email typed out. */
export const deleteAccount = route({
  method: 'post',
  path: '/api/account/delete',
  summary: 'Delete the own account with everything in it; a paid plan ends at once',
  access: 'session',
  endsAccess: true,
  body: z.strictObject({ password: text(128).optional(), code: text(6).optional(), email: text(254).optional() }),
  reply: success,
});

/** How the person wishes to be answered, in their own words. Empty: there is no such text. */
const instruction = z.object({ text: z.string() });

export const getCustomInstructions = route({
  method: 'get',
  path: '/api/account/instruction',
  summary: 'The own instruction for replies',
  access: 'session',
  reply: instruction,
});

/** A blank text clears it. Personality `own` of a send uses it. */
export const saveCustomInstructions = route({
  method: 'put',
  path: '/api/account/instruction',
  summary: 'Keep an own instruction for replies, at most 1 000 characters (Premium)',
  access: 'session',
  body: z.strictObject({ text: text(1000) }),
  reply: instruction,
});

/** Bytes of a file that may be imported. */
const MAX_IMPORT_BYTES = 20 * 1024 * 1024;

/** The body is the export file of the other product as it is. */
export const importChats = route({
  method: 'post',
  path: '/api/account/import',
  summary: 'Bring chats from a LibreChat, Open WebUI or ChatGPT export; the same ones again change nothing',
  access: 'session',
  body: z.unknown(),
  reply: z.object({
    source: z.enum(['librechat', 'open-webui', 'chatgpt']),
    /** Chats that are new here. */
    chats: z.number().int(),
    messages: z.number().int(),
    /** Conversations that were left out, or parts of them; at most 200 are named, `skippedInAll` counts all. */
    skipped: z.array(z.object({ id: z.string(), title: z.string(), reason: z.string() })),
    skippedInAll: z.number().int(),
  }),
  bodyLimit: MAX_IMPORT_BYTES,
});
