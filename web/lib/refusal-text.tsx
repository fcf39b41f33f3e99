import { REFUSALS } from '../../src/shared/refusals.ts';
import { failureFinder } from './find-failure.ts';
import { createTranslations } from './i18n/translations.ts';
import english from '../messages/en/server-refusals.json' with { type: 'json' };

const { useTranslations } = createTranslations('server-refusals', english);
const findRefusal = failureFinder(REFUSALS);

/** A refusal of the server in the reader's language. Unknown texts stay as they are. */
const RefusalText = ({ text }: { readonly text: string }) => {
  const t = useTranslations();
  const refusal = findRefusal(text);
  return refusal ? t(refusal.key, refusal.values) : text;
};

export default RefusalText;
