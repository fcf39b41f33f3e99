import { createTranslations } from '../../lib/i18n/translations.ts';
import english from '../../messages/en/history.json' with { type: 'json' };

/** What the list of conversations says. */
export const { useTranslations, t } = createTranslations('history', english);
