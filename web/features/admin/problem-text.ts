import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** Of several possible forms the last is the ordinary one: what breaks that helps most. */
const innerWords = (errors: readonly (readonly Issue[])[]): string => {
  const issue = errors.at(-1)?.[0];
  return issue ? ownWords(issue) : 'is not possible';
};

const ownWords = (issue: Issue): string => {
  if (issue.code === 'too_small' && issue.origin === 'number') return `must be at least ${issue.minimum}`;
  if (issue.code === 'too_big' && issue.origin === 'number') return `must be at most ${issue.maximum}`;
  if (issue.code === 'too_small' && issue.origin === 'string') return 'must not be empty';
  if (issue.code === 'invalid_union') return innerWords(issue.errors);
  if (issue.code === 'invalid_type') return 'must be a whole number';
  return issue.message;
};

/** What a value breaks, with the way to it: `free, models: A tier needs exactly one primary model`. */
export const problemText = (issue: Issue): string => {
  const path = issue.path.filter((part) => !['subscriptions', 'tiers'].includes(String(part)));
  return path.length === 0 ? ownWords(issue) : `${path.map(String).join(', ')}: ${ownWords(issue)}`;
};
