import { textsOf } from '../../lib/i18n/texts.ts';
import english from '../../messages/en/trial.json' with { type: 'json' };

/** What the trial says. */
export const { useTexts, say } = textsOf('trial', english);
