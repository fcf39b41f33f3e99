import { createTranslations } from '../../lib/i18n/translations.ts';
import english from '../../messages/en/billing.json' with { type: 'json' };

/** A text about plans, payment and usage. */
export type TextKey = keyof typeof english;

/** What plans, payment and usage say. */
export const { useTranslations, t } = createTranslations('billing', english);
