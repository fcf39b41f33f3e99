import type { Clock, Ids, Outbox } from '../../domain/kernel/ports.ts';
import { providerOf } from '../../provider.ts';

/** A mail as it goes out. */
export interface Envelope {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A way for mails to leave the house. */
export interface Postman {
  send(envelope: Envelope): Promise<void>;
  /** Whether mails would be taken now, without sending any. Throws what is in the way. */
  check(): Promise<void>;
  close(): void;
}

export interface MailTools {
  readonly outbox: Outbox;
  readonly ids: Ids;
  readonly clock: Clock;
}

export const mailProvider = providerOf<MailTools, Postman>();
