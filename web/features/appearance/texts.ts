import { textsOf } from '../../lib/i18n/texts.ts';
import english from '../../messages/en/appearance.json' with { type: 'json' };

/** What the look of the page says of itself. */
export const { useTexts } = textsOf('appearance', english);
