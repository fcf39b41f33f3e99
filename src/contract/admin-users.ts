import { z } from 'zod';

import { REASON_REQUIRED } from '../shared/text.ts';
import { limit } from '../shared/settings/fields.ts';
import { success, text, tier, time } from './common.ts';
import { emptyObject, route } from './route.ts';

const reason = text(500).trim().optional();
const uid = z.strictObject({ uid: text(64).min(1) });
const count = z.number().int();

const decision = { by: z.string(), byName: z.string(), at: time, reason: z.string() };

/** `phoneNumber` is masked. Fields from `emailVerified` on are ours. `tier` is the effective plan, grants counted. */
export const userRow = z.object({
  uid: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  subscription: tier,
  tier,
  authMode: z.enum(['email', 'phone', 'apikey']),
  firebaseUid: z.string().nullable(),
  customLimits: z
    .object({
      dailyMessages: limit.nullable(),
      moonshotDaily: limit.nullable(),
      setBy: z.string(),
      setAt: time,
      reason: z.string(),
    })
    .nullable(),
  usage: z.object({ daily: count, moonshotDaily: count }),
  createdAt: time,
  isAdmin: z.boolean(),
  emailVerified: z.boolean(),
  suspended: z.object(decision).nullable(),
  granted: z.object({ tier, ...decision }).nullable(),
});

/** Newest first. `search` looks in email, name and uid; `stats` count all accounts, `total` the matching ones. */
export const listUsers = route({
  method: 'get',
  path: '/api/admin/users',
  summary: 'The accounts',
  access: 'admin',
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(100).default(20),
    offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
    search: text(200).default(''),
    tier: z.union([tier, z.enum(['', 'all'])]).default(''),
  }),
  reply: z.object({
    users: z.array(userRow),
    stats: z.object({
      totalUsers: count,
      freeUsers: count,
      basicUsers: count,
      premiumUsers: count,
      usersWithCustomLimits: count,
    }),
    total: count,
  }),
});

const userRoute = <P extends `/api/${string}`, B extends z.ZodType>(path: P, summary: string, body: B) =>
  route({
    method: 'post',
    path,
    summary,
    access: 'admin',
    params: uid,
    body,
    nonObjectRefusal: REASON_REQUIRED,
    reply: success.extend({ user: userRow }),
  });

/** `limits: null` restores the tier's limits. The reason is required. */
export const setUserLimits = userRoute(
  '/api/admin/user/:uid/limits',
  'Set limits for one person',
  z.strictObject({
    limits: z.strictObject({ dailyMessages: limit.nullable(), moonshotDaily: limit.nullable() }).nullable(),
    reason,
  }),
);

/** Ours. Sessions, keys and running replies end within five seconds. The reason is required. */
export const suspendUser = userRoute('/api/admin/user/:uid/suspend', 'Keep a person out', z.strictObject({ reason }));

/** Ours. */
export const resumeUser = userRoute('/api/admin/user/:uid/resume', 'Let a person in again', z.strictObject({ reason }));

/** Ours. `tier: null` revokes the grant; the higher of the paid and the granted tier counts. The reason is required. */
export const grantTier = userRoute(
  '/api/admin/user/:uid/tier',
  'Grant a plan by hand',
  z.strictObject({ tier: tier.nullable(), reason }),
);

/** Ours. `confirm` repeats the account's email, or its uid when it has none. The reason is required. */
export const deleteUser = route({
  method: 'post',
  path: '/api/admin/user/:uid/delete',
  summary: 'Delete a person and everything of theirs',
  access: 'admin',
  params: uid,
  body: z.strictObject({ confirm: text(254), reason }),
  reply: success,
});

const eventKind = z.enum(['limit hit', 'provider error', 'admin change', 'override', 'refused admin call']);
const eventLevel = z.enum(['info', 'warn', 'error']);

const logQuery = {
  level: z.union([eventLevel, z.literal('')]).default(''),
  kind: z.union([eventKind, z.literal('')]).default(''),
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

/** Newest first. `since` is an id: only later events are returned. */
export const debugLogs = route({
  method: 'get',
  path: '/api/admin/debug-logs',
  summary: 'What happened on the server',
  access: 'admin',
  query: z.strictObject({
    ...logQuery,
    limit: z.coerce.number().int().min(1).max(200).default(200),
    since: text(64).optional(),
  }),
  reply: z.object({ logs: z.array(logEntry) }),
});

/** Ours. Every stored event, one JSON object per line, newest first. */
export const exportDebugLogs = route({
  method: 'get',
  path: '/api/admin/debug-logs/export',
  summary: 'What happened on the server, as JSON lines',
  access: 'admin',
  query: z.strictObject(logQuery),
  reply: emptyObject,
  streams: true,
});

/** `costUsd` covers the calls whose model has a price; null when none has. */
const figures = {
  messages: count,
  tokensIn: count,
  tokensOut: count,
  costUsd: z.number().nullable(),
  errors: count,
  limitHits: count,
};

/** Ours. `days` has one entry a UTC day, oldest first, also for days without anything. */
export const overview = route({
  method: 'get',
  path: '/api/admin/overview',
  summary: 'What was used, by day and model',
  access: 'admin',
  query: z.strictObject({ days: z.coerce.number().int().min(1).max(366).default(30) }),
  reply: z.object({
    from: z.string(),
    to: z.string(),
    totals: z.object({ ...figures, activePeople: count }),
    days: z.array(z.object({ day: z.string(), activePeople: count, ...figures })),
    /** Busiest first; `daily` has the messages of each of `days`. */
    models: z.array(z.object({ model: z.string(), ...figures, daily: z.array(count) })),
  }),
});

/** `need`: `database`, `search`, `mail`, … and `models:groq` for each provider of models. */
const health = z.object({
  need: z.string(),
  label: z.string(),
  /** The adapter that serves it, such as `sqlite` or `stripe`. */
  adapter: z.string(),
  /** `unknown`: not tried since the start. */
  state: z.enum(['ok', 'failing', 'sandbox', 'off', 'unknown']),
  /** Never contains a secret. */
  detail: z.string(),
  checkedAt: time.nullable(),
});

/** Ours. */
export const getHealth = route({
  method: 'get',
  path: '/api/admin/health',
  summary: 'What this server is connected to, and its state',
  access: 'admin',
  reply: z.object({ needs: z.array(health) }),
});

/** Ours. A real, cheap call; its failure is part of the response and not an error. */
export const testConnection = route({
  method: 'post',
  path: '/api/admin/health/:need/test',
  summary: 'Test a connection now',
  access: 'admin',
  params: z.strictObject({ need: text(80).min(1) }),
  reply: z.object({ health, tookMs: z.number() }),
});

export type AdminUserRow = z.output<typeof userRow>;
export type LogEntry = z.output<typeof logEntry>;
export type Health = z.output<typeof health>;
