import type { SettingsDocument } from '../../shared/settings/define-settings.ts';

/** `now` in epoch milliseconds. */
export abstract class Clock {
  abstract now(): number;
  /** Resolves after `ms`, or at once when `signal` aborts; never rejects. */
  abstract sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export abstract class Ids {
  /** 21 random characters of `[A-Za-z0-9_-]`. */
  abstract next(): string;
}

/** Secrets that are shown once and stored as digests. */
export abstract class Secrets {
  /** 32 random bytes, base64url. */
  abstract token(): string;
  /** Six random digits. */
  abstract code(): string;
  /** SHA-256 in hex: for tokens with full entropy. */
  abstract digest(token: string): string;
  /** In constant time. */
  abstract matches(token: string, digest: string): boolean;
  /** HMAC-SHA-256 with the server's secret, in hex: for guessable values such as addresses. */
  abstract fingerprint(text: string): string;
  /** Those that are accepted: the current secret's first, then the one's that it replaced. */
  abstract fingerprints(text: string): readonly string[];
}

/** Usage events: names, kinds and numbers, never texts, addresses or file names. */
export type AnalyticsEvent =
  | { readonly name: 'chat_message'; readonly mode: string; readonly tier: string; readonly files: number }
  | { readonly name: 'sign_in'; readonly method: 'email' | 'phone' | 'google' | 'provider'; readonly tier: string }
  | { readonly name: 'freemium_trial'; readonly mode: string; readonly turns: number }
  | { readonly name: 'file_upload'; readonly type: string; readonly size: string; readonly tier: string }
  | { readonly name: 'error'; readonly code: string };

/** Usage statistics. Asynchronous; never fails. */
export abstract class Analytics {
  /** Constant, so that callers can skip preparing events. */
  abstract readonly isEnabled: boolean;
  /** `userFingerprint` is not reversible. */
  abstract track(event: AnalyticsEvent, userFingerprint: string): void;
}

/** Background work. Failures are reported, and shutdown waits for it. */
export abstract class Background {
  abstract run(label: string, work: () => Promise<void>): void;
}

/**
 * Runs `work` in one database transaction; repositories used inside take part. Nested runs join the outer one. The
 * outermost is retried from the start when the database rolls it back, so `work` must not change anything outside the
 * database. Throws `StoreUnavailable` when retries are exhausted, or the connection is lost during the commit.
 */
export abstract class UnitOfWork {
  abstract run<T>(work: () => Promise<T>): Promise<T>;

  /**
   * Like `run`, for short work that many ask for at once: where transactions take turns, those of one moment share one.
   * A failure still undoes only the changes of its own work.
   */
  runShared<T>(work: () => Promise<T>): Promise<T> {
    return this.run(work);
  }
}

/** A counter: `limit` is the number of uses per period, -1 for no limit (still counted). */
export interface Quota {
  readonly subject: string;
  readonly period: string;
  readonly limit: number;
}

/** `refused` is the index of the first exhausted quota. */
export type Reservation = { readonly id: string } | { readonly refused: number };

/**
 * Atomic counters. A reservation takes one use from every quota or none; it is settled once: charged, or refunded to
 * every counter. Settling is idempotent.
 */
export abstract class Quotas {
  abstract reserve(quotas: readonly Quota[]): Promise<Reservation>;
  abstract settle(reservationId: string, outcome: 'charged' | 'refunded'): Promise<void>;
  /** Like `settle`, but corrects an earlier outcome and the counters. */
  abstract resettle(reservationId: string, outcome: 'charged' | 'refunded'): Promise<void>;
  abstract getUsed(subject: string, period: string): Promise<number>;
  abstract clear(subject: string, period: string): Promise<void>;
  /**
   * Deletes counters created before `before`, of months before that of `before`, and reservations settled before it;
   * lifetime counters stay. It must be longer ago than the longest other period, a day.
   */
  abstract sweep(before: number): Promise<void>;
}

/** A message that a sandbox adapter did not really send. */
export interface OutboxMessage {
  readonly id: string;
  readonly kind: 'mail' | 'sms' | 'checkout' | 'event';
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly html: string | null;
  readonly at: number;
}

/** The outbox of sandbox adapters, limited to the newest 200 messages. */
export abstract class Outbox {
  abstract add(message: OutboxMessage): Promise<void>;
  /** Newest first. */
  abstract list(): Promise<readonly OutboxMessage[]>;
}

export type ServerEventKind =
  | 'limit hit'
  | 'provider error'
  | 'payment'
  | 'admin change'
  | 'override'
  | 'refused admin call';

export interface ServerEvent {
  readonly kind: ServerEventKind;
  readonly level: 'info' | 'warn' | 'error';
  /** The subject or actor; null when not signed in. */
  readonly uid: string | null;
  /** A short sentence without texts of messages, tokens and addresses. */
  readonly detail: string;
}

/** The log of server events for admins. Asynchronous: failures are reported and never reach the caller. */
export abstract class ServerEventLog {
  abstract add(event: ServerEvent): void;
}

/** A settings document. A change takes effect within two seconds in every process. */
export abstract class Settings<T> {
  /** Schema and defaults. */
  abstract readonly document: SettingsDocument<T>;
  abstract current(): Promise<T>;
  /** In the caller's transaction, if there is one. */
  abstract change(value: T): Promise<void>;
}

/** No job waits for as long: a time further ahead was written while the clock was wrong, and counts as past. */
export const MAX_JOB_WAIT_MS = 2 * 24 * 3_600_000;

/** Locks for jobs that only one process at a time may run. */
export abstract class JobLocks {
  /** True for exactly one caller when the job is due. It is due again at `until` unless rescheduled. */
  abstract acquire(name: string, now: number, until: number): Promise<boolean>;
  abstract reschedule(name: string, until: number): Promise<void>;
  /** Whether somebody has it: it is not due yet. */
  abstract isHeld(name: string, now: number): Promise<boolean>;
}
