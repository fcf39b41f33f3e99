import { createTranslations } from '../../lib/i18n/translations.ts';
import english from '../../messages/en/api-access.json' with { type: 'json' };

export const { useTranslations, t } = createTranslations('api-access', english);
