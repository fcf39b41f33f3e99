import { createTranslations } from '../lib/i18n/translations.ts';
import english from '../messages/en/ui.json' with { type: 'json' };

export const { useTranslations } = createTranslations('ui', english);
