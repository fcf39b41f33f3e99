import { textsOf } from '../../lib/i18n/texts.ts';
import english from '../../messages/en/account-data.json' with { type: 'json' };

/** What exporting, importing and leaving say. */
export const { useTexts, say } = textsOf('account-data', english);
