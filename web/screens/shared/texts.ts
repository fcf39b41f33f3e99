import { createTranslations } from '../../lib/i18n/translations.ts';
import english from '../../messages/en/shared-page.json' with { type: 'json' };

/** What shared and printed conversations say. */
export const { useTranslations, t } = createTranslations('shared-page', english);
