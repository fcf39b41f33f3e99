import { createTranslations } from '../../../lib/i18n/translations.ts';
import english from '../../../messages/en/admin-registration.json' with { type: 'json' };

export type RegistrationTextKey = keyof typeof english;

export const { useTranslations: useRegistrationTranslations } = createTranslations('admin-registration', english);
