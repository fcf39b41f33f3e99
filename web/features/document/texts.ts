import { textsOf } from '../../lib/i18n/texts.ts';
import english from '../../messages/en/document.json' with { type: 'json' };

export type TextKey = keyof typeof english;

/** What the document view says. */
export const { useTexts } = textsOf('document', english);
