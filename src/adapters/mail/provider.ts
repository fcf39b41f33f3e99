import type { Clock, Ids, Outbox } from '../../domain/kernel/ports.ts';
import { defineProvider } from '../../platform/provider-registry.ts';

/** An outgoing mail. */
export interface RenderedEmail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A transport for mails. */
export interface MailTransport {
  send(envelope: RenderedEmail): Promise<void>;
  /** A health check that sends nothing. Throws what is wrong. */
  check(): Promise<void>;
  close(): void;
}

export interface MailDeps {
  readonly outbox: Outbox;
  readonly ids: Ids;
  readonly clock: Clock;
}

export const mailProvider = defineProvider<MailDeps, MailTransport>();
