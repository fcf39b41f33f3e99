import { createTranslations } from '../../lib/i18n/translations.ts';
import english from '../../messages/en/accounts.json' with { type: 'json' };

/** A text of the dialogs of signing in. */
export type TextKey = keyof typeof english;

/** What the dialogs of signing in say. */
export const { useTranslations, t } = createTranslations('accounts', english);
