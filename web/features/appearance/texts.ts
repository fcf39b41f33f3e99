import { createTranslations } from '../../lib/i18n/translations.ts';
import english from '../../messages/en/appearance.json' with { type: 'json' };

/** What the look of the page says of itself. */
export const { useTranslations } = createTranslations('appearance', english);
