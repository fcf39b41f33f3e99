import { textsOf } from '../../lib/i18n/texts.ts';
import english from '../../messages/en/share.json' with { type: 'json' };

export type TextKey = keyof typeof english;

/** What sharing says. */
export const { useTexts } = textsOf('share', english);
