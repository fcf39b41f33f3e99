import { z } from 'zod';

import { success, text } from './common.ts';
import { route } from './route.ts';

/* All ours. For session tokens only: an API key must not export or delete the account. */

/** Streamed as a file; `json` is complete, `markdown` is for reading. */
export const exportAccount = route({
  method: 'get',
  path: '/api/account/export',
  summary: 'All own data as one file: profile, chats with all versions, files, use',
  access: 'session',
  query: z.strictObject({ format: z.enum(['json', 'markdown']).default('json') }),
  reply: z.string(),
});

export const accountDeletionProof = route({
  method: 'get',
  path: '/api/account/delete',
  summary: 'The proof that deleting this account requires',
  access: 'session',
  reply: z.object({ proof: z.enum(['password', 'code', 'email']) }),
});

/** One field, as the proof requires: the password, a code sent to the phone, or the email. */
export const deleteAccount = route({
  method: 'post',
  path: '/api/account/delete',
  summary: 'Delete the own account with everything in it; a paid plan ends at once',
  access: 'session',
  endsAccess: true,
  body: z.strictObject({ password: text(128).optional(), code: text(6).optional(), email: text(254).optional() }),
  reply: success,
});

/** Custom instructions for replies; empty if there are none. */
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
  summary: 'Save an own instruction for replies, at most 1 000 characters (Premium)',
  access: 'session',
  body: z.strictObject({ text: text(1000) }),
  reply: instruction,
});

/** Bytes of a file that may be imported. */
const MAX_IMPORT_BYTES = 20 * 1024 * 1024;

/** The body is the other product's export file, unchanged. */
export const importChats = route({
  method: 'post',
  path: '/api/account/import',
  summary: 'Bring chats from a LibreChat, Open WebUI or ChatGPT export; the same ones again change nothing',
  access: 'session',
  body: z.unknown(),
  reply: z.object({
    source: z.enum(['librechat', 'open-webui', 'chatgpt']),
    chats: z.number().int(),
    messages: z.number().int(),
    /** Omitted conversations or parts; at most 200 names, `skippedInAll` counts all. */
    skipped: z.array(z.object({ id: z.string(), title: z.string(), reason: z.string() })),
    skippedInAll: z.number().int(),
  }),
  bodyLimit: MAX_IMPORT_BYTES,
});
