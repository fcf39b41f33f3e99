import { formatRefusal } from '../../shared/refusals.ts';
import { SERVICE_FAILURES } from '../../shared/service-failures.ts';
import { MAX_API_KEYS } from '../../shared/api-keys.ts';
import { DomainError, fixedError, retryableError } from '../kernel/domain-error.ts';

export class NotAuthenticated extends fixedError('unauthenticated', 'Not authenticated', 'UNAUTHORIZED') {}
export class AccessDenied extends fixedError('forbidden', 'Access denied', 'UNAUTHORIZED') {}

/** Wrong email or password; the answer does not reveal which. */
export class LoginFailed extends fixedError('unauthenticated', 'Login failed', 'UNAUTHORIZED') {}

/** Only for callers who have proved that it is their account. */
export class AccountSuspended extends fixedError(
  'forbidden',
  'This account is suspended. Please contact support.',
  'ACCOUNT_SUSPENDED',
) {}

export class TooManyLoginAttempts extends retryableError('limit_reached', 'Login failed') {}
export class EmailInUse extends fixedError('conflict', 'Registration failed', 'EMAIL_IN_USE') {}

export class InvalidSetupLink extends fixedError('invalid', 'Invalid or expired setup link') {}
export class DisposableEmail extends fixedError(
  'invalid',
  'Disposable email addresses are not allowed',
  'DISPOSABLE_EMAIL',
) {}

/** Password hashing is slow on purpose, and the queue is full. */
export class PasswordHashingBusy extends retryableError(
  'unavailable',
  'Too many people are signing in at this moment. Please try again.',
) {}

/** `isInvalid`: a token was sent but rejected. */
export class CaptchaRequired extends DomainError {
  readonly kind = 'forbidden';
  override readonly code = 'CAPTCHA_REQUIRED';

  constructor(isInvalid: boolean, message: string) {
    super(message, isInvalid ? { captchaError: 'Captcha verification failed' } : {});
  }
}

/** The captcha provider does not answer. Nobody can register until it does. */
export class CaptchaUnavailable extends fixedError('unavailable', 'Registration failed', 'CAPTCHA_REQUIRED', {
  captchaError: 'Captcha verification failed',
}) {}

export class RegistrationCooldown extends DomainError {
  readonly kind = 'limit_reached';
  override readonly code = 'REGISTRATION_COOLDOWN';

  constructor(cooldownMs: number, reason: string) {
    super('Registration failed', { cooldownMs, reason });
  }
}

export class InvalidVerificationToken extends fixedError('invalid', 'Invalid or expired verification token') {}
export class InvalidResetToken extends fixedError('invalid', 'Invalid or expired reset token') {}
export class InvalidEmailLink extends fixedError('invalid', 'Invalid or expired link') {}
/** The account signs in by phone. */
export class NoEmail extends fixedError('invalid', 'This account has no email address', 'NO_EMAIL') {}
export class AlreadyVerified extends fixedError('invalid', 'Email already verified') {}

export class TooManyEmails extends retryableError(
  'limit_reached',
  'Too many emails were asked for. Please wait a moment.',
) {}

/** The mail server takes no mail for this address, now and later. */
export class EmailRefused extends fixedError('bad_upstream', SERVICE_FAILURES.mailRefused) {}
/** For the admin: the mail server did not take them yet. */
export class EmailsWait extends DomainError {
  readonly kind = 'broken';
}

export class EmailNotSent extends fixedError('bad_upstream', 'The email could not be sent. Please try again later.') {}
/** Signed in, so not 401: that would end the session. `field` has the password in the call. */
export class WrongPassword extends DomainError {
  readonly kind = 'forbidden';

  constructor(field: 'currentPassword' | 'password') {
    super('This is not your password', { field });
  }
}

export class ApiKeyNotFound extends fixedError('not_found', 'API key not found') {}

export class TooManyApiKeys extends fixedError(
  'conflict',
  formatRefusal('tooManyApiKeys', MAX_API_KEYS),
  'TOO_MANY_KEYS',
) {}

/** The key is valid, but for other calls. */
export class KeyScopeRefused extends fixedError('forbidden', 'This API key may not do this', 'API_KEY_SCOPE') {}

export class SessionNotFound extends fixedError('not_found', 'Session not found') {}

/** The session is valid, but it is long ago that the person proved who they are (docs/adr/0064). */
export class ReauthenticationRequired extends fixedError(
  'forbidden',
  'Please confirm that it is you',
  'REAUTHENTICATION_REQUIRED',
) {}

/** What was sent as proof belongs to nobody, to another account, or is too old. */
export class ReauthenticationFailed extends fixedError('forbidden', 'This does not prove that it is you', undefined, {
  field: 'sessionToken',
}) {}

/** The account signs in another way; a mailed link sets its first password. */
export class NoPassword extends fixedError('invalid', 'This account has no password', 'NO_PASSWORD') {}

export class InvalidPhoneNumber extends fixedError('invalid', 'SMS send failed', 'VALIDATION_ERROR', {
  field: 'phoneNumber',
}) {}

export class TooManySms extends retryableError('limit_reached', 'SMS send failed') {}
export class SmsNotSent extends fixedError('bad_upstream', 'SMS send failed') {}

/** A wrong, expired or used code; the answer does not reveal which. */
export class InvalidCode extends fixedError('unauthenticated', 'SMS verification failed', 'UNAUTHORIZED') {}
export class TooManyCodeAttempts extends fixedError('limit_reached', 'SMS verification failed', 'RATE_LIMITED') {}

/** Another call created the account first. Internal: callers look it up again. */
export class IdentityTaken extends fixedError('conflict', 'This identity already has an account') {}
export class IdentityRejected extends fixedError('unauthenticated', 'Firebase token exchange failed', 'UNAUTHORIZED') {}

/** Not configured, or the provider does not answer. */
export class IdentityUnavailable extends fixedError('unavailable', 'Firebase token exchange failed') {}
export class CaptchaChallengeNotFound extends fixedError('not_found', 'This server makes no captcha challenges') {}

/** The person, or the sign-in provider, refused. */
export class SignInCancelled extends fixedError(
  'forbidden',
  'The sign-in was cancelled, or the sign-in service refused it. You can try again.',
  'SIGN_IN_CANCELLED',
) {}

export class TooManySignIns extends retryableError(
  'limit_reached',
  'Too many sign-ins from your network. Please wait a minute.',
) {}

/** The return does not belong to a sign-in that this browser started lately. */
export class SignInAttemptLost extends fixedError(
  'invalid',
  'This sign-in took too long, or began in another browser. Please start again.',
  'SIGN_IN_LOST',
) {}
export class SignInProviderDown extends fixedError(
  'bad_upstream',
  'The sign-in service does not answer at the moment. Please try again in a minute, or sign in another way.',
  'SIGN_IN_PROVIDER_DOWN',
) {}

/** Times in a provider's token are beyond the tolerance. */
export class ClocksDiffer extends fixedError(
  'bad_upstream',
  'The clocks of this server and of the sign-in service differ too much. Please tell whoever runs this server.',
  'SIGN_IN_CLOCK',
) {}

/** A provider's answer fails a check: signature, issuer, audience, nonce, code. */
export class SignInNotProven extends fixedError(
  'unauthenticated',
  'The answer of the sign-in service could not be verified. Please start again.',
  'SIGN_IN_NOT_PROVEN',
) {}

/** Another account has the address, and the provider does not say that it is verified. */
export class AddressNotProven extends fixedError(
  'conflict',
  'An account has this address already, and the sign-in service does not say that it is yours. ' +
    'Sign in the way you did before.',
  'SIGN_IN_ADDRESS_TAKEN',
) {}
export class SignInProviderNotFound extends fixedError('not_found', 'This sign-in service is not set up here') {}
export class IdentityNotFound extends fixedError('not_found', 'This way of signing in is not linked') {}
export class LastWayIn extends fixedError(
  'conflict',
  'This is the only way into your account. Set a password or link another way first.',
  'LAST_WAY_IN',
) {}
