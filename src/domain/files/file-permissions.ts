import { EmailVerificationRequired, SubscriptionRequired } from '../chat/errors.ts';
import type { UserRequester } from '../chat/replies/ports/requesters.ts';

/** Free accounts must be verified. Throws `EmailVerificationRequired`. */
export const requireVerified = ({ tier, isAdmin, verified }: UserRequester): void => {
  if (tier === 'free' && !isAdmin && !verified) throw new EmailVerificationRequired();
};

/** Uploading permanent files needs a paid plan; listing and deleting them does not. Throws `SubscriptionRequired`. */
export const requirePaidPlan = ({ tier }: UserRequester): void => {
  if (!canStoreFiles({ tier })) throw new SubscriptionRequired('Permanent files are part of the Pro plan');
};

export const canStoreFiles = ({ tier }: Pick<UserRequester, 'tier'>): boolean => tier !== 'free';

/** The free plan may only attach images. Throws `SubscriptionRequired`. */
export const requirePlanForKind = ({ tier }: UserRequester, kind: string): void => {
  if (tier === 'free' && kind !== 'image')
    throw new SubscriptionRequired('Files other than images are part of the Pro plan');
};
