import { createTranslations } from '../../lib/i18n/translations.ts';
import english from '../../messages/en/archive.json' with { type: 'json' };

/** Texts of pins and the archive that the list of chats does not need. */
export const { useTranslations, t } = createTranslations('archive', english);
