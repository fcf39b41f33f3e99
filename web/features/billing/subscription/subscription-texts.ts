import type { Translator } from '../../../lib/i18n/translations.ts';
import { formatDay } from '../../../lib/format-date.ts';
import type { Subscription } from '../billing-api.ts';
import { PLAN_NAMES } from '../pricing/plan-texts.ts';
import type { TextKey } from '../texts.ts';

const STATUS_KEYS: Readonly<Record<Subscription['status'], TextKey>> = {
  none: 'statusNone',
  active: 'statusActive',
  canceling: 'statusCanceling',
  canceled: 'statusCanceled',
  past_due: 'statusPastDue',
};

/** The status label. A granted plan without a paid one has its own. */
export const getStatusKey = ({ status, granted }: Subscription): TextKey =>
  granted?.paidTier === 'free' ? 'statusGranted' : STATUS_KEYS[status];

/** Since when and until when a plan was given and what is paid for besides; null for one that is bought. */
export const formatGrant = (t: Translator<TextKey>, { granted }: Subscription): string | null => {
  if (!granted) return null;
  const day = formatDay(granted.since) ?? '';
  const end = formatDay(granted.ends?.at ?? null);
  const plan = t(PLAN_NAMES[granted.paidTier]);
  if (granted.paidTier === 'free') return end ? t('grantedFreeUntil', { day, end }) : t('grantedFree', { day });
  return end ? t('grantedPayingUntil', { day, end, plan }) : t('grantedPaying', { day, plan });
};

/** What happens next and when; null when nothing does. The day of an overdue payment is not known here. */
export const getNextEvent = (
  t: Translator<TextKey>,
  { status, currentPeriodEnd, nextTier, cancelAtPeriodEnd }: Subscription,
): { readonly label: TextKey; readonly text: string } | null => {
  const day = formatDay(currentPeriodEnd);
  if (day === null) return null;
  if (nextTier !== null) return { label: 'nextPlan', text: t('planFrom', { plan: t(PLAN_NAMES[nextTier]), day }) };
  if (status === 'active') return { label: 'renewsOn', text: day };
  const ends = status === 'canceling' || (status === 'past_due' && cancelAtPeriodEnd);
  return ends ? { label: 'endsOn', text: day } : null;
};

/** True while there is something to cancel: also a subscription that gives no plan any more, as it is not paid. */
export const isCancellable = ({ status, cancelAtPeriodEnd }: Subscription): boolean =>
  status === 'active' || (status === 'past_due' && !cancelAtPeriodEnd);

/** There is a subscription, but it is not paid for so long that it gives no plan. */
export const isWithoutPlan = ({ tier, granted }: Subscription): boolean => (granted?.paidTier ?? tier) === 'free';

/** What the person is asked before cancelling. */
export const formatCancelQuestion = (t: Translator<TextKey>, subscription: Subscription): string => {
  if (isWithoutPlan(subscription)) return t('endsUnpaid');
  const { tier, currentPeriodEnd, granted } = subscription;
  const day = formatDay(currentPeriodEnd);
  const plan = t(PLAN_NAMES[tier]);
  if (granted) {
    const paid = t(PLAN_NAMES[granted.paidTier]);
    return day === null ? t('grantStaysForMonth', { paid, plan }) : t('grantStaysUntil', { paid, plan, day });
  }
  return day === null ? t('keepsForMonth', { plan }) : t('keepsUntil', { plan, day });
};
