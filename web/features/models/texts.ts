import { textsOf } from '../../lib/i18n/texts.ts';
import english from '../../messages/en/models.json' with { type: 'json' };

export type TextKey = keyof typeof english;

/** What the choice of a model says. */
export const { useTexts } = textsOf('models', english);
