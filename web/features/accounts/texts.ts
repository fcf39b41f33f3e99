import { textsOf } from '../../lib/i18n/texts.ts';
import english from '../../messages/en/accounts.json' with { type: 'json' };

/** A text of the dialogs of signing in. */
export type TextKey = keyof typeof english;

/** What the dialogs of signing in say. */
export const { useTexts, say } = textsOf('accounts', english);
