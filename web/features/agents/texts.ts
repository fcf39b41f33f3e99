import { textsOf } from '../../lib/i18n/texts.ts';
import english from '../../messages/en/agents.json' with { type: 'json' };

export type TextKey = keyof typeof english;

/** What the modes and the agents say. */
export const { useTexts } = textsOf('agents', english);
