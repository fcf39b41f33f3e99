import type { AuditAction, AuditActorKind, AuditOutcome, AuditWay } from '../../shared/audit.ts';
import type { Json } from '../kernel/json.ts';

export interface AuditActor {
  readonly kind: AuditActorKind;
  readonly uid: string | null;
}

/** Where an action comes from. */
export interface AuditOrigin {
  readonly actor: AuditActor;
  readonly way: AuditWay;
  /** The network address as the operator wants it stored; null for the server itself. */
  readonly address: string | null;
}

export interface AuditTarget {
  /** `user`, `settings`, `share`, … */
  readonly kind: string;
  readonly id: string;
}

/** Small facts, such as the values before and after: never texts of chats, secrets or tokens. */
export type AuditDetails = Readonly<Record<string, Json>>;

/** What a use case reports; actor, way and address come from the context. */
export interface AuditEvent {
  readonly action: AuditAction;
  readonly target?: AuditTarget | undefined;
  readonly details?: AuditDetails | undefined;
  /** Who has just proved to be this account, in place of the context's stranger. */
  readonly uid?: string | undefined;
  /** For work that goes on after its request: what `AuditLog.origin` was then. */
  readonly origin?: AuditOrigin | undefined;
}

/** An entry before it has its place. */
export interface AuditRecord extends AuditOrigin {
  readonly at: number;
  readonly action: AuditAction;
  readonly target: AuditTarget | null;
  readonly outcome: AuditOutcome;
  /** As JSON text, which is what the hash covers. */
  readonly details: string;
}

/** With the masked addresses of its accounts, as they were then. */
export interface LabelledRecord extends AuditRecord {
  readonly actorLabel: string | null;
  readonly targetLabel: string | null;
}

/** Where a chain ends: the newest entry, or the last one that was removed. */
export interface ChainEnd {
  readonly sequence: number;
  readonly hash: string;
}

/** Proof of the holder of the server's secret. */
export interface AuditSeal {
  readonly seal: string;
  /** Names the secret. */
  readonly sealKey: string;
}

export interface AuditEntry extends LabelledRecord, ChainEnd, AuditSeal {}

export const EMPTY_CHAIN: ChainEnd = { sequence: 0, hash: '0'.repeat(64) };
