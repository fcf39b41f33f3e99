import { z } from 'zod';

import { isRecord } from '../schema.ts';
import type { SettingsDocuments, SettingsName } from './documents.ts';

const fieldOf = (value: unknown, key: string): unknown =>
  isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;

/**
 * Keeps the fields that the schema knows and takes missing ones from `base`, for documents of earlier or later
 * versions.
 */
const complete = (schema: unknown, value: unknown, base: unknown): unknown => {
  if (value === undefined) return base;
  if (schema instanceof z.ZodReadonly) return complete(schema.unwrap(), value, base);
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.map((item) => complete(schema.element, item, undefined));
  if (!(schema instanceof z.ZodObject) || !isRecord(value)) return value;
  const fields = Object.entries(schema.shape).map(([key, field]): [string, unknown] => [
    key,
    complete(field, fieldOf(value, key), fieldOf(base, key)),
  ]);
  return Object.fromEntries(fields.filter(([, field]) => field !== undefined));
};

/** Throws when the document violates the schema. */
export const parseDocument = <T>(schema: z.ZodType<T>, value: unknown, defaults?: T): T =>
  schema.parse(complete(schema, value, defaults));

/** Merges `updates` into `base`: objects by field, other values as a whole; null removes an entry. */
export const mergeUpdates = (base: unknown, updates: unknown): unknown => {
  if (updates === undefined) return base;
  if (!isRecord(updates)) return updates;
  const keys = new Set([...Object.keys(isRecord(base) ? base : {}), ...Object.keys(updates)]);
  const merged = [...keys].map((key) => [key, mergeUpdates(fieldOf(base, key), fieldOf(updates, key))] as const);
  return Object.fromEntries(merged.filter(([, value]) => value !== null && value !== undefined));
};

/** The models before an admin chooses others. */
export interface DefaultModels {
  readonly primary: string;
  readonly fallback: string;
  readonly freeFallback: string;
}

/** What the defaults depend on. */
export interface Installation extends DefaultModels {
  readonly trialPrimary: string;
  readonly trialFallback: string;
  readonly vision: string;
}

/** Environment variables that set values of documents. */
const SETTINGS_VARIABLES = ['MODEL_PRIMARY', 'MODEL_FALLBACK', 'VISION_MODEL'] as const;
export type SettingsVariable = (typeof SETTINGS_VARIABLES)[number];

/** A settings document. */
export interface SettingsDefinition<N extends SettingsName> {
  readonly name: N;
  /** Its row in the database, when not its name. */
  readonly row?: string;
  readonly schema: z.ZodType<SettingsDocuments[N]>;
  /** The schema for admins, when more is stored. */
  readonly visible?: z.ZodType<SettingsDocuments[N]>;
  readonly defaults: (installation: Installation) => SettingsDocuments[N];
  /** Paths of the values that each variable sets. */
  readonly environment?: { readonly [V in SettingsVariable]?: readonly string[] };
  /** Changes require a reason. */
  readonly asksReason?: boolean;
}

/** Declares a document; only binds its name to its types. */
export const defineSettings = <N extends SettingsName>(definition: SettingsDefinition<N>): SettingsDefinition<N> =>
  definition;

/** A document with the defaults of this installation. */
export interface SettingsDocument<T> {
  readonly row: string;
  readonly defaults: T;
  /** Dotted paths of the values that the environment sets. */
  readonly environment: readonly string[];
  readonly asksReason: boolean;
  /** Throws when the document violates the schema; missing fields get defaults. */
  parse(value: unknown): T;
  /** Without fields that only the server needs. */
  toVisible(document: T): T;
}

export const resolveSettings = <N extends SettingsName>(
  { name, row = name, schema, visible, defaults, environment = {}, asksReason = false }: SettingsDefinition<N>,
  installation: Installation,
  isSet: (variable: SettingsVariable) => boolean,
): SettingsDocument<SettingsDocuments[N]> => {
  const base = defaults(installation);
  const variables = SETTINGS_VARIABLES.filter(isSet);
  return {
    row,
    defaults: base,
    environment: variables.flatMap((variable) => environment[variable] ?? []),
    asksReason,
    parse: (value) => parseDocument(schema, value, base),
    toVisible: (document) => (visible ? parseDocument(visible, document) : document),
  };
};
