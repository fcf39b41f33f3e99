import { createTranslations } from '../../lib/i18n/translations.ts';
import english from '../../messages/en/tool-servers.json' with { type: 'json' };

export type ServerTextKey = keyof typeof english;

export const { useTranslations: useServerTranslations } = createTranslations('tool-servers', english);
