import { join } from 'node:path';
import type { Knex } from 'knex';

import { Database } from '../../../src/adapters/sql/database.ts';
import { Migrator } from '../../../src/adapters/sql/migrator.ts';
import { SqlUserAdmin } from '../../../src/adapters/sql/admin/user-admin.ts';
import { SqlDailyUsage } from '../../../src/adapters/sql/billing/daily-usage.ts';
import { SystemClock } from '../../../src/adapters/system/clock.ts';
import { GetUsageOverview } from '../../../src/domain/operations/get-usage-overview.ts';
import { ListUsers } from '../../../src/domain/user-admin/list-users.ts';
import { FixedClock } from '../../fakes/kernel.ts';
import { NOON } from '../../support/builders.ts';
import { quantile } from '../support/figures.ts';
import { withMariaDb } from '../support/mariadb.ts';
import type { Row, Table } from '../support/report.ts';
import { inFolder } from '../support/targets.ts';

const PEOPLE = 100_000;
const LINES = 5_000_000;
const LINES_AT_ONCE = 250_000;
const DAYS = 90;
const MODELS = 8;
const THOUSAND = 1000;
const CALLS = 40;
const WARM_UP = 3;
const MOST_MS = 200;
const FRESH_LINES = 2000;
const DAY_MS = 86_400_000;

const measured = async (what: string, call: (index: number) => Promise<unknown>, note = ''): Promise<Row[]> => {
  const times: number[] = [];
  for (let index = -WARM_UP; index < CALLS; index += 1) {
    const begun = performance.now();
    await call(index);
    if (index >= 0) times.push(performance.now() - begun);
  }
  return [
    { what: `${what}: p50`, measured: quantile(times, 0.5), unit: 'ms', digits: 1 },
    { what: `${what}: p95`, measured: quantile(times, 0.95), unit: 'ms', digits: 1, target: MOST_MS, note },
  ];
};

/** The engine's own words for text made of parts. */
const joined = (db: Database, ...parts: readonly string[]): string =>
  db.connection.client.dialect === 'mysql'
    ? `CONCAT(${parts.join(', ')})`
    : parts.map((part) => `(${part})`).join(' || ');

const days = (): string[] =>
  Array.from({ length: DAYS }, (_, index) => new Date(NOON - index * DAY_MS).toISOString().slice(0, 10));

/** Two indexes that these pages do not ask: to fill them would take longer than all the rest. */
const dropIndexes = (table: Knex.AlterTableBuilder): void => {
  table.dropIndex(['day', 'model'], 'ledger_by_day');
  table.dropIndex(['owner', 'at'], 'ledger_by_owner');
};

const grow = (db: Database, name: string): Promise<void> =>
  db.connection.raw(`SET GLOBAL ${name} = 1073741824`).then(
    () => undefined,
    (error: Error) => console.log(`(${name} stays as it is: ${error.message})`),
  );

/** 0 to 999, of which all other numbers are made: one statement then inserts as many rows as it likes. */
const addNumbers = async ({ connection }: Database): Promise<void> => {
  await connection.schema.createTable('numbers', (table) => void table.integer('n').primary());
  for (let from = 0; from < THOUSAND; from += 100)
    await connection('numbers').insert(Array.from({ length: 100 }, (_, index) => ({ n: from + index })));
};

const addPeople = async (db: Database): Promise<void> => {
  const n = `(a.n * ${THOUSAND} + b.n)`;
  const email = joined(db, "'person'", n, "'@company'", 'b.n % 40', "'.example'");
  const name = joined(db, "'Somebody Called '", n);
  await db.connection.raw(`
    INSERT INTO users (uid, email, phone_number, name, password_hash, auth_mode, subscription, email_verified, is_admin,
      created_at, search_text)
    SELECT ${joined(db, "'uid-'", n)}, ${email}, NULL, ${name}, 'a hash', 'email',
      CASE b.n % 10 WHEN 0 THEN 'premium' WHEN 1 THEN 'basic' ELSE 'free' END, 1, 0, ${NOON} - ${n} * 60000,
      LOWER(${joined(db, email, "' '", name, "' uid-'", n)})
    FROM numbers a, numbers b WHERE a.n < ${PEOPLE / THOUSAND}`);
  await db.connection.raw(
    'INSERT INTO user_limits (uid, daily_messages, moonshot_daily, set_by, set_at, reason) ' +
      `SELECT uid, 5, 5, uid, ${NOON}, 'x' FROM users WHERE uid LIKE '%77'`,
  );
};

/** Days, people and models in turn. */
const addLines = async (db: Database): Promise<void> => {
  const { connection } = db;
  await connection.schema.alterTable('ledger', dropIndexes);
  await connection.schema.createTable('bench_days', (table) => {
    table.integer('n').primary();
    table.string('day', 10);
  });
  await connection('bench_days').insert(days().map((day, n) => ({ n, day })));
  for (let from = 0; from < LINES; from += LINES_AT_ONCE) {
    const n = `(${from} + a.n * ${THOUSAND} + b.n)`;
    await connection.raw(`
      INSERT INTO ledger (id, owner, purpose, model, provider, input_tokens, output_tokens, estimated, cost_micro_usd,
        status, at, day, messages, pending)
      SELECT ${joined(db, "'line-'", `${from + 10_000_000} + a.n * ${THOUSAND} + b.n`)},
        ${joined(db, "'user:uid-'", `(${n} * 7919) % ${PEOPLE}`)}, 'reply',
        ${joined(db, "'vendor/model-'", `b.n % ${MODELS}`)}, 'vendor', 700, 300, 0, 450, CASE b.n % 50
          WHEN 0 THEN 'error' ELSE 'complete' END,
        ${NOON}, d.day, 1, NULL
      FROM numbers a, numbers b, bench_days d
        WHERE a.n < ${LINES_AT_ONCE / THOUSAND} AND d.n = (a.n + ${from / THOUSAND}) % ${DAYS}`);
  }
};

/** What the chore makes of the lines, which is known from how they are made. */
const addUp = async ({ connection }: Database): Promise<void> => {
  const blocks = LINES / THOUSAND;
  const ofDay = (n: number) => Math.ceil((blocks - n) / DAYS);
  const errors = (model: number) =>
    Array.from({ length: THOUSAND }, (_, n) => n).filter((n) => n % MODELS === model && n % 50 === 0).length;
  for (const [n, day] of days().entries()) {
    const share = (ofDay(n) * THOUSAND) / MODELS;
    await connection('usage_days').insert(
      Array.from({ length: MODELS }, (_, model) => ({
        day,
        model: `vendor/model-${model}`,
        messages: share,
        input_tokens: share * 700,
        output_tokens: share * 300,
        cost_micro_usd: share * 450,
        priced_calls: share,
        errors: ofDay(n) * errors(model),
        limit_hits: 3,
      })),
    );
    await connection('usage_people_days').insert({ day, people: Math.min(PEOPLE, ofDay(n) * THOUSAND) });
  }
  await connection.raw(`INSERT INTO usage_last_days (owner, day) SELECT uid, '${days()[0] ?? ''}' FROM users`);
};

const freshLines = (round: number) =>
  Array.from({ length: FRESH_LINES }, (_, index) => ({
    id: `fresh-${round}-${index}`,
    owner: `user:uid-${index}`,
    purpose: 'reply',
    model: `vendor/model-${index % MODELS}`,
    provider: 'vendor',
    input_tokens: 7,
    output_tokens: 3,
    estimated: false,
    cost_micro_usd: 1,
    status: 'complete',
    at: NOON,
    day: '2026-01-15',
    messages: 1,
  }));

const rollUpRow = async (db: Database): Promise<Row> => {
  const usage = new SqlDailyUsage(db);
  const times: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const lines = freshLines(round);
    for (let from = 0; from < lines.length; from += 100)
      await db.connection('ledger').insert(lines.slice(from, from + 100));
    const begun = performance.now();
    if ((await usage.rollUp(FRESH_LINES)) !== FRESH_LINES) throw new Error('not all new lines were added up');
    times.push(performance.now() - begun);
  }
  return {
    what: `adding ${FRESH_LINES} new lines up`,
    measured: quantile(times, 0.5),
    unit: 'ms',
    digits: 1,
    note: 'in the background; median of 3',
  };
};

const rowsOf = async (db: Database): Promise<Row[]> => {
  const clock = new FixedClock();
  // The counts are kept for a second, so that clock has to go on.
  const list = new ListUsers(new SqlUserAdmin(db, new SystemClock()), clock);
  const page = (more: object) => list.execute({ limit: 20, offset: 0, search: '', ...more });
  const overview = new GetUsageOverview(new SqlDailyUsage(db), clock);
  const told = await overview.execute(DAYS);
  if (Math.round(told.totals.messages) !== LINES)
    throw new Error(`the overview counts ${told.totals.messages} messages`);
  if ((await page({ search: 'person4711@' })).total !== 1) throw new Error('the search finds nobody');
  return [
    ...(await measured('people: first page, counts and all', () => page({}))),
    ...(await measured(
      'people: first page, all counted anew',
      () => new ListUsers(new SqlUserAdmin(db, clock), clock).execute({ limit: 20, offset: 0, search: '' }),
      'at most once a second',
    )),
    ...(await measured('people: any page', (index) => page({ offset: ((index + WARM_UP) * 7919) % (PEOPLE - 20) }))),
    ...(await measured('people: a page of one plan', (index) =>
      page({ tier: 'basic', offset: (index + WARM_UP) * 200 }),
    )),
    ...(await measured('people: search for one', (index) => page({ search: `person${(index + WARM_UP) * 1234}@` }))),
    ...(await measured(
      'people: search that finds a fortieth',
      (index) => page({ search: `@company${(index + WARM_UP) % 40}.` }),
      'looked for anywhere in email, name and id',
    )),
    ...(await measured('people: search that finds all', () => page({ search: 'example' }))),
    ...(await measured(`overview of 30 days`, () => overview.execute(30))),
    ...(await measured(`overview of ${DAYS} days`, () => overview.execute(DAYS))),
    await rollUpRow(db),
  ];
};

const measure = async (engine: string, url: string): Promise<Table> => {
  const begun = performance.now();
  const db = await Database.open(url);
  try {
    await new Migrator(db).up();
    // The server of the tests is made to start quickly; this one shall hold what an operator's would.
    if (engine !== 'SQLite')
      for (const name of ['innodb_log_file_size', 'innodb_buffer_pool_size']) await grow(db, name);
    await addNumbers(db);
    await addPeople(db);
    await addLines(db);
    await addUp(db);
    if (engine !== 'SQLite') await db.connection.raw('ANALYZE TABLE users, ledger, usage_days, usage_last_days');
    console.log(
      `(${engine}: ${PEOPLE} people and ${LINES} lines written in ` +
        `${((performance.now() - begun) / 1000).toFixed(0)} s)`,
    );
    return {
      title: `The admins' pages on ${engine}: ${PEOPLE} people, ${LINES} lines of the ledger`,
      rows: await rowsOf(db),
    };
  } finally {
    await db.close();
  }
};

/**
 * What the list of people and the overview cost, at the size that the product is built for.
 * BENCH_ENGINE=sqlite or mariadb measures one.
 */
export const admin = async (): Promise<Table[]> => {
  const only = process.env['BENCH_ENGINE'];
  const sqlite =
    only === 'mariadb'
      ? undefined
      : await inFolder((folder) => measure('SQLite', `sqlite:${join(folder, 'admin.db')}`));
  const mariadb =
    only === 'sqlite' ? undefined : await withMariaDb(['bench_admin'], ([url = '']) => measure('MariaDB', url));
  if (!mariadb && only !== 'sqlite')
    console.log("The admins' pages on MariaDB are skipped: install mariadb-server to measure them.");
  return [sqlite, mariadb].filter((table) => table !== undefined);
};
