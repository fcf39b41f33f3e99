import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { createConnection } from 'mysql2/promise';

import { Database } from '../../src/adapters/sql/database.ts';
import { fillMysql, fillSqlite } from './template-database.ts';

/** Databases of one engine. */
interface DatabaseServer {
  /** Resolves when the server accepts queries. */
  waitUntilReady(): Promise<void>;
  /** Returns the address of an empty database. */
  createDatabase(): Promise<string>;
  /** Makes an empty database a migrated one. */
  fill(url: string): Promise<void>;
  close(): Promise<void>;
}

const START_TIMEOUT_MS = 120_000;

const sqliteServer = (): DatabaseServer => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-sqlite-'));
  let count = 0;
  return {
    waitUntilReady: async () => undefined,
    createDatabase: async () => `sqlite:${join(folder, `${(count += 1)}.db`)}`,
    fill: (url) => fillSqlite(url.slice('sqlite:'.length)),
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
};

/** global-setup.js does not wait for its server, so its first use does. */
const connectWhenUp = async (url: string) => {
  for (const giveUp = Date.now() + START_TIMEOUT_MS; ;) {
    try {
      return await createConnection({ uri: url });
    } catch (error) {
      if (Date.now() > giveUp) throw error;
      await wait(100);
    }
  }
};

const mysqlServer = (base: string): DatabaseServer => {
  const made: string[] = [];
  const run = async (sql: string) => {
    const connection = await connectWhenUp(base);
    await connection.query(sql);
    await connection.end();
  };
  return {
    waitUntilReady: () => run('DO 1'),
    async createDatabase() {
      const name = `parley_test_${randomBytes(6).toString('hex')}`;
      // Not the collation that our tables need: migrations must set it.
      await run(`CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
      made.push(name);
      const url = new URL(base);
      url.pathname = `/${name}`;
      return url.href;
    },
    fill: fillMysql,
    async close() {
      for (const name of made) await run(`DROP DATABASE IF EXISTS ${name}`);
    },
  };
};

export interface TestDatabases {
  /** The migrated, empty database of this test file. */
  open(): Promise<Database>;
  /** The address of one more database, without tables. */
  freshUrl(): Promise<string>;
  /** The same with tables. */
  migratedUrl(): Promise<string>;
  readonly engine: 'sqlite' | 'mysql';
}

/** Children first, because of foreign keys. */
const TABLES = [
  'prompts',
  'tool_choices',
  'tool_lists',
  'tool_secrets',
  'tool_servers',
  'user_group_members',
  'user_groups',
  'admin_overrides',
  'config_versions',
  'scan_pages',
  'scans',
  'files',
  'file_use',
  'blobs',
  'share_reports',
  'shares',
  'retrieval_traces',
  'file_chunks',
  'chunk_vectors',
  'vector_blocks',
  'embedding_jobs',
  'embedding_turns',
  'reply_log',
  'replies',
  'search_documents',
  'search_due',
  'user_limits',
  'tier_grants',
  'claimed_plans',
  'suspensions',
  'ledger',
  'tool_calls',
  'messages',
  'chats',
  'sessions',
  'user_api_keys',
  'email_changes',
  'account_tokens',
  'identities',
  'own_instructions',
  'invitation_uses',
  'invitations',
  'registration_requests',
  'users',
  'one_time_secrets',
  'runners',
  'counters',
  'reservations',
  'settings',
  'outbox',
  'mail_queue',
  'sign_in_codes',
  'paces',
  'server_events',
  'audit_entries',
  'audit_ends',
  'audit_forwarding',
  'usage_days',
  'usage_people',
  'usage_people_days',
  'usage_last_days',
  'payment_customers',
  'subscriptions',
  'payment_events',
  'chores',
  'sandbox_records',
  'backups',
];

/** The tables with rows, in one query: a test writes to few. */
const nonEmptyTables = async ({ connection }: Database): Promise<string[]> => {
  const [row] = await connection.select<Record<string, number>[]>(
    TABLES.map((name) => connection.raw('exists(select 1 from ??) as ??', [name, name])),
  );
  return TABLES.filter((name) => row?.[name] === 1);
};

const onEngine = (
  engine: 'sqlite' | 'mysql',
  serve: () => DatabaseServer,
  body: (databases: TestDatabases) => void,
) => {
  let server: DatabaseServer;
  let shared: Database | undefined;

  const migratedUrl = async () => {
    const url = await server.createDatabase();
    await server.fill(url);
    return url;
  };
  const open = async () => {
    if (!shared) return (shared = await Database.open(await migratedUrl()));
    for (const table of await nonEmptyTables(shared)) await shared.connection(table).delete();
    return shared;
  };

  beforeAll(() => {
    server = serve();
    return server.waitUntilReady();
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await shared?.close();
    await server.close();
  });
  body({ open, migratedUrl, freshUrl: () => server.createDatabase(), engine });
};

/** On SQLite only, where the engine does not matter: the contract suites of test/adapters/sql run on both. */
export const describeSqlite = (body: (databases: TestDatabases) => void): void => {
  describe('on SQLite', () => onEngine('sqlite', sqliteServer, body));
};

/**
 * On MySQL or MariaDB only (the server of test/support/global-setup.js, or MYSQL_TEST_URL). Without a server the tests
 * are skipped; with CI=true they fail.
 */
export const describeMysql = (body: (databases: TestDatabases) => void): void => {
  const url = process.env['PARLEY_TEST_MYSQL_URL'] ?? process.env['MYSQL_TEST_URL'];
  if (url) describe('on MySQL or MariaDB', () => onEngine('mysql', () => mysqlServer(url), body));
  else if (process.env['CI'] === 'true') {
    test('on MySQL or MariaDB', () => {
      throw new Error('There is no MySQL or MariaDB to test on: install mariadb-server or set MYSQL_TEST_URL.');
    });
  } else {
    describe.skip('on MySQL or MariaDB (no server: install mariadb-server or set MYSQL_TEST_URL)', () => {
      test('is not tested here', () => undefined);
    });
  }
};

/** Declares the same tests on both engines. */
export const describeEachDatabase = (body: (databases: TestDatabases) => void): void => {
  describeSqlite(body);
  describeMysql(body);
};
