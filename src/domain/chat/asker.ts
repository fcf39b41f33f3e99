import type { Secrets } from '../kernel/ports.ts';
import { EmailVerificationRequired } from './errors.ts';
import type { Asker } from './ports.ts';

/** The owner under which an asker's replies are kept. */
export const ownerOf = (asker: Asker): string =>
  asker.kind === 'user' ? `user:${asker.uid}` : `visitor:${asker.session}`;

/** A trial session as visitors are known by it: never the session itself. */
export const sessionPrint = (secrets: Secrets, session: string): string => secrets.fingerprint(`session ${session}`);

/** The owner under which the replies of a trial session are kept. */
export const trialOwnerOf = (secrets: Secrets, session: string): string => `visitor:${sessionPrint(secrets, session)}`;

/** Whoever pays nothing must have proved an address or a phone number. Throws `EmailVerificationRequired`. */
export const requireVerified = (asker: Asker): void => {
  if (asker.kind === 'user' && isUnverified(asker)) throw new EmailVerificationRequired();
};

/** Pays nothing, and has proved neither an address nor a phone number. */
export const isUnverified = ({ tier, isAdmin, verified }: Extract<Asker, { kind: 'user' }>): boolean =>
  tier === 'free' && !isAdmin && !verified;
