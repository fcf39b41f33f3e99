import type { Secrets } from '../../kernel/ports.ts';
import { EmailVerificationRequired } from '../errors.ts';
import type { Requester, UserRequester } from './ports.ts';

/** The owner under which an asker's replies are kept. */
export const ownerOf = (requester: Requester): string =>
  requester.kind === 'user' ? `user:${requester.uid}` : `visitor:${requester.session}`;

/** A trial session as visitors are known by it: never the session itself. */
export const sessionFingerprint = (secrets: Secrets, session: string): string =>
  secrets.fingerprint(`session ${session}`);

/** The owner under which the replies of a trial session are kept. */
export const trialOwnerOf = (secrets: Secrets, session: string): string =>
  `visitor:${sessionFingerprint(secrets, session)}`;

/** Whoever pays nothing must have proved an address or a phone number. Throws `EmailVerificationRequired`. */
export const requireVerified = (requester: Requester): void => {
  if (requester.kind === 'user' && isUnverified(requester)) throw new EmailVerificationRequired();
};

/** Pays nothing, and has proved neither an address nor a phone number. */
export const isUnverified = ({ tier, isAdmin, verified }: UserRequester): boolean =>
  tier === 'free' && !isAdmin && !verified;
