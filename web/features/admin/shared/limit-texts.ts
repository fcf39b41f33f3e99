import { createTranslations } from '../../../lib/i18n/translations.ts';
import english from '../../../messages/en/admin-limits.json' with { type: 'json' };

export type LimitTextKey = keyof typeof english;

/** The texts of the tabs that set something. */
export const { useTranslations: useLimitTranslations, t: translateLimit } = createTranslations('admin-limits', english);
