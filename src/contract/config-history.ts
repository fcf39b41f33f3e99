import { z } from 'zod';

import { PROTECTED_SETTINGS, SETTINGS_NAMES } from '../shared/settings/documents.ts';
import { RATE_LIMIT_PARTS } from '../shared/settings/rate-limits.ts';
import { success, time } from './common.ts';
import { reason, version } from './admin-config.ts';
import { route } from './route.ts';

const configName = z.enum(SETTINGS_NAMES).describe('Which configuration');

/** A list of `{id}` objects shows up by id in `path`: `['tiers', 'free', 'models', 'gemma2-9b-it', 'messageLimit']`. */
const change = z.object({
  path: z.array(z.string()).describe('Where in the configuration; lists by the id of the entry'),
  from: z.unknown().describe('The value before; absent: none'),
  to: z.unknown().describe('The value after; absent: removed'),
});

const saved = {
  version: z.number().int().describe('The version that the save made'),
  by: z.string().describe('Id of the admin'),
  byName: z.string().describe('Name of the admin'),
  at: time.describe('When it was saved'),
  reason: z.string().describe('Why; empty: not given'),
};

/** The body of a 409 besides `error`: the changes since the form's version, newest last. */
const conflict = z.object({
  version: z.number().int(),
  changes: z.array(z.object({ ...saved, changes: z.array(change) })),
});

const versionEntry = z.object({
  ...saved,
  restored: z.number().int().nullable().describe('The version that was restored; null: none'),
  changes: z.array(change).describe('What was changed'),
});

/** Version 0, the state before any change, is not listed but can be restored. */
export const configVersions = route({
  method: 'get',
  path: '/api/admin/config/:name/versions',
  summary: 'Who changed a configuration, when, why, and what',
  access: 'admin',
  params: z.strictObject({ name: configName }),
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(100).default(20).describe('Versions of a page'),
    before: z.coerce.number().int().min(1).optional().describe('Only versions below this one'),
  }),
  reply: z.object({ versions: z.array(versionEntry).describe('Newest first') }),
});

export const undoConfig = route({
  method: 'post',
  path: '/api/admin/config/:name/undo',
  summary: 'Bring an earlier version of a configuration back',
  access: 'admin',
  freshProof: ({ name }) => PROTECTED_SETTINGS.some((document) => document === name),
  audit: ['settings.restore'],
  params: z.strictObject({ name: configName }),
  body: z.strictObject({
    version: z.number().int().min(0).describe('The version to bring back; 0: the state before any change'),
    current: version.describe('The version that the form shows; 409 if another admin has saved since'),
    reason,
    part: z
      .enum(RATE_LIMIT_PARTS)
      .optional()
      .describe('Brings back this part of the rate limits only; the rest stays as it is'),
  }),
  reply: success.extend({ version: z.number().int().describe('The new version with the old values') }),
});

export type ConfigConflict = z.output<typeof conflict>;
export type ConfigVersion = z.output<typeof versionEntry>;
