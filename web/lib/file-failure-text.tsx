import { FILE_FAILURES } from '../../src/shared/file-failures.ts';
import { createTranslations } from './i18n/translations.ts';
import english from '../messages/en/file-failures.json' with { type: 'json' };

type TextKey = keyof typeof english;

const { useTranslations } = createTranslations('file-failures', english);

/** What the server writes, with a group for each value. */
const toPattern = (text: string): RegExp =>
  new RegExp(`^${text.replace(/[.?()]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>.+)')}$`);

const PATTERNS = Object.keys(english)
  .filter((key): key is TextKey => key in english)
  .map((key) => ({ key, pattern: toPattern(FILE_FAILURES[key]) }));

const findFailure = (text: string) => {
  for (const { key, pattern } of PATTERNS) {
    const found = pattern.exec(text);
    if (found) return { key, values: { ...found.groups } };
  }
  return null;
};

/** Why a file cannot be used, in the reader's language. Unknown texts stay as they are. */
const FileFailureText = ({ text }: { readonly text: string }) => {
  const t = useTranslations();
  const failure = findFailure(text);
  const reason = failure?.values['reason'];
  if (reason === undefined) return failure ? t(failure.key, failure.values) : text;
  const why = findFailure(reason);
  return why ? t('refused', { ...failure?.values, reason: t(why.key, why.values) }) : text;
};

export default FileFailureText;
