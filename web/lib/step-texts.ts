import { createTranslations } from './i18n/translations.ts';
import english from '../messages/en/steps.json' with { type: 'json' };
import type { Step } from '../../src/shared/reply-details.ts';

type TextKey = keyof typeof english;

const { useTranslations } = createTranslations('steps', english);

/** The English texts are those of STEP_TEXTS in src/shared, which the server writes into steps. */
const KEYS: ReadonlyMap<string, TextKey> = new Map(
  Object.keys(english)
    .filter((key): key is TextKey => key in english)
    .map((key) => [english[key], key]),
);

interface ShownTexts {
  readonly label: string;
  readonly output: string | null;
}

/** The texts of a step in the reader's language. Unknown texts and what a tool or a program wrote stay as they are. */
export const useStepTexts = (): ((step: Pick<Step, 'kind' | 'label' | 'output' | 'call'>) => ShownTexts) => {
  const t = useTranslations();
  const translate = (text: string): string => {
    const key = KEYS.get(text);
    return key === undefined ? text : t(key);
  };
  return ({ kind, label, output, call }) => ({
    label: kind === 'tool' && call ? t('usingTool', { title: call.title }) : translate(label),
    output: output === null || kind === 'code' || kind === 'tool' ? output : translate(output),
  });
};
