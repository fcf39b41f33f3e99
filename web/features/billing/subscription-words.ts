import { dayText } from '../../lib/when.ts';
import type { Subscription } from './billing-api.ts';
import { PLAN_NAMES } from './plan-texts.ts';

const STATUS: Readonly<Record<Subscription['status'], string>> = {
  none: 'No paid plan', active: 'Active', canceling: 'Cancelled', canceled: 'Ended', past_due: 'Payment overdue',
};

/** How the subscription stands, in a word or two. */
export const statusText = ({ status }: Subscription): string => STATUS[status];

/** What happens next and when; null when nothing does. */
export const nextText = ({ status, currentPeriodEnd }: Subscription): { readonly label: string; readonly day: string } | null => {
  const day = dayText(currentPeriodEnd);
  if (day === null) return null;
  if (status === 'active') return { label: 'Renews on', day };
  if (status === 'canceling') return { label: 'Ends on', day };
  return status === 'past_due' ? { label: 'Was due on', day } : null;
};

/** True while there is something to cancel. */
export const isCancellable = ({ status, tier }: Subscription): boolean => tier !== 'free' && (status === 'active' || status === 'past_due');

/** What the person is asked before cancelling. */
export const cancelText = ({ tier, currentPeriodEnd }: Subscription): string => {
  const until = dayText(currentPeriodEnd);
  return `You keep ${PLAN_NAMES[tier]} until ${until ?? 'the end of the paid month'}. After that your account is on the Free plan.`;
};
