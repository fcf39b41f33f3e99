import { z } from 'zod';

import { isRecord } from '../schema.ts';
import type { SettingsDocuments, SettingsName } from './documents.ts';

const fieldOf = (value: unknown, key: string): unknown =>
  isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;

/** What the schema knows of `value`, with what is missing taken from `base`: an earlier version knew less, a later one more. */
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

/** A document out of what was stored or told; throws for what breaks the schema. */
export const parseDocument = <T>(schema: z.ZodType<T>, value: unknown, defaults?: T): T =>
  schema.parse(complete(schema, value, defaults));

/** `base` with what `updates` names: objects field by field, anything else whole; null takes an entry away. */
export const mergeUpdates = (base: unknown, updates: unknown): unknown => {
  if (updates === undefined) return base;
  if (!isRecord(updates)) return updates;
  const keys = new Set([...Object.keys(isRecord(base) ? base : {}), ...Object.keys(updates)]);
  const merged = [...keys].map((key) => [key, mergeUpdates(fieldOf(base, key), fieldOf(updates, key))] as const);
  return Object.fromEntries(merged.filter(([, value]) => value !== null && value !== undefined));
};

/** The models that serve when no admin chose others. */
export interface DefaultModels {
  readonly primary: string;
  readonly fallback: string;
  readonly freeFallback: string;
}

/** What the defaults depend on besides the product. */
export interface Installation extends DefaultModels {
  readonly trialPrimary: string;
  readonly trialFallback: string;
  readonly vision: string;
}

/** The variables of the environment that set values of documents. */
const SETTINGS_VARIABLES = ['MODEL_PRIMARY', 'MODEL_FALLBACK', 'VISION_MODEL'] as const;
export type SettingsVariable = (typeof SETTINGS_VARIABLES)[number];

/** One document that admins set. */
export interface SettingsDefinition<N extends SettingsName> {
  readonly name: N;
  /** The row that the product reads it from, where that is not its name. */
  readonly row?: string;
  readonly schema: z.ZodType<SettingsDocuments[N]>;
  /** As admins see and save it, where more is stored. */
  readonly visible?: z.ZodType<SettingsDocuments[N]>;
  /** What stands before any change. */
  readonly defaults: (installation: Installation) => SettingsDocuments[N];
  /** Paths of the values that each variable sets. */
  readonly environment?: { readonly [V in SettingsVariable]?: readonly string[] };
  /** A change without a reason is refused. */
  readonly asksReason?: boolean;
}

/** Declares a document; only here so that its name and its types are bound together. */
export const defineSettings = <N extends SettingsName>(definition: SettingsDefinition<N>): SettingsDefinition<N> =>
  definition;

/** A document as this installation has it. */
export interface SettingsDocument<T> {
  readonly row: string;
  readonly defaults: T;
  /** Paths of the values that the environment sets, joined by dots. */
  readonly environment: readonly string[];
  readonly asksReason: boolean;
  /** Throws for what breaks the schema; what is missing is as the defaults have it. */
  parse(value: unknown): T;
  /** Without what only the server needs. */
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
