import { createTranslations } from '../../../lib/i18n/translations.ts';
import english from '../../../messages/en/admin-shares.json' with { type: 'json' };
import reportEnglish from '../../../messages/en/report-page.json' with { type: 'json' };

export type SharesTextKey = keyof typeof english;

export const { useTranslations: useSharesTranslations } = createTranslations('admin-shares', english);

/** What reporters choose from. */
export const { useTranslations: useReportTranslations } = createTranslations('report-page', reportEnglish);
