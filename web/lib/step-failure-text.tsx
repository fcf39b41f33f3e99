import { createTranslations } from './i18n/translations.ts';
import english from '../messages/en/step-failures.json' with { type: 'json' };

type TextKey = keyof typeof english;

const { useTranslations } = createTranslations('step-failures', english);

/** The English texts are those of STEP_FAILURES in src/shared. */
const KEYS: ReadonlyMap<string, TextKey> = new Map(
  Object.keys(english)
    .filter((key): key is TextKey => key in english)
    .map((key) => [english[key], key]),
);

/** The one failure with a value. */
const ANSWERED = /^The site answered (\d{3})\.$/;

/** Why a step failed, in the reader's language. What a tool or a program wrote stays as it is. */
const StepFailureText = ({ text }: { readonly text: string }) => {
  const t = useTranslations();
  const status = ANSWERED.exec(text)?.[1];
  if (status) return t('siteAnswered', { status });
  const key = KEYS.get(text);
  return key === undefined ? text : t(key);
};

export default StepFailureText;
