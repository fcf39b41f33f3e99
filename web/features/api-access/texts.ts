import { textsOf } from '../../lib/i18n/texts.ts';
import english from '../../messages/en/api-access.json' with { type: 'json' };

/** What the API key says. */
export const { useTexts, say } = textsOf('api-access', english);
