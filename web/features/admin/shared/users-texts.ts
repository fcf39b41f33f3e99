import { createTranslations, type Translator } from '../../../lib/i18n/translations.ts';
import english from '../../../messages/en/admin-people.json' with { type: 'json' };

export type UsersTextKey = keyof typeof english;
export type UsersTranslator = Translator<UsersTextKey>;

export const { useTranslations: useUsersTranslations, t: translateUsers } = createTranslations('admin-people', english);
