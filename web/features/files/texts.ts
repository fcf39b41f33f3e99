import { createTranslations } from '../../lib/i18n/translations.ts';
import english from '../../messages/en/files.json' with { type: 'json' };

/** A text about files. */
export type TextKey = keyof typeof english;

/** What is said about files: attaching, keeping, looking at them, and what replies took from them. */
export const { useTranslations, t } = createTranslations('files', english);
