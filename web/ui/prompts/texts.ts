import { createTranslations } from '../../lib/i18n/translations.ts';
import english from '../../messages/en/prompts.json' with { type: 'json' };

export type TextKey = keyof typeof english;

export const { useTranslations } = createTranslations('prompts', english);
