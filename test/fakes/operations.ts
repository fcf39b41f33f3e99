import { type ServerEvent, ServerEventLog } from '../../src/domain/kernel/ports.ts';
import { maskEmail } from '../../src/domain/kernel/mask.ts';
import {
  type ServerEventQuery,
  type LimitHits,
  type StoredServerEvent,
  ServerEventStore,
  type TimedServerEvent,
} from '../../src/domain/operations/ports.ts';

/** Remembers what admins would be told. */
export class RecordingServerEventLog extends ServerEventLog {
  readonly events: ServerEvent[] = [];

  add(event: ServerEvent): void {
    this.events.push(event);
  }
}

const matches = (
  { level, kind, detail, uid }: StoredServerEvent,
  { text = '', person = '', ...exact }: Omit<ServerEventQuery, 'limit'>,
): boolean => {
  const who = person.trim().toLowerCase();
  return (
    [level, undefined].includes(exact.level) &&
    [kind, undefined].includes(exact.kind) &&
    detail.toLowerCase().includes(text.trim().toLowerCase()) &&
    (who === '' || (uid !== null && `${uid}@example.org`.includes(who)))
  );
};

/** Every uid has the address `<uid>@example.org`. */
export class InMemoryServerEventStore extends ServerEventStore {
  private stored: StoredServerEvent[] = [];
  private count = 0;
  broken = false;

  async add(events: readonly TimedServerEvent[]): Promise<void> {
    if (this.broken) throw new Error('no database');
    for (const event of events) {
      this.count += 1;
      this.stored.unshift({
        ...event,
        id: String(this.count),
        maskedEmail: event.uid === null ? null : maskEmail(`${event.uid}@example.org`),
      });
    }
  }

  async list({ limit, since = '0', before = 'Infinity', ...filter }: ServerEventQuery) {
    return this.stored
      .filter((event) => matches(event, filter))
      .filter(({ id }) => Number(id) > Number(since) && Number(id) < Number(before))
      .slice(0, limit);
  }

  async sweep(before: number): Promise<void> {
    this.stored = this.stored.filter(({ at }) => at >= before);
  }
}

/** Only what the event log tells it. */
export class RecordingLimitHits {
  readonly hits: LimitHits[] = [];

  async addLimitHits(hits: readonly LimitHits[]): Promise<void> {
    this.hits.push(...hits);
  }
}
