import { REFUSALS } from '../../src/shared/refusals.ts';
import { failureFinder } from './find-failure.ts';
import { createTranslations } from './i18n/translations.ts';
import english from '../messages/en/server-refusals.json' with { type: 'json' };

const { useTranslations } = createTranslations('server-refusals', english);
const findRefusal = failureFinder(REFUSALS);

/** Tells a refusal; null: the text is none. */
export const useRefusal = () => {
  const t = useTranslations();
  return (text: string): string | null => {
    const refusal = findRefusal(text);
    return refusal && t(refusal.key, refusal.values);
  };
};
