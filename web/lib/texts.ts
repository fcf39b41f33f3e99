import english from '../messages/en/lib.json' with { type: 'json' };
import { createTranslations } from './i18n/translations.ts';

/** What is said all over the page: when something comes, and that nothing came. */
export const { t } = createTranslations('lib', english);
