import { createTranslations } from '../../lib/i18n/translations.ts';
import english from '../../messages/en/asking.json' with { type: 'json' };

/** What the composer says, and why there is no reply: what the first screen needs of the chat's texts. */
export const { useTranslations, t } = createTranslations('asking', english);

export type TextKey = keyof typeof english;
