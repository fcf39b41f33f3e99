import { textsOf } from '../lib/i18n/texts.ts';
import english from '../messages/en/shared-page.json' with { type: 'json' };

/** What shared and printed conversations say. */
export const { useTexts, say } = textsOf('shared-page', english);
