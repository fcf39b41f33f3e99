import { createTranslations } from '../lib/i18n/translations.ts';
import english from '../messages/en/controls.json' with { type: 'json' };

/** What the parts of the first screen need of the texts here. */
export const { useTranslations } = createTranslations('controls', english);
