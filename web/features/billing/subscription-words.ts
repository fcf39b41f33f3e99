import { dayText } from '../../lib/when.ts';
import type { Subscription } from './billing-api.ts';
import { PLAN_NAMES } from './plan-texts.ts';

const STATUS: Readonly<Record<Subscription['status'], string>> = {
  none: 'No paid plan', active: 'Active', canceling: 'Cancelled', canceled: 'Ended', past_due: 'Payment overdue',
};

/** How the subscription stands, in a word or two. A plan that was given and that nothing is paid for besides is no ended or missing one. */
export const statusText = ({ status, granted }: Subscription): string => (granted?.paidTier === 'free' ? 'Granted' : STATUS[status]);

/** Since when a plan was given and what is paid for besides; null for one that is bought. */
export const grantedText = ({ granted }: Subscription): string | null => {
  if (!granted) return null;
  const since = `Since ${dayText(granted.since) ?? ''}, until it is taken back.`;
  return granted.paidTier === 'free' ? `${since} You pay nothing for it.` : `${since} You pay for ${PLAN_NAMES[granted.paidTier]} only.`;
};

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
export const cancelText = ({ tier, currentPeriodEnd, granted }: Subscription): string => {
  const until = dayText(currentPeriodEnd) ?? 'the end of the paid month';
  if (granted) return `You pay for ${PLAN_NAMES[granted.paidTier]} until ${until}. ${PLAN_NAMES[tier]} was granted to you and stays.`;
  return `You keep ${PLAN_NAMES[tier]} until ${until}. After that your account is on the Free plan.`;
};
