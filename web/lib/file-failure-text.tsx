import type { ReactNode } from 'react';

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

export interface FileFailureProps {
  readonly text: string;
  /** Of the text in the reader's language; absent: the text alone. */
  readonly children?: ((told: string) => ReactNode) | undefined;
}

/** Why a file cannot be used, in the reader's language. Unknown texts stay as they are. */
const FileFailureText = ({ text, children = (told) => told }: FileFailureProps) => {
  const t = useTranslations();
  const failure = findFailure(text);
  const reason = failure?.values['reason'];
  if (reason === undefined) return children(failure ? t(failure.key, localizeAll(failure.values)) : text);
  const why = findFailure(reason);
  return children(why ? t('refused', { ...failure?.values, reason: t(why.key, localizeAll(why.values)) }) : text);
};

export default FileFailureText;
