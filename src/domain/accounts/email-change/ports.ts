/** `confirm`: the new mailbox has to be proved; `undo`: the former one may take the account back. */
export type EmailChangeStep = 'confirm' | 'undo';

/** A change of an account's address. The token is never stored, only its digest. */
export interface EmailChange {
  readonly digest: string;
  readonly step: EmailChangeStep;
  readonly uid: string;
  /** The digest of the session that asked, which goes on. */
  readonly sessionDigest: string;
  readonly oldEmail: string;
  readonly newEmail: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

export abstract class EmailChanges {
  abstract add(change: EmailChange): Promise<void>;
  /** Returns the change to exactly one caller, and only before it expires. */
  abstract consume(digest: string, step: EmailChangeStep, now: number): Promise<EmailChange | undefined>;
  /** Revokes the unused ones of an account that were made at `since` or later. */
  abstract revoke(uid: string, step: EmailChangeStep, since?: number): Promise<void>;
  abstract removeExpired(now: number): Promise<void>;
}

/** Where the payment provider sends an account's invoices. */
export abstract class BillingContacts {
  /** Nothing for an account that never bought. */
  abstract changeEmail(uid: string, email: string): Promise<void>;
}
