import { z } from 'zod';

import {
  PROTECTED_SETTINGS,
  SETTINGS_NAMES,
  VISIBLE_SCHEMAS,
  type SettingsName,
} from '../shared/settings/documents.ts';
import { rateLimitUpdates } from '../shared/settings/rate-limits.ts';
import { REASON_REQUIRED } from '../shared/text.ts';
import { success, text, time } from './common.ts';
import { type Empty, route, type Method, type Route, type RoutePath } from './route.ts';
import { placeParts, SETTINGS_WIRES, type SettingsWire } from './settings-wire.ts';

/*
 * Two calls per settings document: read and save. A save may name the `version` of its form: if another admin saved in
 * between, it fails with 409 and their change. Without a version it overwrites. Fields of the response that are not
 * part of the document are ignored when they are sent back.
 */

/** Required by the documents for which the specification names a reason. */
export const reason = text(500).trim().optional().describe('Why; shown in the history of the configuration');
export const version = z
  .number()
  .int()
  .min(0)
  .optional()
  .describe('Version of the form; 409 if another admin has saved since. Without it the save overwrites');

export const metadata = {
  lastUpdated: time.nullable().describe('When it was last changed; null: never'),
  updatedBy: z.string().nullable().describe('Name of the admin who did; null: nobody'),
  version: z.number().int().describe('Counts the changes; 0 is the state before any'),
  reason: z.string().nullable().describe('Why it was last changed'),
};

export const origins = z
  .record(z.string(), z.enum(['default', 'environment', 'admin']))
  .describe('Where each value comes from, by its path such as `subscriptions.free.models.primary`; models by id');

/** Fields of the response that a form may send back. */
const note = {
  lastUpdated: time.nullable().optional().describe('Ignored: what a read returned may be sent back'),
  updatedBy: text(500).nullable().optional().describe('Ignored, likewise'),
  reason: reason.nullable().describe('Why; shown in the history of the configuration'),
  version,
};
const echoed = { ...note, origins: origins.optional().describe('Ignored, likewise') };

const ttl = z.object({ ttlSeconds: z.number(), ttlHours: z.number(), ttlDays: z.number() });

/** Schemas of responses that differ from the document. */
const RESPONSE_SCHEMAS: { readonly [N in SettingsName]?: z.ZodObject } = { 'file-ttl': z.object({ chatFiles: ttl }) };

/** Schemas of saves that differ from the document. Of an expiry only `ttlHours` is used. */
const REQUEST_SCHEMAS: { readonly [N in SettingsName]?: z.ZodObject } = {
  'rate-limits': rateLimitUpdates,
  'storage-limits': VISIBLE_SCHEMAS['storage-limits'].partial({
    chats: true,
    chatRetention: true,
    fileContext: true,
    groups: true,
  }),
  registration: VISIBLE_SCHEMAS.registration.partial({ requestMails: true }),
  'file-ttl': z.strictObject({
    chatFiles: VISIBLE_SCHEMAS['file-ttl'].shape.chatFiles.extend(ttl.omit({ ttlHours: true }).partial().shape),
  }),
};

const REFUSALS: { readonly [N in SettingsName]?: string } = {
  'storage-limits': 'Valid storage limits configuration is required',
  'file-ttl': 'Valid file TTL configuration is required',
};

const SUBJECTS: { readonly [N in SettingsName]: string } = {
  'rate-limits': 'limits, models and switches of the tiers',
  'model-config': 'the models of the tiers',
  agents: 'the agents',
  freemium: 'the free trial',
  vision: 'who may have images looked at',
  'storage-limits': 'how much each tier may keep',
  'file-ttl': 'how long new files of chats are stored',
  registration: 'who may make an account',
  'second-factor': 'who must have a second factor',
  audit: 'how long the audit log is stored',
  'usage-mail': 'the weekly mail to admins',
  tools: 'the tools of connected servers',
  notices: 'the announcement and the maintenance mode',
};

const METADATA = 'When, by whom and why it was last changed';

const shapeOf = ({ shape }: z.ZodObject): Readonly<Record<string, z.ZodType>> => shape;

const describedObject = (shape: Readonly<Record<string, z.ZodType>>) => z.object(shape).describe(METADATA);

const answerOf = (name: SettingsName): z.ZodObject => {
  const document = shapeOf(RESPONSE_SCHEMAS[name] ?? VISIBLE_SCHEMAS[name]);
  return z.object({ ...placeParts(SETTINGS_WIRES[name], { document, metadata }, describedObject), origins });
};

const savedOf = ({ saved }: SettingsWire, answer: z.ZodObject): z.ZodObject => {
  if (saved === 'as read') return answer;
  return saved === 'with success'
    ? answer.extend(success.shape)
    : success.extend({ config: answer.describe('The state after it') });
};

const bodyOf = (name: SettingsName): z.ZodObject => {
  const { documentKey, metadataKey, updatesKey } = SETTINGS_WIRES[name];
  const form = z.strictObject({ ...shapeOf(REQUEST_SCHEMAS[name] ?? VISIBLE_SCHEMAS[name]), ...echoed });
  if (updatesKey === undefined) return form;
  const metadataInForm =
    metadataKey === documentKey || metadataKey === undefined
      ? {}
      : { [metadataKey]: z.object(note).optional().describe(METADATA) };
  return z.strictObject({ [updatesKey]: form.extend(metadataInForm), ...echoed });
};

type SettingsRoute<M extends Method> = Route<M, RoutePath, Empty, Empty, z.ZodObject, z.ZodObject, 'admin'>;

export interface SettingsRoutes {
  readonly name: SettingsName;
  readonly read: SettingsRoute<'get'>;
  readonly save: SettingsRoute<'post' | 'put'>;
}

const routesOf = (name: SettingsName): SettingsRoutes => {
  const wire = SETTINGS_WIRES[name];
  const shared = { path: wire.path, access: 'admin' } as const;
  const answer = answerOf(name);
  const refusal = REFUSALS[name];
  return {
    name,
    read: route({ ...shared, method: 'get', summary: `Read ${SUBJECTS[name]}`, reply: answer }),
    save: route({
      ...shared,
      method: wire.save,
      audit: ['settings.change'],
      ...(PROTECTED_SETTINGS.includes(name) ? { freshProof: true } : {}),
      summary: `Change ${SUBJECTS[name]}`,
      body: bodyOf(name),
      reply: savedOf(wire, answer),
      ...(refusal === undefined ? {} : { refusal }),
      ...(wire.updatesKey === undefined ? {} : { nonObjectRefusal: REASON_REQUIRED }),
    }),
  };
};

export const SETTINGS_ROUTES: readonly SettingsRoutes[] = SETTINGS_NAMES.map(routesOf);
