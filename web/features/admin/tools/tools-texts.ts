import { createTranslations } from '../../../lib/i18n/translations.ts';
import english from '../../../messages/en/admin-tools.json' with { type: 'json' };

export type ToolsTextKey = keyof typeof english;

export const { useTranslations: useToolsTranslations, t: translateTools } = createTranslations('admin-tools', english);
