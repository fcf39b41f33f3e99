import { textsOf } from '../../lib/i18n/texts.ts';
import english from '../../messages/en/admin-limits.json' with { type: 'json' };

export type LimitKey = keyof typeof english;

/** What the tabs say that set something. */
export const { useTexts: useLimitTexts, say: sayLimit } = textsOf('admin-limits', english);
