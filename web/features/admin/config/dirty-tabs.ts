import { TIERS } from '../../../../src/shared/tiers.ts';
import type { AdminTab, Configs } from '../../../state/admin-slice.ts';
import type { RootState } from '../../../state/root-reducer.ts';
import { isDirty, TAB_CONFIGS } from './config-actions.ts';
import { isEqual } from './config-diff.ts';

type Rates = Configs['rate-limits'];

/** Three tabs share the rate limits; each looks at its own part of them. */
const RATE_LIMIT_PARTS: Partial<Readonly<Record<AdminTab, (rates: Rates) => unknown>>> = {
  'rate-limits': ({ subscriptions }) => TIERS.map((tier) => subscriptions[tier].lifetime),
  'model-access': ({ subscriptions }) => TIERS.map((tier) => subscriptions[tier].models),
  features: ({ features }) => features,
};

/** Whether something on this tab is changed and not saved. */
export const isTabDirty = (state: RootState, tab: AdminTab): boolean => {
  const part = RATE_LIMIT_PARTS[tab];
  const draft = state.admin.drafts['rate-limits'];
  if (part) return draft !== undefined && !isEqual(part(draft.base), part(draft.value));
  return TAB_CONFIGS[tab].some((name) => isDirty(state, name));
};
