import { createTranslations } from '../../../lib/i18n/translations.ts';
import english from '../../../messages/en/second-factor.json' with { type: 'json' };

export const { useTranslations, t } = createTranslations('second-factor', english);
