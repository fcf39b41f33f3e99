import { EmailVerificationRequired, SubscriptionRequired } from '../chat/errors.ts';
import type { Asker } from '../chat/ports.ts';

export type Person = Extract<Asker, { kind: 'user' }>;

/** Whoever pays nothing must have proved an address or a phone number. Throws `EmailVerificationRequired`. */
export const requireVerified = ({ tier, isAdmin, verified }: Person): void => {
  if (tier === 'free' && !isAdmin && !verified) throw new EmailVerificationRequired();
};

/** Permanent files are part of the paid plans; looking at them and deleting them is not. Throws `SubscriptionRequired`. */
export const requirePlan = ({ tier }: Person): void => {
  if (!mayKeep({ tier })) throw new SubscriptionRequired('Permanent files are part of the Pro plan');
};

export const mayKeep = ({ tier }: Pick<Person, 'tier'>): boolean => tier !== 'free';

/** Without a plan only images are attached. Throws `SubscriptionRequired`. */
export const requirePlanFor = ({ tier }: Person, kind: string): void => {
  if (tier === 'free' && kind !== 'image')
    throw new SubscriptionRequired('Files other than images are part of the Pro plan');
};
