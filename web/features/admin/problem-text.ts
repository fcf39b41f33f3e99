import type { z } from 'zod';

import { say, type TextKey } from './texts.ts';

type Issue = z.core.$ZodIssue;

/** What the schemas say in words of their own, which the server says too. */
const SCHEMA_WORDS: ReadonlyMap<string, TextKey> = new Map<string, TextKey>([
  ['A tier needs at least one model', 'needsModel'],
  ['A tier needs exactly one primary model', 'onePrimary'],
  ['Model already exists in this tier', 'modelTwice'],
]);

const schemaWords = (message: string): string => {
  const key = SCHEMA_WORDS.get(message);
  return key ? say(key) : message;
};

/** Of several possible forms the last is the ordinary one: what breaks that helps most. */
const innerWords = (errors: readonly (readonly Issue[])[]): string => {
  const issue = errors.at(-1)?.[0];
  return issue ? ownWords(issue) : say('notPossible');
};

const ownWords = (issue: Issue): string => {
  if (issue.code === 'too_small' && issue.origin === 'number') return say('atLeast', { least: String(issue.minimum) });
  if (issue.code === 'too_big' && issue.origin === 'number') return say('atMost', { most: String(issue.maximum) });
  if (issue.code === 'too_small' && issue.origin === 'string') return say('notEmpty');
  if (issue.code === 'invalid_union') return innerWords(issue.errors);
  if (issue.code === 'invalid_type') return say('wholeNumber');
  return schemaWords(issue.message);
};

/** What a value breaks, with the way to it: `free, models: A tier needs exactly one primary model`. */
export const problemText = (issue: Issue): string => {
  const path = issue.path.filter((part) => !['subscriptions', 'tiers'].includes(String(part)));
  return path.length === 0
    ? ownWords(issue)
    : say('named', { name: path.map(String).join(', '), text: ownWords(issue) });
};
