import { createTranslations } from '../../lib/i18n/translations.ts';
import english from '../../messages/en/attach.json' with { type: 'json' };

export type TextKey = keyof typeof english;

/** What attaching says, and the names of kinds and sizes: it comes with the first screen, the file manager’s texts on need. */
export const { useTranslations, t } = createTranslations('attach', english);
