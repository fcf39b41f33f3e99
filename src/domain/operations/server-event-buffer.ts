import { type LimitHit, LimitLog } from '../billing/ports.ts';
import { utcDay } from '../kernel/day.ts';
import { type Clock, type ServerEvent, ServerEventLog } from '../kernel/ports.ts';
import type { LimitHits, ServerEventStore, TimedServerEvent, DailyUsage } from './ports.ts';

const FLUSH_INTERVAL_MS = 500;
const SWEEP_INTERVAL_MS = 3_600_000;
const RETENTION_MS = 14 * 86_400_000;
/** Distinct events per flush; further ones are only counted. */
const MAX_EVENTS_PER_FLUSH = 200;

/** Already logged for operators elsewhere. */
const LOGGED_ELSEWHERE: readonly ServerEvent['kind'][] = ['limit hit', 'provider error'];

interface BufferedEvent {
  readonly event: TimedServerEvent;
  times: number;
}

const eventKey = ({ kind, level, uid, detail }: ServerEvent): string => JSON.stringify([kind, level, uid, detail]);

/**
 * Buffers server events and writes them twice a second: asynchronous, outside of the caller's transaction, with equal
 * events merged into one line.
 */
export class ServerEventBuffer extends ServerEventLog {
  private buffered = new Map<string, BufferedEvent>();
  private dropped = 0;
  private hits = new Map<string, LimitHits>();

  /** `next` gets events that are not logged for operators elsewhere. */
  constructor(
    private readonly log: ServerEventStore,
    private readonly days: DailyUsage,
    private readonly clock: Clock,
    private readonly next: ServerEventLog,
    private readonly failed: (what: string, error: unknown) => void,
  ) {
    super();
  }

  add(event: ServerEvent): void {
    if (!LOGGED_ELSEWHERE.includes(event.kind)) this.next.add(event);
    const key = eventKey(event);
    const existing = this.buffered.get(key);
    if (existing) existing.times += 1;
    else if (this.buffered.size < MAX_EVENTS_PER_FLUSH)
      this.buffered.set(key, { event: { ...event, at: this.clock.now() }, times: 1 });
    else this.dropped += 1;
  }

  /** Counts a refusal for the overview. */
  countLimitHit(model: string): void {
    const day = utcDay(this.clock.now());
    const key = JSON.stringify([day, model]);
    this.hits.set(key, { day, model, hits: (this.hits.get(key)?.hits ?? 0) + 1 });
  }

  /** Flushes and sweeps until `signal` aborts, then flushes once more. */
  async execute(signal: AbortSignal): Promise<void> {
    let sweepAt = this.clock.now();
    while (!signal.aborted) {
      await this.clock.sleep(FLUSH_INTERVAL_MS, signal);
      await this.flush();
      if (this.clock.now() < sweepAt) continue;
      sweepAt = this.clock.now() + SWEEP_INTERVAL_MS;
      await this.log
        .sweep(this.clock.now() - RETENTION_MS)
        .catch((error: unknown) => this.failed('sweeping the event log', error));
    }
  }

  /** Events that cannot be written are reported and dropped. */
  async flush(): Promise<void> {
    const { buffered, dropped, hits } = this;
    if (buffered.size === 0 && hits.size === 0) return;
    [this.buffered, this.dropped, this.hits] = [new Map(), 0, new Map()];
    try {
      if (buffered.size > 0)
        await this.log.add([...[...buffered.values()].map(toEntry), ...this.createDroppedEntry(dropped)]);
      if (hits.size > 0) await this.days.addLimitHits([...hits.values()]);
    } catch (error) {
      this.failed('writing the event log', error);
    }
  }

  private createDroppedEntry(dropped: number): TimedServerEvent[] {
    const detail = `${dropped} more events came at the same time`;
    return dropped === 0 ? [] : [{ kind: 'provider error', level: 'warn', uid: null, detail, at: this.clock.now() }];
  }
}

const toEntry = ({ event, times }: BufferedEvent): TimedServerEvent =>
  times === 1 ? event : { ...event, detail: `${event.detail} (${times} times)` };

const CLOSED_DESCRIPTIONS = {
  account: 'No messages for this account',
  model: 'No access to this model',
  agents: 'No access to agents',
} as const;

const RULE_DESCRIPTIONS: Readonly<Record<LimitHit['rule'], (hit: LimitHit) => string>> = {
  daily: ({ limit }) => `Daily limit of ${limit} messages`,
  model: ({ limit }) => `Daily limit of ${limit} messages with this model`,
  lifetime: ({ limit }) => `Lifetime limit of ${limit} messages`,
  agent: ({ limit }) => `Daily limit of ${limit} agent requests`,
  'no-access': ({ closed = 'model' }) => CLOSED_DESCRIPTIONS[closed],
};

/** Counts every refusal for the overview, and logs those that are marked for it. */
export class EventLoggingLimitLog extends LimitLog {
  constructor(
    private readonly next: LimitLog,
    private readonly events: ServerEventBuffer,
  ) {
    super();
  }

  record(hit: LimitHit): void {
    this.events.countLimitHit(hit.model);
    if (!hit.logged) return;
    this.next.record(hit);
    const detail = `${RULE_DESCRIPTIONS[hit.rule](hit)} (${hit.tier}, ${hit.model})`;
    this.events.add({ kind: 'limit hit', level: 'info', uid: hit.uid, detail });
  }
}
