import { z } from 'zod';

import { SETTINGS_NAMES, VISIBLE_SCHEMAS, type SettingsName } from '../shared/settings/documents.ts';
import { rateLimitUpdates } from '../shared/settings/rate-limits.ts';
import { success, text, time } from './common.ts';
import { type Empty, route, type Method, type Route, type RoutePath } from './route.ts';
import { placeParts, SETTINGS_WIRES, type SettingsWire } from './settings-wire.ts';

/*
 * What the admins set: for each document one call that reads it and one that saves it. A save may carry the `version` that
 * its form was filled from: when another admin was quicker, it is refused with 409, which tells their change. Without it the
 * save goes over what is there. What an answer tells besides the document may come back with a save, and is passed over.
 */

/** Why; the documents that the specification gives a reason refuse to go without. */
export const reason = text(500).trim().optional();
export const version = z.number().int().min(0).optional();

/** Version 0 is what stood before any change. `updatedBy` is the admin's name. */
const metadata = {
  lastUpdated: time.nullable(),
  updatedBy: z.string().nullable(),
  version: z.number().int(),
  reason: z.string().nullable(),
};

/** Where a value comes from, by its path in the document, such as `subscriptions.free.models.primary`; a model by its id. */
export const origins = z.record(z.string(), z.enum(['default', 'environment', 'admin']));

/** What a form brings back of the answer that it was filled from. */
const note = {
  lastUpdated: time.nullable().optional(),
  updatedBy: text(500).nullable().optional(),
  reason: reason.nullable(),
  version,
};
const echoed = { ...note, origins: origins.optional() };

const ttl = z.object({ ttlSeconds: z.number(), ttlHours: z.number(), ttlDays: z.number() });

/** What the calls tell of a document, where that is not the document itself. */
const TOLD: { readonly [N in SettingsName]?: z.ZodObject } = { 'file-ttl': z.object({ chatFiles: ttl }) };

/** What may be sent of a document, where that is not the whole of it. Of an expiry only `ttlHours` counts. */
const SENT: { readonly [N in SettingsName]?: z.ZodObject } = {
  'rate-limits': rateLimitUpdates,
  'storage-limits': VISIBLE_SCHEMAS['storage-limits'].partial({ chats: true }),
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
  'file-ttl': 'how long new files of chats are kept',
};

const shapeOf = ({ shape }: z.ZodObject): Readonly<Record<string, z.ZodType>> => shape;

/** What the call that reads answers. */
const answerOf = (name: SettingsName): z.ZodObject => {
  const document = shapeOf(TOLD[name] ?? VISIBLE_SCHEMAS[name]);
  return z.object({ ...placeParts(SETTINGS_WIRES[name], { document, metadata }, z.object), origins });
};

const savedOf = ({ saved }: SettingsWire, answer: z.ZodObject): z.ZodObject => {
  if (saved === 'as read') return answer;
  return saved === 'with success' ? answer.extend(success.shape) : success.extend({ config: answer });
};

const bodyOf = (name: SettingsName): z.ZodObject => {
  const { documentKey, metadataKey, updatesKey } = SETTINGS_WIRES[name];
  const form = z.strictObject({ ...shapeOf(SENT[name] ?? VISIBLE_SCHEMAS[name]), ...echoed });
  if (updatesKey === undefined) return form;
  const metadataInForm =
    metadataKey === documentKey || metadataKey === undefined ? {} : { [metadataKey]: z.object(note).optional() };
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
      summary: `Change ${SUBJECTS[name]}`,
      body: bodyOf(name),
      reply: savedOf(wire, answer),
      ...(refusal === undefined ? {} : { refusal }),
    }),
  };
};

export const SETTINGS_ROUTES: readonly SettingsRoutes[] = SETTINGS_NAMES.map(routesOf);
