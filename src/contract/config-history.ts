import { z } from 'zod';

import { SETTINGS_NAMES } from '../shared/settings/documents.ts';
import { success, time } from './common.ts';
import { reason, version } from './admin-config.ts';
import { route } from './route.ts';

const configName = z.enum(SETTINGS_NAMES);

/** A list of `{id}` objects shows up by id in `path`: `['tiers', 'free', 'models', 'gemma2-9b-it', 'messageLimit']`. */
const change = z.object({ path: z.array(z.string()), from: z.unknown(), to: z.unknown() });

const saved = { version: z.number().int(), by: z.string(), byName: z.string(), at: time, reason: z.string() };

/** The body of a 409 besides `error`: the changes since the form's version, newest last. */
const conflict = z.object({
  version: z.number().int(),
  changes: z.array(z.object({ ...saved, changes: z.array(change) })),
});

const versionEntry = z.object({
  ...saved,
  /** The version that was restored, if any. */
  restored: z.number().int().nullable(),
  changes: z.array(change),
});

/** Ours. Newest first; version 0, the state before any change, is not listed but can be restored. */
export const configVersions = route({
  method: 'get',
  path: '/api/admin/config/:name/versions',
  summary: 'Who changed a configuration, when, why, and what',
  access: 'admin',
  params: z.strictObject({ name: configName }),
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(100).default(20),
    before: z.coerce.number().int().min(1).optional(),
  }),
  reply: z.object({ versions: z.array(versionEntry) }),
});

/** Ours. Restores `version` as a new version; `current` is the version that the page shows. */
export const undoConfig = route({
  method: 'post',
  path: '/api/admin/config/:name/undo',
  summary: 'Bring an earlier version of a configuration back',
  access: 'admin',
  params: z.strictObject({ name: configName }),
  body: z.strictObject({ version: z.number().int().min(0), current: version, reason }),
  reply: success.extend({ version: z.number().int() }),
});

export type ConfigConflict = z.output<typeof conflict>;
export type ConfigVersion = z.output<typeof versionEntry>;
