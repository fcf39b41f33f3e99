import { textsOf } from '../../lib/i18n/texts.ts';
import english from '../../messages/en/settings.json' with { type: 'json' };

/** What the settings say. */
export const { useTexts, say } = textsOf('settings', english);
