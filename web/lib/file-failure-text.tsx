import { FILE_FAILURES } from '../../src/shared/file-failures.ts';
import { failureFinder } from './find-failure.ts';
import { createTranslations } from './i18n/translations.ts';
import english from '../messages/en/file-failures.json' with { type: 'json' };

const { useTranslations } = createTranslations('file-failures', english);

const findFailure = failureFinder(FILE_FAILURES);

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
