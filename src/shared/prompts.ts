import { normalizeUnicode, truncate } from './unicode.ts';

/* Saved prompts: what server and page both check. Lengths are in UTF-16 code units. */

/** Of one person, and of those that admins publish. */
export const MAX_PROMPTS = 200;
/** Of all texts of one person, and of all that are published: a list is one answer. */
export const MAX_PROMPTS_LENGTH = 500_000;
export const MAX_PROMPT_COMMAND = 40;
export const MAX_PROMPT_TITLE = 120;
export const MAX_PROMPT_DESCRIPTION = 300;
export const MAX_PROMPT_TEXT = 20_000;

/** Letters and digits of any script, and hyphens after the first of them. */
export const COMMAND_PATTERN = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*$/u;

const NO_COMMAND = /[^\p{L}\p{M}\p{N}]+/gu;

/** A command out of words: what may not be in one becomes a hyphen. Empty where nothing is left. */
export const toCommand = (words: string): string =>
  truncate(
    normalizeUnicode(words.slice(0, 4 * MAX_PROMPT_COMMAND), 'NFC')
      .replace(NO_COMMAND, '-')
      .replace(/^[\p{M}-]+/u, ''),
    MAX_PROMPT_COMMAND,
  )
    .split('-')
    .filter((part) => part !== '')
    .join('-');
