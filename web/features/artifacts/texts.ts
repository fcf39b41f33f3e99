import { createTranslations } from '../../lib/i18n/translations.ts';
import english from '../../messages/en/artifacts.json' with { type: 'json' };

export const { t, useTranslations } = createTranslations('artifacts', english);
