import { textsOf } from '../../lib/i18n/texts.ts';
import english from '../../messages/en/chat.json' with { type: 'json' };

export type TextKey = keyof typeof english;

/** What conversations say. */
export const { useTexts, say } = textsOf('chat', english);
