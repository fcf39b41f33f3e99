import { textsOf } from '../../lib/i18n/texts.ts';
import english from '../../messages/en/history.json' with { type: 'json' };

/** What the list of conversations says. */
export const { useTexts, say } = textsOf('history', english);
