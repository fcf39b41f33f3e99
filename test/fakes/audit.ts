import type { Language } from '../../src/shared/languages.ts';
import { AsyncLocalStorage } from 'node:async_hooks';

import {
  type AuditEntry,
  type AuditEvent,
  type AuditOrigin,
  type AuditRecord,
  type AuditTarget,
  type ChainEnd,
  EMPTY_CHAIN,
} from '../../src/domain/audit/entry.ts';
import {
  AuditCollector,
  AuditContext,
  type RequestClient,
  AuditLog,
  type AuditPage,
  type AuditQuery,
  AuditStore,
  type ChainEnds,
  type ForwardCheckpoint,
  ForwardCheckpoints,
  type Link,
} from '../../src/domain/audit/ports.ts';
import { maskEmail } from '../../src/domain/kernel/mask.ts';

/** Remembers what was recorded. */
export class RecordingAuditLog extends AuditLog {
  events: readonly AuditEvent[] = [];
  readonly targets: AuditTarget[] = [];

  /** `action target-id` of each entry. */
  get lines(): readonly string[] {
    return this.events.map(({ action, target }) => [action, target?.id].filter(Boolean).join(' '));
  }

  async record(event: AuditEvent): Promise<void> {
    this.events = [...this.events, event];
  }

  origin(): AuditOrigin {
    return { actor: { kind: 'system', uid: null }, way: 'job', address: null };
  }

  concerns(target: AuditTarget): void {
    this.targets.push(target);
  }

  snapshot(): () => void {
    const before = this.events;
    return () => {
      this.events = before;
    };
  }
}

/** As the real one, without switching itself off. */
export class TestAuditContext extends AuditContext {
  private readonly storage = new AsyncLocalStorage<{
    origin: AuditOrigin;
    client: RequestClient | undefined;
    target?: AuditTarget;
  }>();

  run<T>(origin: AuditOrigin, work: () => Promise<T>, client?: RequestClient): Promise<T> {
    return this.storage.run({ origin, client }, work);
  }

  current(): AuditOrigin {
    return this.storage.getStore()?.origin ?? { actor: { kind: 'system', uid: null }, way: 'job', address: null };
  }

  userAgent(): string {
    return this.storage.getStore()?.client?.userAgent ?? '';
  }

  language(): Language | undefined {
    return this.storage.getStore()?.client?.language;
  }

  target(): AuditTarget | undefined {
    return this.storage.getStore()?.target;
  }

  setTarget(target: AuditTarget): void {
    const scope = this.storage.getStore();
    if (scope) scope.target = target;
  }
}

const labelOf = (uid: string | null | undefined): string | null =>
  uid === null || uid === undefined ? null : maskEmail(`${uid}@example.org`);

/** Every uid has the address `<uid>@example.org`. */
export class InMemoryAuditStore extends AuditStore {
  entries: AuditEntry[] = [];
  head: ChainEnd | undefined;
  anchor: ChainEnd | undefined;

  async append(record: AuditRecord, link: Link): Promise<void> {
    const { actor, target } = record;
    const targetLabel = target?.kind === 'user' ? labelOf(target.id) : null;
    const entry = link({ ...record, actorLabel: labelOf(actor.uid), targetLabel }, this.head ?? EMPTY_CHAIN);
    this.entries.push(entry);
    this.head = { sequence: entry.sequence, hash: entry.hash };
  }

  async list({ limit, before = Infinity, ...filters }: AuditQuery): Promise<AuditPage> {
    const all = this.entries.filter((entry) => entry.sequence < before && matches(entry, filters)).toReversed();
    const entries = all.slice(0, limit);
    return { entries, next: all.length > limit ? (entries.at(-1)?.sequence ?? null) : null };
  }

  async listAfter(sequence: number, limit: number): Promise<readonly AuditEntry[]> {
    return this.entries.filter((entry) => entry.sequence > sequence).slice(0, limit);
  }

  async ends(): Promise<ChainEnds> {
    return { head: this.head, anchor: this.anchor };
  }

  async findExpired(before: number): Promise<ChainEnd | undefined> {
    const kept = this.entries.findIndex(({ at }) => at >= before);
    const last = this.entries.slice(0, kept === -1 ? undefined : kept).at(-1);
    return last && { sequence: last.sequence, hash: last.hash };
  }

  async removeThrough({ sequence, hash }: ChainEnd): Promise<void> {
    this.entries = this.entries.filter((entry) => entry.sequence > sequence);
    this.anchor = { sequence, hash };
  }
}

const contains = (texts: readonly (string | null | undefined)[], part: string | undefined): boolean =>
  !part || texts.some((text) => text?.toLowerCase().includes(part.toLowerCase()));

const matches = (entry: AuditEntry, filters: Omit<AuditQuery, 'limit' | 'before'>): boolean => {
  const { from = -Infinity, to = Infinity, person, action, outcome, text } = filters;
  const { target } = entry;
  return [
    entry.at >= from && entry.at < to,
    [undefined, entry.action].includes(action),
    [undefined, entry.outcome].includes(outcome),
    contains([entry.actor.uid, entry.actorLabel, target?.id, entry.targetLabel], person),
    contains([entry.details, target?.id, entry.targetLabel, entry.address, entry.action], text),
  ].every(Boolean);
};

export class InMemoryForwardCheckpoints extends ForwardCheckpoints {
  private checkpoint: ForwardCheckpoint = {
    ...EMPTY_CHAIN,
    sentAt: null,
    failedAt: null,
    failures: 0,
    error: null,
    lost: 0,
  };

  async find(): Promise<ForwardCheckpoint> {
    return this.checkpoint;
  }

  async save(checkpoint: ForwardCheckpoint, from: number): Promise<boolean> {
    if (this.checkpoint.sequence !== from) return false;
    this.checkpoint = checkpoint;
    return true;
  }
}

/** Takes entries, or fails as it is told. */
export class RecordingCollector extends AuditCollector {
  /** Sequences, batch by batch. */
  readonly batches: number[][] = [];
  fail: ((entries: readonly AuditEntry[]) => Error | undefined) | undefined;

  get sequences(): readonly number[] {
    return this.batches.flat();
  }

  async send(entries: readonly AuditEntry[]): Promise<void> {
    const error = this.fail?.(entries);
    if (error) throw error;
    this.batches.push(entries.map(({ sequence }) => sequence));
  }
}
