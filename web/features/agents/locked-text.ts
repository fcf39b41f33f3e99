import { PLAN_NAMES } from '../../../src/shared/tiers.ts';
import type { Translator } from '../../lib/i18n/translations.ts';
import type { AgentStatus } from '../../state/agents-slice.ts';
import type { TextKey } from './texts.ts';

interface LockedText {
  /** Under Premium Only. */
  readonly premium: TextKey;
  /** Under All Tiers: takes the lowest plan that has agents. */
  readonly plan: TextKey;
}

/** Why agents are locked. Plans are named only where one is offered, and helps. */
export const lockedText = (
  { premium, plan }: LockedText,
  { status, offersPlans }: { readonly status: AgentStatus | null; readonly offersPlans: boolean },
  t: Translator<TextKey>,
): string => {
  if (!offersPlans || status?.byGroups) return t('notForYou');
  const lowestPlan = status?.lowestPlan ?? null;
  return lowestPlan === null ? t(premium) : t(plan, { plan: PLAN_NAMES[lowestPlan] });
};
