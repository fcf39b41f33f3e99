import { createTranslations } from '../../lib/i18n/translations.ts';
import english from '../../messages/en/account-data.json' with { type: 'json' };

export const { useTranslations, t } = createTranslations('account-data', english);
