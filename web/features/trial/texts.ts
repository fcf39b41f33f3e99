import { createTranslations } from '../../lib/i18n/translations.ts';
import english from '../../messages/en/trial.json' with { type: 'json' };

export const { useTranslations } = createTranslations('trial', english);
