import type { Secrets } from '../../kernel/ports.ts';
import { EmailVerificationRequired } from '../errors.ts';
import { ownerOf, type Requester, type UserRequester } from './ports/requesters.ts';

/** Identifies a trial session without storing it. */
export const sessionFingerprint = (secrets: Secrets, session: string): string =>
  secrets.fingerprint(`session ${session}`);

/** The owner of a trial session's replies. */
export const trialOwnerOf = (secrets: Secrets, session: string): string =>
  `visitor:${sessionFingerprint(secrets, session)}`;

const KEYED_ID_LENGTH = 32;

interface KeyedRequest {
  readonly requester: Requester;
  readonly idempotencyKey?: string | undefined;
}

/** The id of a reply outside of chats: the same for the same requester and key. */
export const keyedReplyId = (secrets: Secrets, { requester, idempotencyKey }: KeyedRequest): string | undefined =>
  idempotencyKey === undefined
    ? undefined
    : secrets.fingerprint(`reply ${ownerOf(requester)} ${idempotencyKey}`).slice(0, KEYED_ID_LENGTH);

/** Free accounts must be verified. Throws `EmailVerificationRequired`. */
export const requireVerified = (requester: Requester): void => {
  if (requester.kind === 'user' && isUnverified(requester)) throw new EmailVerificationRequired();
};

/** A free account without verified email address or phone number. */
export const isUnverified = ({ tier, isAdmin, verified }: UserRequester): boolean =>
  tier === 'free' && !isAdmin && !verified;
