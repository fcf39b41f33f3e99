import { formatRefusal, REFUSALS } from '../../../shared/refusals.ts';
import { DomainError, fixedError, retryableError } from '../../kernel/domain-error.ts';

export const SECOND_FACTOR_METHODS = ['totp', 'passkey', 'recovery-code'] as const;
export type SecondFactorMethod = (typeof SECOND_FACTOR_METHODS)[number];

/**
 * The first proof is right, and the account has a second factor: no session yet. A client that does not know the step
 * shows the text. Not 401: a signed-in page that follows a mailed link would think its own session had ended.
 */
export class SecondFactorNeeded extends DomainError {
  readonly kind = 'forbidden';
  override readonly code = 'SECOND_FACTOR_NEEDED';

  constructor(challenge: string, methods: readonly SecondFactorMethod[]) {
    super('This account also asks for a code of your authenticator app. Please sign in on the page of this server.', {
      requiresSecondFactor: true,
      challenge,
      methods: [...methods],
    });
  }
}

/** A wrong or used code; signed in or not. */
export class WrongSecondFactor extends fixedError(
  'forbidden',
  'This code is not right, or it was used already. Please try the next one.',
  'WRONG_SECOND_FACTOR',
) {}

/** The first proof is too long ago, or was used. */
export class SecondFactorExpired extends fixedError(
  'forbidden',
  'This sign-in has expired. Please start again.',
  'SECOND_FACTOR_EXPIRED',
) {}

export class TooManySecondFactorAttempts extends retryableError(
  'limit_reached',
  'Too many wrong codes. Please wait, or use a recovery code.',
) {}

/** The operator requires a second factor of this account: until it has one, it may only set one up. */
export class SecondFactorRequired extends fixedError(
  'forbidden',
  'This server requires a second factor. Please set it up in your settings.',
  'SECOND_FACTOR_REQUIRED',
) {}

/** A password alone does not confirm that it is the owner of an account with a second factor. */
export class SecondFactorProofRequired extends fixedError(
  'forbidden',
  'Please confirm with a code of your authenticator app',
  'SECOND_FACTOR_PROOF_REQUIRED',
) {}

export class SecondFactorExists extends fixedError('conflict', 'This account already has an authenticator app.') {}
export class NoSecondFactor extends fixedError('conflict', 'This account has no second factor.') {}

/** The answer of the browser is not valid, belongs to no passkey, or comes from a copy of one. */
export class InvalidPasskey extends fixedError('forbidden', REFUSALS.passkeyRefused, 'INVALID_PASSKEY') {}
export class PasskeyExists extends fixedError('conflict', REFUSALS.passkeyExists) {}
export class TooManyPasskeys extends fixedError('conflict', formatRefusal('tooManyPasskeys', 20)) {}
export class PasskeyNotFound extends fixedError('not_found', 'There is no such passkey.') {}
