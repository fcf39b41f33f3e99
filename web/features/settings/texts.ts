import { createTranslations } from '../../lib/i18n/translations.ts';
import english from '../../messages/en/settings.json' with { type: 'json' };

export const { useTranslations } = createTranslations('settings', english);
