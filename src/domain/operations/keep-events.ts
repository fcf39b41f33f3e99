import { type LimitHit, LimitLog } from '../billing/ports.ts';
import { utcDay } from '../kernel/day.ts';
import { type Clock, type ServerEvent, ServerEvents } from '../kernel/ports.ts';
import type { LimitHits, ServerEventLog, TimedEvent, UsageDays } from './ports.ts';

const FLUSH_MS = 500;
const SWEEP_MS = 3_600_000;
const KEPT_MS = 14 * 86_400_000;
/** Different events in one flush; what is beyond is only counted. */
const MOST_AT_ONCE = 200;

/** Operators hear of these from the limits and the replies themselves. */
const TOLD_ELSEWHERE: readonly ServerEvent['kind'][] = ['limit hit', 'provider error'];

interface Told {
  readonly event: TimedEvent;
  times: number;
}

const keyOf = ({ kind, level, uid, detail }: ServerEvent): string => JSON.stringify([kind, level, uid, detail]);

/**
 * Takes what is worth knowing later and writes it twice a second: nobody waits for it, no transaction that is undone
 * takes it along, and somebody who runs into the same limit a thousand times makes one line of it.
 */
export class KeepEvents extends ServerEvents {
  private readonly log: ServerEventLog;
  private readonly days: UsageDays;
  private readonly clock: Clock;
  private readonly next: ServerEvents;
  private readonly failed: (what: string, error: unknown) => void;
  private told = new Map<string, Told>();
  private dropped = 0;
  private hits = new Map<string, LimitHits>();

  /** `next` hears of what nobody else tells operators. */
  constructor(
    log: ServerEventLog,
    days: UsageDays,
    clock: Clock,
    next: ServerEvents,
    failed: (what: string, error: unknown) => void,
  ) {
    super();
    this.next = next;
    this.log = log;
    this.days = days;
    this.clock = clock;
    this.failed = failed;
  }

  add(event: ServerEvent): void {
    if (!TOLD_ELSEWHERE.includes(event.kind)) this.next.add(event);
    const key = keyOf(event);
    const known = this.told.get(key);
    if (known) known.times += 1;
    else if (this.told.size < MOST_AT_ONCE) this.told.set(key, { event: { ...event, at: this.clock.now() }, times: 1 });
    else this.dropped += 1;
  }

  /** Counts a refusal by a limit for the overview. */
  countHit(model: string): void {
    const day = utcDay(this.clock.now());
    const key = JSON.stringify([day, model]);
    this.hits.set(key, { day, model, hits: (this.hits.get(key)?.hits ?? 0) + 1 });
  }

  /** Writes and sweeps until `signal` aborts, then writes what is left. */
  async execute(signal: AbortSignal): Promise<void> {
    let sweepAt = this.clock.now();
    while (!signal.aborted) {
      await this.clock.sleep(FLUSH_MS, signal);
      await this.flush();
      if (this.clock.now() < sweepAt) continue;
      sweepAt = this.clock.now() + SWEEP_MS;
      await this.log
        .sweep(this.clock.now() - KEPT_MS)
        .catch((error: unknown) => this.failed('sweeping the event log', error));
    }
  }

  /** Writes what came since the last time; what cannot be written is told to operators and forgotten. */
  async flush(): Promise<void> {
    const { told, dropped, hits } = this;
    if (told.size === 0 && hits.size === 0) return;
    [this.told, this.dropped, this.hits] = [new Map(), 0, new Map()];
    try {
      if (told.size > 0) await this.log.add([...[...told.values()].map(written), ...this.rest(dropped)]);
      if (hits.size > 0) await this.days.addLimitHits([...hits.values()]);
    } catch (error) {
      this.failed('writing the event log', error);
    }
  }

  private rest(dropped: number): TimedEvent[] {
    const detail = `${dropped} more events came at the same time`;
    return dropped === 0 ? [] : [{ kind: 'provider error', level: 'warn', uid: null, detail, at: this.clock.now() }];
  }
}

const written = ({ event, times }: Told): TimedEvent =>
  times === 1 ? event : { ...event, detail: `${event.detail} (${times} times)` };

const RULES: Readonly<Record<LimitHit['rule'], (limit: number) => string>> = {
  daily: (limit) => `Daily limit of ${limit} messages`,
  model: (limit) => `Daily limit of ${limit} messages with this model`,
  lifetime: (limit) => `Lifetime limit of ${limit} messages`,
  agent: (limit) => `Daily limit of ${limit} agent requests`,
  'no-access': () => 'No access to this model',
};

/** Counts every refusal by a limit for the overview; those to be logged are told to the event log and to operators too. */
export class ReportLimits extends LimitLog {
  private readonly next: LimitLog;
  private readonly events: KeepEvents;

  constructor(next: LimitLog, events: KeepEvents) {
    super();
    this.next = next;
    this.events = events;
  }

  hit(hit: LimitHit): void {
    this.events.countHit(hit.model);
    if (!hit.logged) return;
    this.next.hit(hit);
    this.events.add({
      kind: 'limit hit',
      level: 'info',
      uid: hit.uid,
      detail: `${RULES[hit.rule](hit.limit)} (${hit.tier}, ${hit.model})`,
    });
  }
}
