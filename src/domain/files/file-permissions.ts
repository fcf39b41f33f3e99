import { EmailVerificationRequired, SubscriptionRequired } from '../chat/errors.ts';
import type { UserRequester } from '../chat/replies/ports.ts';

/** Whoever pays nothing must have proved an address or a phone number. Throws `EmailVerificationRequired`. */
export const requireVerified = ({ tier, isAdmin, verified }: UserRequester): void => {
  if (tier === 'free' && !isAdmin && !verified) throw new EmailVerificationRequired();
};

/** Permanent files are part of the paid plans; looking at them and deleting them is not. Throws `SubscriptionRequired`. */
export const requirePaidPlan = ({ tier }: UserRequester): void => {
  if (!canStoreFiles({ tier })) throw new SubscriptionRequired('Permanent files are part of the Pro plan');
};

export const canStoreFiles = ({ tier }: Pick<UserRequester, 'tier'>): boolean => tier !== 'free';

/** Without a plan only images are attached. Throws `SubscriptionRequired`. */
export const requirePlanForKind = ({ tier }: UserRequester, kind: string): void => {
  if (tier === 'free' && kind !== 'image')
    throw new SubscriptionRequired('Files other than images are part of the Pro plan');
};
