import type { z } from 'zod';

import { isRecord } from '../../../../src/shared/schema.ts';
import type { SettingsName } from '../../../../src/shared/settings/documents.ts';
import { listFormat } from '../shared/intl.ts';
import { t, type TextKey } from '../texts.ts';
import { fieldLabel, findFieldLabel } from './field-labels.ts';

/** The schemas' own messages, which the server uses too. */
const SCHEMA_MESSAGES: ReadonlyMap<string, TextKey> = new Map<string, TextKey>([
  ['A tier needs at least one model', 'needsModel'],
  ['A tier needs exactly one primary model', 'onePrimary'],
  ['Model already exists in this tier', 'modelTwice'],
]);

/** The fields that are named at most. */
const MAX_NAMES = 5;

const stepInto = (value: unknown, key: PropertyKey): unknown => {
  if (Array.isArray(value)) return value[Number(key)];
  return isRecord(value) ? value[String(key)] : undefined;
};

/** The way to a value, where an item of a list goes by its id. */
const namedPath = (value: unknown, path: readonly PropertyKey[]): readonly string[] => {
  let at = value;
  return path.map((key) => {
    at = stepInto(at, key);
    return isRecord(at) && typeof at['id'] === 'string' ? at['id'] : String(key);
  });
};

const correct = (names: readonly string[]): string =>
  t('correctNamed', { names: listFormat().format(names.map((name) => t('quoted', { name }))) });

/** What of a form cannot be saved, by the labels of its fields: what is wrong is marked there. */
export const formatIssues = (name: SettingsName, value: unknown, issues: readonly z.core.$ZodIssue[]): string => {
  const labelOf = ({ path }: z.core.$ZodIssue): string => fieldLabel(name, namedPath(value, path));
  const whole = issues.find(({ message }) => SCHEMA_MESSAGES.has(message));
  const key = whole && SCHEMA_MESSAGES.get(whole.message);
  if (whole && key) return t('named', { name: labelOf(whole), text: t(key) });
  return correct([...new Set(issues.map(labelOf))].slice(0, MAX_NAMES));
};

/** The same of a field that the server refused; undefined where it named none that is known. */
export const formatRefusedField = (name: SettingsName, field: unknown): string | undefined => {
  if (typeof field !== 'string') return undefined;
  const label = findFieldLabel(name, field.replace(/^(config|updates)\./, '').split('.'));
  return label === undefined ? undefined : correct([label]);
};
