import { EmailVerificationRequired } from './errors.ts';
import type { Asker } from './ports.ts';

/** The owner under which an asker's replies are kept. */
export const ownerOf = (asker: Asker): string =>
  asker.kind === 'user' ? `user:${asker.uid}` : `visitor:${asker.session}`;

/** Whoever pays nothing must have proved an address or a phone number. Throws `EmailVerificationRequired`. */
export const requireVerified = (asker: Asker): void => {
  if (asker.kind === 'user' && asker.tier === 'free' && !asker.isAdmin && !asker.verified) throw new EmailVerificationRequired();
};
