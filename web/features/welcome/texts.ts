import { textsOf } from '../../lib/i18n/texts.ts';
import english from '../../messages/en/welcome.json' with { type: 'json' };

/** What the welcome page says. */
export const { useTexts, say } = textsOf('welcome', english);
