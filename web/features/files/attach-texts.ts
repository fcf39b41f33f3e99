import { textsOf } from '../../lib/i18n/texts.ts';
import english from '../../messages/en/attach.json' with { type: 'json' };

export type TextKey = keyof typeof english;

/** What attaching says, and the names of kinds and sizes: it comes with the first screen, the file manager’s texts on need. */
export const { useTexts, say } = textsOf('attach', english);
