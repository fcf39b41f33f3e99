import { createTranslations } from '../../lib/i18n/translations.ts';
import english from '../../messages/en/palette.json' with { type: 'json' };

/** What only the palette says; it comes with it. */
export const { t } = createTranslations('palette', english);
