import type { Secrets } from '../../kernel/ports.ts';
import { EmailVerificationRequired } from '../errors.ts';
import type { Requester, UserRequester } from './ports.ts';

/** The owner of a requester's replies. */
export const ownerOf = (requester: Requester): string =>
  requester.kind === 'user' ? `user:${requester.uid}` : `visitor:${requester.session}`;

/** Identifies a trial session without storing it. */
export const sessionFingerprint = (secrets: Secrets, session: string): string =>
  secrets.fingerprint(`session ${session}`);

/** The owner of a trial session's replies. */
export const trialOwnerOf = (secrets: Secrets, session: string): string =>
  `visitor:${sessionFingerprint(secrets, session)}`;

/** Free accounts must be verified. Throws `EmailVerificationRequired`. */
export const requireVerified = (requester: Requester): void => {
  if (requester.kind === 'user' && isUnverified(requester)) throw new EmailVerificationRequired();
};

/** A free account without verified email address or phone number. */
export const isUnverified = ({ tier, isAdmin, verified }: UserRequester): boolean =>
  tier === 'free' && !isAdmin && !verified;
