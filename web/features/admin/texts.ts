import { textsOf } from '../../lib/i18n/texts.ts';
import english from '../../messages/en/admin.json' with { type: 'json' };

export type TextKey = keyof typeof english;

/** What the panel says around its tabs, and what several of them say. */
export const { useTexts, say } = textsOf('admin', english);
