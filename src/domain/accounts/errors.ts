import { DomainError } from '../kernel/domain-error.ts';

export class NotAuthenticated extends DomainError {
  readonly kind = 'unauthenticated';
  override readonly code = 'UNAUTHORIZED';

  constructor(message = 'Not authenticated') {
    super(message);
  }
}

export class AccessDenied extends DomainError {
  readonly kind = 'forbidden';
  override readonly code = 'UNAUTHORIZED';

  constructor() {
    super('Access denied');
  }
}

/** Wrong email or password: the answer does not tell which. */
export class LoginFailed extends DomainError {
  readonly kind = 'unauthenticated';
  override readonly code = 'UNAUTHORIZED';

  constructor() {
    super('Login failed');
  }
}

/** Told only to who has proved whose account it is. */
export class AccountSuspended extends DomainError {
  readonly kind = 'forbidden';
  override readonly code = 'ACCOUNT_SUSPENDED';

  constructor() {
    super('This account is suspended. Please contact support.');
  }
}

export class TooManyLoginAttempts extends DomainError {
  readonly kind = 'limit_reached';
  override readonly code = 'RATE_LIMITED';

  constructor(retryAfterMs: number) {
    super('Login failed', { retryAfterMs });
  }
}

export class EmailInUse extends DomainError {
  readonly kind = 'conflict';
  override readonly code = 'EMAIL_IN_USE';

  constructor() {
    super('Registration failed');
  }
}

export class InvalidSetupLink extends DomainError {
  readonly kind = 'invalid';

  constructor() {
    super('Invalid or expired setup link');
  }
}

export class DisposableEmail extends DomainError {
  readonly kind = 'invalid';
  override readonly code = 'DISPOSABLE_EMAIL';

  constructor() {
    super('Disposable email addresses are not allowed');
  }
}

/** Hashing a password is slow on purpose, and too many wait for it already. */
export class PasswordHashingBusy extends DomainError {
  readonly kind = 'unavailable';
  override readonly code = 'RATE_LIMITED';

  constructor(retryAfterMs: number) {
    super('Too many people are signing in at this moment. Please try again.', { retryAfterMs });
  }
}

/** `wrong`: a token came, but it does not pass. */
export class CaptchaRequired extends DomainError {
  readonly kind = 'forbidden';
  override readonly code = 'CAPTCHA_REQUIRED';

  constructor(isInvalid: boolean, message = 'Registration failed') {
    super(message, isInvalid ? { captchaError: 'Captcha verification failed' } : {});
  }
}

/** The captcha's provider cannot be asked: nobody registers until it can, and operators see why. */
export class CaptchaUnavailable extends DomainError {
  readonly kind = 'unavailable';
  override readonly code = 'CAPTCHA_REQUIRED';

  constructor(cause: unknown) {
    super('Registration failed', { captchaError: 'Captcha verification failed' });
    this.cause = cause;
  }
}

export class RegistrationCooldown extends DomainError {
  readonly kind = 'limit_reached';
  override readonly code = 'REGISTRATION_COOLDOWN';

  constructor(cooldownMs: number, reason: string) {
    super('Registration failed', { cooldownMs, reason });
  }
}

export class InvalidVerificationToken extends DomainError {
  readonly kind = 'invalid';

  constructor() {
    super('Invalid or expired verification token');
  }
}

export class InvalidResetToken extends DomainError {
  readonly kind = 'invalid';

  constructor() {
    super('Invalid or expired reset token');
  }
}

export class AlreadyVerified extends DomainError {
  readonly kind = 'invalid';

  constructor() {
    super('Email already verified');
  }
}

/** Too many mails were asked for. */
export class TooManyEmails extends DomainError {
  readonly kind = 'limit_reached';
  override readonly code = 'RATE_LIMITED';

  constructor(retryAfterMs: number) {
    super('Too many emails were asked for. Please wait a moment.', { retryAfterMs });
  }
}

export class EmailNotSent extends DomainError {
  readonly kind = 'bad_upstream';

  constructor(cause: unknown) {
    super('The email could not be sent. Please try again later.');
    this.cause = cause;
  }
}

export class InvalidPhoneNumber extends DomainError {
  readonly kind = 'invalid';
  override readonly code = 'VALIDATION_ERROR';

  constructor() {
    super('SMS send failed', { field: 'phoneNumber' });
  }
}

export class TooManySms extends DomainError {
  readonly kind = 'limit_reached';
  override readonly code = 'RATE_LIMITED';

  constructor(retryAfterMs: number) {
    super('SMS send failed', { retryAfterMs });
  }
}

export class SmsNotSent extends DomainError {
  readonly kind = 'bad_upstream';

  constructor(cause?: unknown) {
    super('SMS send failed');
    this.cause = cause;
  }
}

/** A wrong, old or used code: the answer does not tell which. */
export class InvalidCode extends DomainError {
  readonly kind = 'unauthenticated';
  override readonly code = 'UNAUTHORIZED';

  constructor() {
    super('SMS verification failed');
  }
}

export class TooManyCodeAttempts extends DomainError {
  readonly kind = 'limit_reached';
  override readonly code = 'RATE_LIMITED';

  constructor() {
    super('SMS verification failed');
  }
}

/** Another account was quicker; only inside: callers look again. */
export class IdentityTaken extends DomainError {
  readonly kind = 'conflict';

  constructor() {
    super('This identity already has an account');
  }
}

export class IdentityRejected extends DomainError {
  readonly kind = 'unauthenticated';
  override readonly code = 'UNAUTHORIZED';

  constructor() {
    super('Firebase token exchange failed');
  }
}

/** Not configured, or the provider does not answer. */
export class IdentityUnavailable extends DomainError {
  readonly kind = 'unavailable';

  constructor(cause?: unknown) {
    super('Firebase token exchange failed');
    this.cause = cause;
  }
}

export class CaptchaChallengeNotFound extends DomainError {
  readonly kind = 'not_found';

  constructor() {
    super('This server makes no captcha challenges');
  }
}
