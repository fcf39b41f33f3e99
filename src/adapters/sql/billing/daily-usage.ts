import type { Tier } from '../../../shared/tiers.ts';
import type { LimitHits, DailyModelUsage, DailyUsage, PeopleCount } from '../../../domain/operations/ports.ts';
import { utcDay } from '../../../domain/kernel/day.ts';
import { isTokenCount } from '../../../domain/kernel/token-count.ts';
import { inBatches } from '../batches.ts';
import type { Database } from '../database.ts';
import { rowMapping } from '../row-mapping.ts';
import { countRows, SqlStore } from '../sql-store.ts';

/** Owner prefix of accounts. */
const USER_PREFIX = 'user:';

/** The aggregated fields of a ledger line. */
export interface CountedLine {
  readonly day: string;
  readonly model: string;
  readonly messages: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly file_tokens: number;
  readonly cost_micro_usd: number | null;
  readonly status: string;
}

interface Line extends CountedLine {
  readonly id: string;
  readonly owner: string;
}

const ZERO_COUNTS = {
  messages: 0,
  input_tokens: 0,
  output_tokens: 0,
  file_tokens: 0,
  cost_micro_usd: 0,
  priced_calls: 0,
  errors: 0,
  limit_hits: 0,
};
type Counts = typeof ZERO_COUNTS;

interface DaySum {
  readonly day: string;
  readonly model: string;
  readonly counts: Counts;
}

/** Lines from before counts were checked may hold anything, and one of them would spoil the sums of its day. */
const isPlausible = ({ input_tokens: input, output_tokens: output, file_tokens: file }: CountedLine): boolean =>
  [input, output, file].every(isTokenCount);

const sumByDay = (lines: readonly CountedLine[]): DaySum[] => {
  const sums = new Map<string, DaySum>();
  for (const line of lines) {
    const key = JSON.stringify([line.day, line.model]);
    const sum = sums.get(key) ?? { day: line.day, model: line.model, counts: { ...ZERO_COUNTS } };
    sums.set(key, sum);
    sum.counts.messages += line.messages;
    sum.counts.errors += line.status === 'error' ? 1 : 0;
    if (!isPlausible(line)) continue;
    sum.counts.input_tokens += line.input_tokens;
    sum.counts.output_tokens += line.output_tokens;
    sum.counts.file_tokens += line.file_tokens;
    sum.counts.cost_micro_usd += line.cost_micro_usd ?? 0;
    sum.counts.priced_calls += line.cost_micro_usd === null ? 0 : 1;
  }
  return [...sums.values()].toSorted((a, b) => (`${a.day} ${a.model}` < `${b.day} ${b.model}` ? -1 : 1));
};

/** Subtracts aggregated lines from their days' sums. Call it inside a transaction. */
export const subtractFromDays = async ({ connection }: Database, lines: readonly CountedLine[]): Promise<void> => {
  for (const { day, model, counts } of sumByDay(lines)) {
    const decrements = Object.entries(counts).map(([name, count]) => [name, connection.raw('?? - ?', [name, count])]);
    await connection('usage_days').where({ day, model }).update(Object.fromEntries(decrements));
  }
};

export class SqlDailyUsage extends SqlStore implements DailyUsage {
  async hasPending(): Promise<boolean> {
    const row: unknown = await this.table('ledger').where({ pending: 1 }).first('id');
    return row !== undefined;
  }

  // A second process waits for the first one's row locks and then finds no pending rows.
  rollUp(limit: number): Promise<number> {
    return this.db.transaction(async () => {
      const lines: Line[] = await this.table('ledger').where({ pending: 1 }).limit(limit).forUpdate();
      for (const sum of sumByDay(lines)) await this.addSum(sum);
      await this.addActiveUsers(lines);
      for (const ids of inBatches(lines.map(({ id }) => id)))
        await this.table('ledger').whereIn('id', ids).update({ pending: null });
      return lines.length;
    });
  }

  async addLimitHits(hits: readonly LimitHits[]): Promise<void> {
    await this.db.transaction(async () => {
      for (const { day, model, hits: times } of hits)
        await this.addSum({ day, model, counts: { ...ZERO_COUNTS, limit_hits: times } });
    });
  }

  async getRange(from: string, to: string): Promise<Awaited<ReturnType<DailyUsage['getRange']>>> {
    const within = (table: string) => this.table(table).whereBetween('day', [from, to]);
    const rows: object[] = await within('usage_days');
    return {
      models: rows.map(modelDays.fromRow),
      people: await within('usage_people_days').select('day', 'people'),
      // Each user's last day, of which there is one row per user.
      peopleInAll: await countRows(this.table('usage_last_days').where('day', '>=', from)),
    };
  }

  async countPeople(from: string, to: string): Promise<PeopleCount> {
    const rows: { subscription: Tier | null; people: number }[] = await this.table('usage_people')
      .leftJoin('users', 'users.uid', this.db.connection.raw('SUBSTR(??, ?)', ['owner', USER_PREFIX.length + 1]))
      .whereBetween('day', [from, to])
      .groupBy('subscription')
      .select('subscription')
      .countDistinct({ people: 'owner' });
    const byTier = { free: 0, basic: 0, premium: 0 };
    for (const { subscription, people } of rows) if (subscription !== null) byTier[subscription] = Number(people);
    return { all: rows.reduce((total, { people }) => total + Number(people), 0), byTier };
  }

  async removeBefore(before: number, limit: number): Promise<number> {
    const day = utcDay(before);
    const old = this.table('ledger').where('day', '<', day).whereNull('pending').limit(limit);
    const ids: string[] = await old.pluck('id');
    for (const batch of inBatches(ids)) await this.table('ledger').whereIn('id', batch).delete();
    return ids.length > 0 ? ids.length : this.removeOldestActiveDay(day);
  }

  private async removeOldestActiveDay(before: string): Promise<number> {
    const people = () => this.table('usage_people');
    const oldest: { day: string } | undefined = await people().where('day', '<', before).orderBy('day').first('day');
    return oldest ? people().where({ day: oldest.day }).delete() : 0;
  }

  private async addSum({ day, model, counts }: DaySum): Promise<void> {
    const { connection } = this.db;
    const increments = Object.entries(counts)
      .filter(([, count]) => count !== 0)
      .map(([name, count]) => [name, connection.raw('?? + ?', [`usage_days.${name}`, count])]);
    const insert = connection('usage_days')
      .insert({ day, model, ...counts })
      .onConflict(['day', 'model']);
    await (increments.length === 0 ? insert.ignore() : insert.merge(Object.fromEntries(increments)));
  }

  private async addActiveUsers(lines: readonly Line[]): Promise<void> {
    const seen = new Map<string, Set<string>>();
    for (const { day, owner } of lines) {
      if (owner.startsWith(USER_PREFIX)) seen.set(day, (seen.get(day) ?? new Set()).add(owner));
    }
    for (const [day, owners] of [...seen].toSorted())
      for (const batch of inBatches([...owners])) await this.addActiveOwners(day, batch);
  }

  private async addActiveOwners(day: string, owners: readonly string[]): Promise<void> {
    const { connection } = this.db;
    const existing: string[] = await connection('usage_people').where({ day }).whereIn('owner', owners).pluck('owner');
    const added = owners.filter((owner) => !existing.includes(owner));
    if (added.length === 0) return;
    await connection('usage_people').insert(added.map((owner) => ({ day, owner })));
    await connection('usage_people_days')
      .insert({ day, people: added.length })
      .onConflict('day')
      .merge({ people: connection.raw('?? + ?', ['usage_people_days.people', added.length]) });
    await this.updateLastDays(day, added);
  }

  private async updateLastDays(day: string, owners: readonly string[]): Promise<void> {
    const { connection } = this.db;
    await connection('usage_last_days')
      .insert(owners.map((owner) => ({ owner, day })))
      .onConflict('owner')
      .ignore();
    await connection('usage_last_days').whereIn('owner', owners).where('day', '<', day).update({ day });
  }
}

const modelDays = rowMapping<DailyModelUsage>({
  day: 'day',
  model: 'model',
  messages: 'messages',
  inputTokens: 'input_tokens',
  outputTokens: 'output_tokens',
  fileTokens: 'file_tokens',
  costMicroUsd: 'cost_micro_usd',
  pricedCalls: 'priced_calls',
  errors: 'errors',
  limitHits: 'limit_hits',
});
