import { createTranslations } from '../lib/i18n/translations.ts';
import english from '../messages/en/app.json' with { type: 'json' };

/** What the frame of the page says: sidebar, palette, shortcuts, notices. */
export const { useTranslations, t } = createTranslations('app', english);

export type TextKey = keyof typeof english;
