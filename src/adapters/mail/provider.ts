import type { Clock, Ids, Outbox } from '../../domain/kernel/ports.ts';
import { defineProvider } from '../../platform/provider-registry.ts';

/** A mail as it goes out. */
export interface RenderedEmail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A way for mails to leave the house. */
export interface MailTransport {
  send(envelope: RenderedEmail): Promise<void>;
  /** Whether mails would be taken now, without sending any. Throws what is in the way. */
  check(): Promise<void>;
  close(): void;
}

export interface MailDeps {
  readonly outbox: Outbox;
  readonly ids: Ids;
  readonly clock: Clock;
}

export const mailProvider = defineProvider<MailDeps, MailTransport>();
