import type { Clock, Ids, Outbox } from '../../domain/kernel/ports.ts';
import type { PermittedAddresses } from '../../platform/guarded-connect.ts';
import { defineProvider } from '../../platform/provider-registry.ts';

/** An outgoing mail. */
export interface RenderedEmail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** What differs between the kinds of mail. */
export interface EmailTexts {
  readonly subject: string;
  readonly opening: string;
  readonly button: string;
  readonly validity: string;
  readonly reason: string;
}

/** A transport for mails. */
export abstract class MailTransport {
  /** Throws `EmailRefused` when the server does not take it for good, otherwise what went wrong. */
  abstract send(envelope: RenderedEmail): Promise<void>;
  /** A health check that sends nothing. Throws what is wrong. */
  abstract check(): Promise<void>;
  abstract close(): void;
}

export interface MailDeps {
  readonly outbox: Outbox;
  readonly ids: Ids;
  readonly clock: Clock;
  /** Where the server may be; anywhere when absent, as the operator's environment may name any address. */
  readonly addresses?: PermittedAddresses;
}

export const mailProvider = defineProvider<MailDeps, MailTransport>();
