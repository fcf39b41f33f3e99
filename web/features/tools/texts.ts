import { createTranslations } from '../../lib/i18n/translations.ts';
import english from '../../messages/en/tools.json' with { type: 'json' };

export type TextKey = keyof typeof english;

export const { useTranslations } = createTranslations('tools', english);
