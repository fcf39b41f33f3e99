import { createTranslations } from '../../lib/i18n/translations.ts';
import english from '../../messages/en/admin.json' with { type: 'json' };

export type TextKey = keyof typeof english;

/** What the panel says around its tabs, and what several of them say. */
export const { useTranslations, t } = createTranslations('admin', english);
