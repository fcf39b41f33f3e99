import { createTranslations } from '../../lib/i18n/translations.ts';
import english from '../../messages/en/welcome.json' with { type: 'json' };

/** What the welcome page says. */
export const { useTranslations, t } = createTranslations('welcome', english);
