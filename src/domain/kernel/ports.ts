import type { SettingsDocument } from '../../shared/settings/define-settings.ts';

/** The time, in milliseconds since 1970, and waiting for it. */
export abstract class Clock {
  abstract now(): number;
  /** Resolves after `ms`, or at once when `signal` aborts; never rejects. */
  abstract sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export abstract class Ids {
  /** 21 characters of `[A-Za-z0-9_-]`, random: the form of every id of ours. */
  abstract next(): string;
}

/** Secrets that are handed out once and kept only as digests. */
export abstract class Secrets {
  /** 32 random bytes, base64url: nobody guesses it. */
  abstract token(): string;
  /** Six digits, each of a million codes as likely as the others. */
  abstract code(): string;
  /** SHA-256 in hex: for tokens with full entropy. */
  abstract digest(token: string): string;
  /** Whether `digest` is that of `token`; takes as long for a nearly right one as for any other. */
  abstract matches(token: string, digest: string): boolean;
  /** HMAC-SHA-256 under the server's secret, in hex: for guessable things such as addresses. */
  abstract fingerprint(text: string): string;
}

/** What is told about the use of the product: names, kinds and numbers, never a text, an address or a name of a file. */
export type AnalyticsEvent =
  | { readonly name: 'chat_message'; readonly mode: string; readonly tier: string; readonly files: number }
  | { readonly name: 'sign_in'; readonly method: 'email' | 'phone' | 'google'; readonly tier: string }
  | { readonly name: 'freemium_trial'; readonly mode: string; readonly turns: number }
  | { readonly name: 'file_upload'; readonly type: string; readonly size: string; readonly tier: string }
  | { readonly name: 'error'; readonly code: string };

/** Counts what people do. Nobody waits for it, and it never fails. */
export abstract class Analytics {
  /** Whether what is told arrives anywhere; fixed from the start, so where it does not nothing needs to be found out. */
  abstract readonly isEnabled: boolean;
  /** `person` is a fingerprint that leads back to nobody. */
  abstract track(event: AnalyticsEvent, userFingerprint: string): void;
}

/** Work that nobody waits for. A failure is told to operators, and the process ends only after all of it is done. */
export abstract class Background {
  abstract run(label: string, work: () => Promise<void>): void;
}

/**
 * Runs `work` in one database transaction; repositories used inside it take part. Nested runs join the outer one. The
 * outermost is run again from its beginning when the database undid it, so `work` changes nothing outside the database.
 * Throws `StoreUnavailable` when that does not end, and when the connection is lost while it is being committed.
 */
export abstract class UnitOfWork {
  abstract run<T>(work: () => Promise<T>): Promise<T>;
}

/** One counter to take from: `limit` is how many uses its period allows, -1 for no limit (still counted). */
export interface Quota {
  readonly subject: string;
  readonly period: string;
  readonly limit: number;
}

/** `refused` is the index of the first exhausted quota of those asked for. */
export type Reservation = { readonly id: string } | { readonly refused: number };

/**
 * Atomic counting. A reservation takes one use from every quota or from none; it is settled exactly once:
 * charged (the use stays) or refunded (every counter gets it back). Settling twice changes nothing.
 */
export abstract class Quotas {
  abstract reserve(quotas: readonly Quota[]): Promise<Reservation>;
  abstract settle(reservationId: string, outcome: 'charged' | 'refunded'): Promise<void>;
  /** Like `settle`, but an earlier outcome is corrected, and the counters with it. */
  abstract resettle(reservationId: string, outcome: 'charged' | 'refunded'): Promise<void>;
  abstract getUsed(subject: string, period: string): Promise<number>;
  /** Forgets what was counted for one subject and period. */
  abstract clear(subject: string, period: string): Promise<void>;
  /** Drops counters and settled reservations untouched since `before`; what counts for a month or for ever stays. */
  abstract sweep(before: number): Promise<void>;
}

/** What a sandbox would have sent to the world: a mail, a code, a checkout, a payment event. */
export interface OutboxMessage {
  readonly id: string;
  readonly kind: 'mail' | 'sms' | 'checkout' | 'event';
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly html: string | null;
  readonly at: number;
}

/** Where sandbox adapters put what they would have sent. Only the newest 200 are kept. */
export abstract class Outbox {
  abstract add(message: OutboxMessage): Promise<void>;
  /** Newest first. */
  abstract list(): Promise<readonly OutboxMessage[]>;
}

/** What admins can look up afterwards. */
export type AuditEventKind = 'limit hit' | 'provider error' | 'admin change' | 'override' | 'refused admin call';

export interface AuditEvent {
  readonly kind: AuditEventKind;
  readonly level: 'info' | 'warn' | 'error';
  /** Whom it is about or who did it; null for nobody signed in. */
  readonly uid: string | null;
  /** A short sentence: no text of messages, no tokens, no addresses. */
  readonly detail: string;
}

/** The log that admins read. Kept by and by: a failure is told to operators and never reaches the caller. */
export abstract class AuditLog {
  abstract add(event: AuditEvent): void;
}

/** One document that admins set, as it stands now. A change acts within two seconds in every process. */
export abstract class Settings<T> {
  /** Its shape, and what stands before any change. */
  abstract readonly document: SettingsDocument<T>;
  abstract current(): Promise<T>;
  /** In the transaction of the caller, if there is one. */
  abstract change(value: T): Promise<void>;
}
