import { textsOf } from '../lib/i18n/texts.ts';
import english from '../messages/en/app.json' with { type: 'json' };

/** What the frame of the page says: sidebar, palette, shortcuts, notices. */
export const { useTexts, say } = textsOf('app', english);

export type TextKey = keyof typeof english;
