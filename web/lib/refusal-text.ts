import { REFUSALS } from '../../src/shared/refusals.ts';
import { failureFinder } from './find-failure.ts';
import { createTranslations } from './i18n/translations.ts';
import english from '../messages/en/server-refusals.json' with { type: 'json' };

const { useTranslations } = createTranslations('server-refusals', english);
const findRefusal = failureFinder(REFUSALS);

/** Limits and waits are counted: their language has a form for each number. */
const numbersIn = (values: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, /^\d{1,9}$/.test(value) ? Number(value) : value]),
  );

/** Tells a refusal; null: the text is none. */
export const useRefusal = () => {
  const t = useTranslations();
  return (text: string): string | null => {
    const refusal = findRefusal(text);
    return refusal && t(refusal.key, numbersIn(refusal.values));
  };
};
