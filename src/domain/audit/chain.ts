import type { Secrets } from '../kernel/ports.ts';
import type { AuditEntry, AuditSeal, ChainEnd, LabelledRecord } from './entry.ts';

/** Changes with the hashed text. */
const FORMAT = 1;
const KEY_LENGTH = 16;

/** Everything that an entry says, in one order. */
const hashedText = (record: LabelledRecord, sequence: number, previous: string): string =>
  JSON.stringify([
    FORMAT,
    previous,
    sequence,
    record.at,
    record.actor.kind,
    record.actor.uid,
    record.actorLabel,
    record.way,
    record.address,
    record.action,
    record.target?.kind ?? null,
    record.target?.id ?? null,
    record.targetLabel,
    record.outcome,
    record.details,
  ]);

/**
 * The chain: each entry has the SHA-256 of itself and of the hash before it, and an HMAC of that hash. Whoever can
 * write to the database but does not know the server's secret cannot change, insert or remove an entry unseen.
 */
export class AuditChain {
  constructor(private readonly secrets: Secrets) {}

  /** Names the secret that seals. */
  get sealKey(): string {
    return this.secrets.fingerprint('audit seal key').slice(0, KEY_LENGTH);
  }

  link(record: LabelledRecord, previous: ChainEnd): AuditEntry {
    const sequence = previous.sequence + 1;
    const hash = this.hash(record, sequence, previous.hash);
    return { ...record, sequence, hash, ...this.seal({ sequence, hash }) };
  }

  hash(record: LabelledRecord, sequence: number, previousHash: string): string {
    return this.secrets.digest(hashedText(record, sequence, previousHash));
  }

  seal({ sequence, hash }: ChainEnd): AuditSeal {
    return { seal: this.secrets.fingerprint(`audit entry ${sequence} ${hash}`), sealKey: this.sealKey };
  }
}
