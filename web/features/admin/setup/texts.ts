import { createTranslations } from '../../../lib/i18n/translations.ts';
import english from '../../../messages/en/setup.json' with { type: 'json' };

export type SetupTextKey = keyof typeof english;

export const { useTranslations: useSetupTranslations } = createTranslations('setup', english);
