import { DomainError, fixedError } from '../../kernel/domain-error.ts';

/** The owner lets nobody, or only certain addresses, make an account. */
export class RegistrationClosed extends DomainError {
  readonly kind = 'forbidden';
  override readonly code: string = 'REGISTRATION_CLOSED';

  constructor(message: string) {
    super('Registration failed', { message });
  }
}

export class InvitationRequired extends RegistrationClosed {
  override readonly code = 'INVITATION_REQUIRED';

  constructor() {
    super('An invitation is needed to make an account here. Please open the link of yours.');
  }
}

/** Unknown, used up, revoked or expired; the answer does not reveal which. */
export class InvalidInvitation extends fixedError('invalid', 'Registration failed', 'INVALID_INVITATION', {
  message: 'This invitation is used, withdrawn or too old. Please ask whoever invited you for a new one.',
}) {}

export class InvitationForAnother extends fixedError('forbidden', 'Registration failed', 'INVITATION_FOR_ANOTHER', {
  message: 'This invitation is for another address.',
}) {}

/** An admin said no to this proved identity. */
export class RegistrationDeclined extends RegistrationClosed {
  override readonly code = 'REGISTRATION_DECLINED';

  constructor() {
    super('Your request for an account was declined. Please ask the owner.');
  }
}

/**
 * No refusal: an admin will decide. The same for an address that has an account already. A client that does not know it
 * shows the text.
 */
export class ApprovalPending extends DomainError {
  readonly kind = 'forbidden';
  override readonly code = 'APPROVAL_PENDING';

  constructor(byMail: boolean) {
    const news = byMail ? 'You will be told by mail.' : 'Sign in again later to see what was decided.';
    super('Your request was sent', {
      message: `An admin looks at each request for an account. ${news}`,
      requiresApproval: true,
      byMail,
    });
  }
}

export class InvitationNotFound extends fixedError('not_found', 'Invitation not found') {}
export class RequestNotFound extends fixedError('not_found', 'Request not found') {}

/** The request is dropped: its person has an account by now. */
export class AccountExists extends fixedError('conflict', 'This person has an account already') {}
