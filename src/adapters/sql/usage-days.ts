import type { LimitHits, ModelDay, UsageDays } from '../../domain/operations/ports.ts';
import { inBatches } from './batches.ts';
import type { Database } from './database.ts';

/** The owners that are people with an account. */
const PERSON = 'user:';

/** What is added up of a line of the ledger. */
export interface CountedLine {
  readonly day: string;
  readonly model: string;
  readonly messages: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cost_micro_usd: number | string | null;
  readonly status: string;
}

interface Line extends CountedLine {
  readonly id: string;
  readonly owner: string;
}

const COUNTS = [
  'messages',
  'input_tokens',
  'output_tokens',
  'cost_micro_usd',
  'priced_calls',
  'errors',
  'limit_hits',
] as const;
type Counts = Record<(typeof COUNTS)[number], number>;
type Row = { readonly day: string; readonly model: string } & Record<keyof Counts, number | string>;

const nothing = (): Counts => ({
  messages: 0,
  input_tokens: 0,
  output_tokens: 0,
  cost_micro_usd: 0,
  priced_calls: 0,
  errors: 0,
  limit_hits: 0,
});

interface Sum {
  readonly day: string;
  readonly model: string;
  readonly counts: Counts;
}

const addedUp = (lines: readonly CountedLine[]): Sum[] => {
  const sums = new Map<string, Sum>();
  for (const line of lines) {
    const key = JSON.stringify([line.day, line.model]);
    const sum = sums.get(key) ?? { day: line.day, model: line.model, counts: nothing() };
    sums.set(key, sum);
    sum.counts.messages += line.messages;
    sum.counts.input_tokens += line.input_tokens;
    sum.counts.output_tokens += line.output_tokens;
    sum.counts.cost_micro_usd += Number(line.cost_micro_usd ?? 0);
    sum.counts.priced_calls += line.cost_micro_usd === null ? 0 : 1;
    sum.counts.errors += line.status === 'error' ? 1 : 0;
  }
  return [...sums.values()].toSorted((a, b) => (`${a.day} ${a.model}` < `${b.day} ${b.model}` ? -1 : 1));
};

/** Takes lines that were added up before out of the sums of their days. Call it inside a transaction. */
export const takeOut = async ({ connection }: Database, lines: readonly CountedLine[]): Promise<void> => {
  for (const { day, model, counts } of addedUp(lines)) {
    const less = COUNTS.map((name) => [name, connection.raw('?? - ?', [name, counts[name]])]);
    await connection('usage_days').where({ day, model }).update(Object.fromEntries(less));
  }
};

export class SqlUsageDays implements UsageDays {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  async hasPending(): Promise<boolean> {
    const row: unknown = await this.db.connection('ledger').where({ pending: 1 }).first('id');
    return row !== undefined;
  }

  // Whoever comes second waits for the rows of the first and then finds none of them waiting.
  rollUp(limit: number): Promise<number> {
    return this.db.transaction(async () => {
      const lines: Line[] = await this.db.connection('ledger').where({ pending: 1 }).limit(limit).forUpdate();
      for (const sum of addedUp(lines)) await this.add(sum);
      await this.addPeople(lines);
      for (const ids of inBatches(lines.map(({ id }) => id)))
        await this.db.connection('ledger').whereIn('id', ids).update({ pending: null });
      return lines.length;
    });
  }

  async addLimitHits(hits: readonly LimitHits[]): Promise<void> {
    await this.db.transaction(async () => {
      for (const { day, model, hits: times } of hits)
        await this.add({ day, model, counts: { ...nothing(), limit_hits: times } });
    });
  }

  async read(from: string, to: string): Promise<Awaited<ReturnType<UsageDays['read']>>> {
    const within = (table: string) => this.db.connection(table).whereBetween('day', [from, to]);
    const rows: Row[] = await within('usage_days');
    const people: { day: string; people: number | string }[] = await within('usage_people_days');
    return {
      models: rows.map(toModelDay),
      people: people.map((row) => ({ day: row.day, people: Number(row.people) })),
      peopleInAll: await this.seenSince(from),
    };
  }

  /** By each person's last day, of which there is one row a person. */
  private async seenSince(from: string): Promise<number> {
    const [row]: { people: number | string }[] = await this.db
      .connection('usage_last_days')
      .where('day', '>=', from)
      .count({ people: '*' });
    return Number(row?.people ?? 0);
  }

  private async add({ day, model, counts }: Sum): Promise<void> {
    const { connection } = this.db;
    const more = COUNTS.filter((name) => counts[name] !== 0).map((name) => [
      name,
      connection.raw('?? + ?', [`usage_days.${name}`, counts[name]]),
    ]);
    const insert = connection('usage_days')
      .insert({ day, model, ...counts })
      .onConflict(['day', 'model']);
    await (more.length === 0 ? insert.ignore() : insert.merge(Object.fromEntries(more)));
  }

  private async addPeople(lines: readonly Line[]): Promise<void> {
    const seen = new Map<string, Set<string>>();
    for (const { day, owner } of lines) {
      if (owner.startsWith(PERSON)) seen.set(day, (seen.get(day) ?? new Set()).add(owner));
    }
    for (const [day, owners] of [...seen].toSorted())
      for (const batch of inBatches([...owners])) await this.addOwners(day, batch);
  }

  private async addOwners(day: string, owners: readonly string[]): Promise<void> {
    const { connection } = this.db;
    const known: string[] = await connection('usage_people')
      .where({ day })
      .whereIn('owner', [...owners])
      .pluck('owner');
    const fresh = owners.filter((owner) => !known.includes(owner));
    if (fresh.length === 0) return;
    await connection('usage_people').insert(fresh.map((owner) => ({ day, owner })));
    await connection('usage_people_days')
      .insert({ day, people: fresh.length })
      .onConflict('day')
      .merge({ people: connection.raw('?? + ?', ['usage_people_days.people', fresh.length]) });
    await this.moveLastDays(day, fresh);
  }

  private async moveLastDays(day: string, owners: readonly string[]): Promise<void> {
    const { connection } = this.db;
    await connection('usage_last_days')
      .insert(owners.map((owner) => ({ owner, day })))
      .onConflict('owner')
      .ignore();
    await connection('usage_last_days')
      .whereIn('owner', [...owners])
      .where('day', '<', day)
      .update({ day });
  }
}

const toModelDay = (row: Row): ModelDay => ({
  day: row.day,
  model: row.model,
  messages: Number(row.messages),
  inputTokens: Number(row.input_tokens),
  outputTokens: Number(row.output_tokens),
  costMicroUsd: Number(row.cost_micro_usd),
  pricedCalls: Number(row.priced_calls),
  errors: Number(row.errors),
  limitHits: Number(row.limit_hits),
});
