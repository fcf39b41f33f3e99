import type { Language } from '../../shared/languages.ts';
import type { AuditAction, AuditOutcome } from '../../shared/audit.ts';
import type {
  AuditEntry,
  AuditEvent,
  AuditOrigin,
  AuditRecord,
  AuditTarget,
  ChainEnd,
  LabelledRecord,
} from './entry.ts';

/** Who did what to what. Actor, way and address come from the context of the request, command or job. */
export abstract class AuditLog {
  /**
   * Records what was done. Inside a transaction the entry is written with it or not at all, so call it there; outside
   * it is a transaction of its own.
   */
  abstract record(event: AuditEvent): Promise<void>;
  abstract origin(): AuditOrigin;
  /** Names whom a refusal of this request would be about. */
  abstract concerns(target: AuditTarget): void;
}

/** Refused attempts: metered and folded, so that an attacker cannot fill the disk. Asynchronous; never fails. */
export abstract class RefusalLog {
  abstract refuse(action: AuditAction, reason: string): void;
}

export interface RequestClient {
  readonly userAgent: string;
  /** Undefined where the caller names none. */
  readonly language: Language | undefined;
}

/** The origin of what runs in the current asynchronous context. */
export abstract class AuditContext {
  /** `client` is not recorded: sessions take the name of their device from it, and mails their language. */
  abstract run<T>(origin: AuditOrigin, work: () => Promise<T>, client?: RequestClient): Promise<T>;
  /** The server itself outside of any context. */
  abstract current(): AuditOrigin;
  /** Empty where there is none. */
  abstract userAgent(): string;
  /** Of the page that calls; undefined where there is none. */
  abstract language(): Language | undefined;
  abstract target(): AuditTarget | undefined;
  abstract setTarget(target: AuditTarget): void;
}

export interface AuditQuery {
  readonly limit: number;
  /** Only older entries. */
  readonly before?: number | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Actor or target: a uid, or a part of the masked address. */
  readonly person?: string | undefined;
  readonly action?: AuditAction | undefined;
  readonly outcome?: AuditOutcome | undefined;
  /** A part of details, target or address. */
  readonly text?: string | undefined;
}

/** Newest first. `next` continues, also when this page is short; null at the end. */
export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  readonly next: number | null;
}

export type Link = (record: LabelledRecord, previous: ChainEnd) => AuditEntry;

/** Undefined: nothing was recorded yet, or nothing removed. */
export interface ChainEnds {
  readonly head: ChainEnd | undefined;
  readonly anchor: ChainEnd | undefined;
}

/** The append-only chain of entries. Processes append at the same time without a fork. */
export abstract class AuditStore {
  /** Adds an entry behind the newest, when the current transaction ends. `link` is pure. */
  abstract append(record: AuditRecord, link: Link): Promise<void>;
  abstract list(query: AuditQuery): Promise<AuditPage>;
  /** Oldest first, those after `sequence`. */
  abstract listAfter(sequence: number, limit: number): Promise<readonly AuditEntry[]>;
  abstract ends(): Promise<ChainEnds>;
  /** The newest entry before which all are older than `before`; undefined if there is none. */
  abstract findExpired(before: number): Promise<ChainEnd | undefined>;
  /** Removes entries up to `anchor`, which takes their place. */
  abstract removeThrough(anchor: ChainEnd): Promise<void>;
}

/** How far entries were sent to another system. */
export interface ForwardCheckpoint extends ChainEnd {
  readonly sentAt: number | null;
  readonly failedAt: number | null;
  /** Since the last success. */
  readonly failures: number;
  readonly error: string | null;
  /** Entries that retention removed before they were sent. */
  readonly lost: number;
}

export abstract class ForwardCheckpoints {
  abstract find(): Promise<ForwardCheckpoint>;
  /** False, and nothing stored, when the stored sequence is not `from`: another process was quicker. */
  abstract save(checkpoint: ForwardCheckpoint, from: number): Promise<boolean>;
}

/** Another system that collects entries. */
export abstract class AuditCollector {
  /** Resolves when it has taken all of them, as far as its protocol tells; throws otherwise. */
  abstract send(entries: readonly AuditEntry[], signal: AbortSignal): Promise<void>;
}
