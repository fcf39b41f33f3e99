import { AsyncLocalStorage } from 'node:async_hooks';

import { FOREVER, utcMonth } from '../../src/domain/kernel/day.ts';
import {
  Background,
  Clock,
  Ids,
  Outbox,
  type Quota,
  Quotas,
  type Reservation,
  Secrets,
  type OutboxMessage,
  UnitOfWork,
} from '../../src/domain/kernel/ports.ts';
import { NOON } from '../support/builders.ts';

interface Sleeper {
  readonly until: number;
  wake(): void;
}

/** Stands still until it is advanced; sleepers whose time has come wake in the order of their times. */
export class FixedClock extends Clock {
  private time: number;
  private sleepers: Sleeper[] = [];

  constructor(time = NOON) {
    super();
    this.time = time;
  }

  now(): number {
    return this.time;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      // By way of the event loop, as a real clock would: a loop of empty naps must not starve everybody else.
      if (ms <= 0 || signal?.aborted) return void setImmediate(resolve);
      const wake = () => {
        signal?.removeEventListener('abort', wake);
        this.sleepers = this.sleepers.filter((other) => other !== sleeper);
        resolve();
      };
      const sleeper = { until: this.time + ms, wake };
      this.sleepers.push(sleeper);
      signal?.addEventListener('abort', wake, { once: true });
    });
  }

  /** How many wait at this moment: a test can wait for that before it advances. */
  get sleeping(): number {
    return this.sleepers.length;
  }

  /** Lets time pass step by step: who wakes may sleep again within the same span. */
  async advance(ms: number): Promise<void> {
    const end = this.time + ms;
    for (;;) {
      const due = this.sleepers.filter(({ until }) => until <= end).sort((a, b) => a.until - b.until)[0];
      if (!due) break;
      this.time = Math.max(this.time, due.until);
      due.wake();
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.time = end;
  }
}

/** Whoever sleeps wakes at once: for pauses between tries. */
export class HurriedClock extends FixedClock {
  override sleep(): Promise<void> {
    return new Promise((resolve) => void setImmediate(resolve));
  }
}

/** `id-1`, `id-2` and so on. */
export class CountingIds extends Ids {
  private count = 0;
  private readonly prefix: string;

  constructor(prefix = 'id') {
    super();
    this.prefix = prefix;
  }

  next(): string {
    this.count += 1;
    return `${this.prefix}-${this.count}`;
  }
}

/** Secrets that a test can foretell: the first token is `token-1`, its digest `digest of token-1`. */
export class PlainSecrets extends Secrets {
  private count = 0;

  token(): string {
    this.count += 1;
    return `token-${this.count}`;
  }

  code(): string {
    this.count += 1;
    return String(100_000 + this.count);
  }

  digest(token: string): string {
    return `digest of ${token}`;
  }

  matches(token: string, digest: string): boolean {
    return this.digest(token) === digest;
  }

  fingerprint(text: string): string {
    return `fingerprint of ${text}`;
  }

  fingerprints(text: string): readonly string[] {
    return [this.fingerprint(text)];
  }
}

/** What can go back to how it was. */
export interface Restorable {
  /** Remembers the present content; the answer brings it back. */
  snapshot(): () => void;
}

/** Rows by key. Rows are never changed in place, so remembering the map is enough to go back. */
export class Rows<Row> implements Restorable {
  private rows = new Map<string, Row>();

  get(key: string): Row | undefined {
    return this.rows.get(key);
  }

  set(key: string, row: Row): void {
    this.rows.set(key, row);
  }

  delete(key: string): boolean {
    return this.rows.delete(key);
  }

  all(): Row[] {
    return [...this.rows.values()];
  }

  entries(): [string, Row][] {
    return [...this.rows.entries()];
  }

  snapshot(): () => void {
    const before = new Map(this.rows);
    return () => {
      this.rows = before;
    };
  }
}

/** One run at a time; when its work fails, the given fakes go back to how they were before it. */
export class InMemoryUnitOfWork extends UnitOfWork {
  private readonly stores: readonly Restorable[];
  private readonly inside = new AsyncLocalStorage<{ over: boolean }>();
  private last: Promise<unknown> = Promise.resolve();

  constructor(...stores: readonly Restorable[]) {
    super();
    this.stores = stores;
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    if (this.inside.getStore()?.over === false) return work();
    const result = this.last.then(() => this.alone(work));
    this.last = result.catch(() => undefined);
    return result;
  }

  protected async alone<T>(work: () => Promise<T>): Promise<T> {
    const restore = this.stores.map((store) => store.snapshot());
    const state = { over: false };
    try {
      return await this.inside.run(state, work);
    } catch (error) {
      for (const back of restore) back();
      throw error;
    } finally {
      state.over = true;
    }
  }
}

class RolledBack extends Error {}

/**
 * Does each work twice, as after a deadlock at its commit: what the first try did to the stores is undone. So a work
 * that changes anything else is found out. For tests in which all that takes part is among `stores`.
 */
export class TwiceUnitOfWork extends InMemoryUnitOfWork {
  protected override async alone<T>(work: () => Promise<T>): Promise<T> {
    const rolledBack = super.alone(async () => {
      await work();
      throw new RolledBack();
    });
    await rolledBack.catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
    return super.alone(work);
  }
}

interface Counter {
  readonly subject: string;
  readonly period: string;
  readonly used: number;
  readonly createdAt: number;
}

interface Reserved {
  readonly quotas: readonly Quota[];
  readonly settledAt: number | null;
  readonly outcome?: 'charged' | 'refunded';
}

export class InMemoryQuotas extends Quotas implements Restorable {
  private readonly counters = new Rows<Counter>();
  private readonly reservations = new Rows<Reserved>();
  /** Reservations that were given back. */
  readonly refunded = new Set<string>();

  constructor(
    private readonly ids: Ids = new CountingIds('reservation'),
    private readonly clock: Clock = new FixedClock(),
  ) {
    super();
  }

  async reserve(quotas: readonly Quota[]): Promise<Reservation> {
    const back = this.counters.snapshot();
    const refused = quotas.findIndex((quota) => !this.take(quota));
    if (refused >= 0) {
      back();
      return { refused };
    }
    const id = this.ids.next();
    this.reservations.set(id, { quotas, settledAt: null });
    return { id };
  }

  async settle(reservationId: string, outcome: 'charged' | 'refunded'): Promise<void> {
    const reserved = this.reservations.get(reservationId);
    if (!reserved || reserved.settledAt !== null) return;
    this.reservations.set(reservationId, { ...reserved, settledAt: this.clock.now(), outcome });
    if (outcome === 'refunded') this.refunded.add(reservationId);
    if (outcome === 'refunded') for (const { subject, period } of reserved.quotas) this.add(subject, period, -1);
  }

  async resettle(reservationId: string, outcome: 'charged' | 'refunded'): Promise<void> {
    const reserved = this.reservations.get(reservationId);
    if (!reserved || reserved.settledAt === null) return this.settle(reservationId, outcome);
    if (reserved.outcome === outcome) return;
    this.reservations.set(reservationId, { ...reserved, outcome });
    if (outcome === 'refunded') this.refunded.add(reservationId);
    else this.refunded.delete(reservationId);
    for (const { subject, period } of reserved.quotas) this.add(subject, period, outcome === 'refunded' ? -1 : 1);
  }

  async getUsed(subject: string, period: string): Promise<number> {
    return this.usedNow(subject, period);
  }

  async clear(subject: string, period: string): Promise<void> {
    this.counters.delete(keyOf(subject, period));
  }

  /** Forgets all counters whose subject is told. */
  forget(isMeant: (subject: string) => boolean): void {
    for (const [key, { subject }] of this.counters.entries()) if (isMeant(subject)) this.counters.delete(key);
  }

  /** All counters of a period. */
  counted(period: string): readonly { readonly subject: string; readonly used: number }[] {
    return this.counters.all().filter((counter) => counter.period === period && counter.used > 0);
  }

  setUsed(subject: string, period: string, used: number): void {
    this.set(subject, period, used);
  }

  async sweep(before: number): Promise<void> {
    const isOver = (period: string, createdAt: number) =>
      /^.{4}-..$/.test(period) ? period < utcMonth(before) : period !== FOREVER && createdAt < before;
    for (const [key, { createdAt, period }] of this.counters.entries())
      if (isOver(period, createdAt)) this.counters.delete(key);
    for (const [key, { settledAt }] of this.reservations.entries()) {
      if (settledAt !== null && settledAt < before) this.reservations.delete(key);
    }
  }

  snapshot(): () => void {
    const back = [this.counters.snapshot(), this.reservations.snapshot()];
    return () => back.forEach((restore) => restore());
  }

  private take({ subject, period, limit }: Quota): boolean {
    if (limit >= 0 && this.usedNow(subject, period) >= limit) return false;
    this.add(subject, period, 1);
    return true;
  }

  private usedNow(subject: string, period: string): number {
    return this.counters.get(keyOf(subject, period))?.used ?? 0;
  }

  private add(subject: string, period: string, uses: number): void {
    this.set(subject, period, Math.max(0, this.usedNow(subject, period) + uses));
  }

  private set(subject: string, period: string, used: number): void {
    const { createdAt } = this.counters.get(keyOf(subject, period)) ?? { createdAt: this.clock.now() };
    this.counters.set(keyOf(subject, period), { subject, period, used, createdAt });
  }
}

const keyOf = (subject: string, period: string): string => JSON.stringify([subject, period]);

export class InMemoryOutbox extends Outbox {
  private stored: OutboxMessage[] = [];

  async add(sent: OutboxMessage): Promise<void> {
    this.stored = [sent, ...this.stored].slice(0, 200);
  }

  async list(): Promise<readonly OutboxMessage[]> {
    return this.stored;
  }
}

/** Runs at once; `settled` waits for all of it, and `failures` tells what went wrong. */
export class CountedBackground extends Background {
  readonly failures: unknown[] = [];
  private readonly running: Promise<void>[] = [];

  run(_what: string, work: () => Promise<void>): void {
    this.running.push(work().catch((error: unknown) => void this.failures.push(error)));
  }

  async settled(): Promise<void> {
    await Promise.all(this.running);
  }
}
