import type { Language } from '../../../shared/languages.ts';
import type { EmailMessage } from '../ports.ts';

/** A mail as it is sent later, when no page asks for it any more. */
export type StoredEmail = Pick<EmailMessage, 'kind' | 'to'> & {
  readonly language: Language;
  readonly link: string;
  readonly note: string;
};

export interface QueuedEmail {
  readonly id: string;
  /** Undefined where its link cannot be decrypted any more. */
  readonly message: StoredEmail | undefined;
  readonly kind: EmailMessage['kind'];
  readonly to: string;
  readonly createdAt: number;
  /** When it is tried next. */
  readonly dueAt: number;
  /** From then on it helps nobody. */
  readonly expiresAt: number;
  /** How often it was tried. */
  readonly attempts: number;
}

export type NewQueuedEmail = Omit<QueuedEmail, 'message' | 'kind' | 'to'> & { readonly message: StoredEmail };

/** No mail waits for longer: a time further ahead was written while the clock was wrong, and counts as past. */
export const MAX_EMAIL_WAIT_MS = 3_600_000;

/** Mails that the mail server did not take yet. Links and notes are encrypted. */
export abstract class EmailQueue {
  /** False, and nothing stored, when `limit` mails wait already. */
  abstract add(mail: NewQueuedEmail, limit: number): Promise<boolean>;
  /** Those due for longest first, and then those whose time is further ahead than `MAX_EMAIL_WAIT_MS`. */
  abstract listDue(now: number, limit: number): Promise<readonly QueuedEmail[]>;
  /** Counts an attempt, and lets the next one come at `dueAt`. True for exactly one caller for each attempt. */
  abstract claim(mail: Pick<QueuedEmail, 'id' | 'attempts'>, dueAt: number): Promise<boolean>;
  abstract remove(id: string): Promise<void>;
  /** Mails of a kind to an address, of which a newer one makes the link invalid. */
  abstract removeSuperseded(kind: EmailMessage['kind'], to: string): Promise<void>;
  /** `since`: when the oldest was to be sent; null: none waits. */
  abstract count(): Promise<{ readonly count: number; readonly since: number | null }>;
}
