import { createTranslations } from '../../lib/i18n/translations.ts';
import english from '../../messages/en/tool-steps.json' with { type: 'json' };

export type StepTextKey = keyof typeof english;

export const { useTranslations: useStepTranslations } = createTranslations('tool-steps', english);
