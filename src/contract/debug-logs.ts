import { z } from 'zod';

import { text, time } from './common.ts';
import { emptyObject, route } from './route.ts';

const eventKind = z.enum(['limit hit', 'provider error', 'payment', 'admin change', 'override', 'refused admin call']);
const eventLevel = z.enum(['info', 'warn', 'error']);

const logQuery = {
  level: z
    .union([eventLevel, z.literal('')])
    .default('')
    .describe('Only events of this level; empty: all'),
  kind: z
    .union([eventKind, z.literal('')])
    .default('')
    .describe('Only events of this kind; empty: all'),
  text: text(200).default('').describe('Part of the detail; empty: all'),
  person: text(200).default('').describe('Part of the address, the name or the id of the account; empty: all'),
};

export const logEntry = z.object({
  id: z.string(),
  time,
  level: eventLevel,
  kind: eventKind,
  uid: z.string().nullable(),
  maskedEmail: z.string().nullable(),
  detail: z.string(),
});

/** Newest first. */
export const debugLogs = route({
  method: 'get',
  path: '/api/admin/debug-logs',
  summary: 'What happened on the server',
  access: 'admin',
  query: z.strictObject({
    ...logQuery,
    limit: z.coerce.number().int().min(1).max(200).default(200),
    since: text(64).optional().describe('Id of an event: only later ones'),
    before: text(64).optional().describe('Id of an event: only earlier ones, for the next page'),
  }),
  reply: z.object({ logs: z.array(logEntry) }),
});

/** Every stored event, one JSON object per line, newest first. */
export const exportDebugLogs = route({
  method: 'get',
  path: '/api/admin/debug-logs/export',
  summary: 'What happened on the server, as JSON lines',
  access: 'admin',
  query: z.strictObject(logQuery),
  reply: emptyObject,
  streams: true,
});

export type LogEntry = z.output<typeof logEntry>;
