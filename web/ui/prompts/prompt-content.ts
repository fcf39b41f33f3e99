import type { SavedPrompt } from '../../../src/contract/prompts.ts';
import {
  COMMAND_PATTERN,
  MAX_PROMPT_COMMAND,
  MAX_PROMPT_DESCRIPTION,
  MAX_PROMPT_TEXT,
  MAX_PROMPT_TITLE,
} from '../../../src/shared/prompts.ts';
import { normalizeUnicode } from '../../../src/shared/unicode.ts';
import type { Translator } from '../../lib/i18n/translations.ts';
import type { TextKey } from './texts.ts';

export type PromptContent = Pick<SavedPrompt, 'command' | 'title' | 'description' | 'text'>;
export type PromptField = keyof PromptContent;
export type FieldErrors = Partial<Readonly<Record<PromptField, string>>>;

export const NEW_PROMPT: PromptContent = { command: '', title: '', description: '', text: '' };

export const contentOf = ({ command, title, description, text }: PromptContent): PromptContent => ({
  command,
  title,
  description,
  text,
});

export const isSame = (a: PromptContent, b: PromptContent): boolean =>
  a.command === b.command && a.title === b.title && a.description === b.description && a.text === b.text;

/** As it is sent: people write the slash too. */
export const toSent = ({ command, title, description, text }: PromptContent): PromptContent => ({
  command: normalizeUnicode(command.trim().replace(/^\//, ''), 'NFC'),
  title: title.trim(),
  description: description.trim(),
  text,
});

const MAX_LENGTHS: Readonly<Record<PromptField, number>> = {
  command: MAX_PROMPT_COMMAND,
  title: MAX_PROMPT_TITLE,
  description: MAX_PROMPT_DESCRIPTION,
  text: MAX_PROMPT_TEXT,
};

const MISSING: Partial<Readonly<Record<PromptField, TextKey>>> = {
  command: 'commandMissing',
  title: 'titleMissing',
  text: 'textMissing',
};

const FIELDS = ['title', 'command', 'description', 'text'] as const satisfies readonly PromptField[];

const errorOf = (field: PromptField, value: string, t: Translator<TextKey>): string | undefined => {
  const missing = MISSING[field];
  if (missing && value.trim() === '') return t(missing);
  if (value.length > MAX_LENGTHS[field]) return t('tooLong', { count: value.length, max: MAX_LENGTHS[field] });
  return field === 'command' && !COMMAND_PATTERN.test(value) ? t('commandSigns') : undefined;
};

/** What has to be put right before it can be sent, by field. */
export const findErrors = (sent: PromptContent, t: Translator<TextKey>): FieldErrors =>
  Object.fromEntries(
    FIELDS.flatMap((field) => {
      const error = errorOf(field, sent[field], t);
      return error === undefined ? [] : [[field, error]];
    }),
  );
