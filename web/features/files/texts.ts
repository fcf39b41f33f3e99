import { textsOf } from '../../lib/i18n/texts.ts';
import english from '../../messages/en/files.json' with { type: 'json' };

/** A text about files. */
export type TextKey = keyof typeof english;

/** What is said about files: attaching, keeping, looking at them, and what replies took from them. */
export const { useTexts, say } = textsOf('files', english);
