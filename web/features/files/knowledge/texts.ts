import { createTranslations } from '../../../lib/i18n/translations.ts';
import english from '../../../messages/en/knowledge.json' with { type: 'json' };

export const { useTranslations: useKnowledgeTranslations } = createTranslations('knowledge', english);
