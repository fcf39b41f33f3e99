import { createTranslations, type Translator } from '../../../lib/i18n/translations.ts';
import english from '../../../messages/en/admin-groups.json' with { type: 'json' };

export type GroupsTextKey = keyof typeof english;
export type GroupsTranslator = Translator<GroupsTextKey>;

export const { useTranslations: useGroupsTranslations } = createTranslations('admin-groups', english);
