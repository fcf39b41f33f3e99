import english from '../messages/en/lib.json' with { type: 'json' };
import { createTranslations } from './i18n/translations.ts';

export const { t } = createTranslations('lib', english);
