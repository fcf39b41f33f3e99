import { FILE_FAILURES } from '../../src/shared/file-failures.ts';
import { failureFinder } from './find-failure.ts';
import { formatFileSize } from './format-file-size.ts';
import { createTranslations } from './i18n/translations.ts';
import english from '../messages/en/file-failures.json' with { type: 'json' };

const { useTranslations } = createTranslations('file-failures', english);

const findFailure = failureFinder(FILE_FAILURES);

const BYTES: Readonly<Record<string, number>> = { KB: 1024, MB: 1024 * 1024 };

/** A size as the server writes it, in the form of the reader's language. */
const localize = (value: string): string => {
  const [, number = '', unit = ''] = /^([\d.]+) (KB|MB)$/.exec(value) ?? [];
  const bytes = BYTES[unit];
  return bytes === undefined ? value : formatFileSize(Number(number) * bytes);
};

const localizeAll = (values: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, localize(value)]));

/** Tells why a file cannot be used; null: the text is none of these. */
export const useFileFailure = () => {
  const t = useTranslations();
  return (text: string): string | null => {
    const failure = findFailure(text);
    const reason = failure?.values['reason'];
    if (reason === undefined) return failure && t(failure.key, localizeAll(failure.values));
    const why = findFailure(reason);
    return why && t('refused', { ...failure?.values, reason: t(why.key, localizeAll(why.values)) });
  };
};
