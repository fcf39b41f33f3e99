import { createTranslations } from '../../lib/i18n/translations.ts';
import english from '../../messages/en/trial.json' with { type: 'json' };

/** What the trial says. */
export const { useTranslations } = createTranslations('trial', english);
