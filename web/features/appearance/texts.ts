import { createTranslations } from '../../lib/i18n/translations.ts';
import english from '../../messages/en/appearance.json' with { type: 'json' };

export const { useTranslations } = createTranslations('appearance', english);
