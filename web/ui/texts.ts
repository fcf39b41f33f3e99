import { textsOf } from '../lib/i18n/texts.ts';
import english from '../messages/en/ui.json' with { type: 'json' };

/** What the parts of every screen say by themselves. */
export const { useTexts } = textsOf('ui', english);
