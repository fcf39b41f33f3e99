import { createTranslations } from '../../../lib/i18n/translations.ts';
import english from '../../../messages/en/admin-limits.json' with { type: 'json' };

export type LimitTextKey = keyof typeof english;

export const { useTranslations: useLimitTranslations, t: translateLimit } = createTranslations('admin-limits', english);
