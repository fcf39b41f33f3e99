import { createTranslations } from '../lib/i18n/translations.ts';
import english from '../messages/en/ui.json' with { type: 'json' };

/** What the parts of every screen say by themselves. */
export const { useTranslations } = createTranslations('ui', english);
