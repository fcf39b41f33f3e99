import { textsOf } from '../../lib/i18n/texts.ts';
import english from '../../messages/en/usage.json' with { type: 'json' };

export type TextKey = keyof typeof english;

/** What the sidebar says of the day’s messages. */
export const { useTexts } = textsOf('usage', english);
