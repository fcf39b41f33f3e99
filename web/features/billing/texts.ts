import { textsOf } from '../../lib/i18n/texts.ts';
import english from '../../messages/en/billing.json' with { type: 'json' };

/** A text about plans, payment and usage. */
export type TextKey = keyof typeof english;

/** What plans, payment and usage say. */
export const { useTexts, say } = textsOf('billing', english);
