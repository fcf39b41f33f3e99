import type { z } from 'zod';

import { t, type TextKey } from '../texts.ts';

/** The schemas' own messages, which the server uses too. */
const SCHEMA_MESSAGES: ReadonlyMap<string, TextKey> = new Map<string, TextKey>([
  ['A tier needs at least one model', 'needsModel'],
  ['A tier needs exactly one primary model', 'onePrimary'],
  ['Model already exists in this tier', 'modelTwice'],
]);

/** What a form breaks as a whole, with the way to it; for all that is marked at its field, where to look. */
export const formatIssue = (title: string, { path, message }: z.core.$ZodIssue): string => {
  const key = SCHEMA_MESSAGES.get(message);
  if (!key) return t('correctFields');
  const names = path.filter((part) => part !== 'subscriptions' && part !== 'tiers').map(String);
  return t('named', { name: [title, ...names].join(', '), text: t(key) });
};
