import { createTranslations } from '../../lib/i18n/translations.ts';
import english from '../../messages/en/conversation.json' with { type: 'json' };

/** Texts that no first screen needs. */
export const { useTranslations, t } = createTranslations('conversation', english);
