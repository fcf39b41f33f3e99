import { createTranslations } from '../../../lib/i18n/translations.ts';
import english from '../../../messages/en/admin-providers.json' with { type: 'json' };

export type ProvidersTextKey = keyof typeof english;

export const { useTranslations: useProvidersTranslations } = createTranslations('admin-providers', english);
