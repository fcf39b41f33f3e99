import type { ServerEvent } from '../../src/domain/kernel/ports.ts';
import { ServerEvents } from '../../src/domain/kernel/ports.ts';
import { maskEmail } from '../../src/domain/operations/mask.ts';
import {
  type EventQuery,
  type LimitHits,
  type LoggedEvent,
  ServerEventLog,
  type TimedEvent,
} from '../../src/domain/operations/ports.ts';

/** Remembers what admins would be told. */
export class RecordingEvents extends ServerEvents {
  readonly events: ServerEvent[] = [];

  add(event: ServerEvent): void {
    this.events.push(event);
  }
}

/** Every uid has the address `<uid>@example.org`. */
export class InMemoryServerEventLog extends ServerEventLog {
  private kept: LoggedEvent[] = [];
  private count = 0;
  broken = false;

  async add(events: readonly TimedEvent[]): Promise<void> {
    if (this.broken) throw new Error('no database');
    for (const event of events) {
      this.count += 1;
      this.kept.unshift({
        ...event,
        id: String(this.count),
        maskedEmail: event.uid === null ? null : maskEmail(`${event.uid}@example.org`),
      });
    }
  }

  async read({ limit, level, kind, since, before }: EventQuery): Promise<readonly LoggedEvent[]> {
    const wanted = this.kept.filter(
      (event) =>
        (level === undefined || event.level === level) &&
        (kind === undefined || event.kind === kind) &&
        Number(event.id) > Number(since ?? 0) &&
        Number(event.id) < Number(before ?? Infinity),
    );
    return wanted.slice(0, limit);
  }

  async sweep(before: number): Promise<void> {
    this.kept = this.kept.filter(({ at }) => at >= before);
  }
}

/** Only what the event log tells it. */
export class RecordingHits {
  readonly hits: LimitHits[] = [];

  async addLimitHits(hits: readonly LimitHits[]): Promise<void> {
    this.hits.push(...hits);
  }
}
