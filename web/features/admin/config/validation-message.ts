import type { z } from 'zod';

import { t, type TextKey } from '../texts.ts';

type Issue = z.core.$ZodIssue;

/** The schemas' own messages, which the server uses too. */
const SCHEMA_MESSAGES: ReadonlyMap<string, TextKey> = new Map<string, TextKey>([
  ['A tier needs at least one model', 'needsModel'],
  ['A tier needs exactly one primary model', 'onePrimary'],
  ['Model already exists in this tier', 'modelTwice'],
]);

const translateSchemaMessage = (message: string): string => {
  const key = SCHEMA_MESSAGES.get(message);
  return key ? t(key) : message;
};

/** Of several possible forms the last is the ordinary one: what breaks that helps most. */
const formatUnionIssue = (errors: readonly (readonly Issue[])[]): string => {
  const issue = errors.at(-1)?.[0];
  return issue ? formatIssueMessage(issue) : t('notPossible');
};

const formatIssueMessage = (issue: Issue): string => {
  if (issue.code === 'too_small' && issue.origin === 'number') return t('atLeast', { least: String(issue.minimum) });
  if (issue.code === 'too_big' && issue.origin === 'number') return t('atMost', { most: String(issue.maximum) });
  if (issue.code === 'too_small' && issue.origin === 'string') return t('notEmpty');
  if (issue.code === 'invalid_union') return formatUnionIssue(issue.errors);
  if (issue.code === 'invalid_type') return t('wholeNumber');
  return translateSchemaMessage(issue.message);
};

/** What a value breaks, with the way to it: `free, models: A tier needs exactly one primary model`. */
export const formatIssue = (issue: Issue): string => {
  const path = issue.path.filter((part) => !['subscriptions', 'tiers'].includes(String(part)));
  return path.length === 0
    ? formatIssueMessage(issue)
    : t('named', { name: path.map(String).join(', '), text: formatIssueMessage(issue) });
};
