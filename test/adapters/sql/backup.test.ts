import { jest } from '@jest/globals';

import { SqlJobLocks } from '../../../src/adapters/sql/operations/job-locks.ts';
import { SqlEmbeddingJobs } from '../../../src/adapters/sql/retrieval/embedding-jobs.ts';
import { ownerPrefix } from '../../../src/adapters/sql/retrieval/search-tokens.ts';
import { SqlRestoreTarget } from '../../../src/adapters/sql/backup/restore-target.ts';
import { SqlSnapshots } from '../../../src/adapters/sql/backup/snapshots.ts';
import { Database } from '../../../src/adapters/sql/database.ts';
import { readCatalog } from '../../../src/adapters/sql/dialect/catalog.ts';
import { Migrator } from '../../../src/adapters/sql/migrator.ts';
import { migrations } from '../../../migrations/index.ts';
import type { Row, Snapshot } from '../../../src/domain/backup/ports.ts';
import { toUserRow } from '../../../src/adapters/sql/accounts/user-rows.ts';
import { aUser } from '../../support/builders.ts';
import { describeEachDatabase, describeMysql, describeSqlite, type TestDatabases } from '../../support/databases.ts';
import { fillTables, tableRows } from '../../support/backup.ts';

jest.setTimeout(120_000);

const targetOf = (db: Database, known = migrations) => new SqlRestoreTarget(db, new SqlEmbeddingJobs(db), known);

/** Everything that a snapshot has. */
const contentOf = async (snapshot: Snapshot): Promise<Map<string, Row[]>> => {
  const content = new Map<string, Row[]>();
  for (const table of snapshot.tables) {
    const rows: Row[] = [];
    for await (const page of snapshot.rows(table)) rows.push(...page);
    content.set(table, rows);
  }
  return content;
};

const restore = async (target: SqlRestoreTarget, content: ReadonlyMap<string, Row[]>): Promise<void> => {
  await target.begin(migrations.map(({ name }) => name));
  for (const [table, rows] of content) if (rows.length > 0) await target.load(table, rows);
  await target.finish({ reembed: false });
};

const tests = (from: TestDatabases, to: TestDatabases): void => {
  const opened: Database[] = [];
  const openAt = async (url: string) => {
    const db = await Database.open(url);
    opened.push(db);
    return db;
  };
  const emptyTarget = async () => openAt(await to.freshUrl());
  const filled = async (count: number) => {
    const db = await openAt(await from.migratedUrl());
    await fillTables(db, count);
    return db;
  };
  afterEach(async () => {
    for (const db of opened.splice(0)) await db.close();
  });

  test('a snapshot has every row of every table, page by page; a restore makes and indexes them again', async () => {
    const source = await filled(45);
    const content = await new SqlSnapshots(source).take(contentOf);
    const names = (await readCatalog(source.connection)).map(({ name }) => name);
    const left = names.filter((name) => !content.has(name));
    expect(left.sort()).toEqual(['chores', 'mail_queue', 'schema_lease', 'schema_migrations']);
    for (const [table, rows] of content) expect([table, rows.length]).toEqual([table, 45]);
    const target = await emptyTarget();
    await restore(targetOf(target), content);
    expect(await new Migrator(target).isUpToDate()).toBe(true);
    for (const table of content.keys())
      expect([table, await tableRows(target, table)]).toEqual([table, await tableRows(source, table)]);
    // The filled rows were not indexed; the restored ones are.
    const found = ({ dialect, connection }: Database): Promise<object[]> =>
      dialect.documentsMatchingPrefix(connection, `${ownerPrefix('v1')}v1`);
    expect([(await found(source)).length, (await found(target)).length]).toEqual([0, 1]);
  });

  // What one database does by itself is not told again of a pair.
  if (from !== to) return;

  test('an older schema is migrated after its rows are there, a newer one is not known', async () => {
    const before = migrations.slice(0, -3);
    const source = await openAt(await from.freshUrl());
    await new Migrator(source, before).up();
    await fillTables(source, 3);
    const snapshot = await new SqlSnapshots(source).take(async (one) => ({
      content: await contentOf(one),
      names: one.migrations,
    }));
    expect(snapshot.names).toEqual(before.map(({ name }) => name));
    const db = await emptyTarget();
    const target = targetOf(db);
    await target.begin(snapshot.names);
    for (const [table, rows] of snapshot.content) if (rows.length > 0) await target.load(table, rows);
    await target.finish({ reembed: false });
    expect(await new Migrator(db).isUpToDate()).toBe(true);
    expect(await tableRows(db, 'users')).toHaveLength(3);
    expect(targetOf(db, before).unknownMigrations(migrations.map(({ name }) => name))).toEqual(
      migrations.slice(-3).map(({ name }) => name),
    );
  });

  test('what is written after it was taken is not in a snapshot, and nobody waits for it', async () => {
    const source = await filled(30);
    await new SqlSnapshots(source).take(async (snapshot) => {
      await source.connection('settings').insert({ name: 'later', value: '1' });
      await source.connection('runners').delete();
      const content = await contentOf(snapshot);
      expect([content.get('settings')?.length, content.get('runners')?.length]).toEqual([30, 30]);
    });
    expect(await source.connection('runners').first()).toBeUndefined();
  });

  test('a place with rows is told, one that is empty is not', async () => {
    expect(await targetOf(await emptyTarget()).inspect()).toEqual({ isUnfinished: false, tables: [] });
    const db = await openAt(await to.migratedUrl());
    await new SqlJobLocks(db).acquire('a job', 0, 1);
    expect(await targetOf(db).inspect()).toEqual({ isUnfinished: false, tables: [] });
    await db.connection('settings').insert({ name: 'one', value: '1' });
    expect(await targetOf(db).inspect()).toEqual({ isUnfinished: false, tables: [{ name: 'settings', rows: 1 }] });
  });

  test('no server starts on an unfinished restore, which can begin anew or be given up', async () => {
    const content = await new SqlSnapshots(await filled(5)).take(contentOf);
    const db = await emptyTarget();
    const expectUnfinished = async () => {
      await expect(new Migrator(db).up()).rejects.toThrow('A restore into this database did not finish');
      expect(await new Migrator(db).isUpToDate()).toBe(false);
      expect((await targetOf(db).inspect()).isUnfinished).toBe(true);
    };
    const cutOff = {
      name: '0002-cut-off',
      up: () => Promise.reject(new Error('killed')),
      down: async () => undefined,
    };
    const steps = [...migrations.slice(0, 1), cutOff];
    await expect(targetOf(db, steps).begin(steps.map(({ name }) => name))).rejects.toThrow('killed');
    await expectUnfinished();
    const target = targetOf(db);
    await target.begin(migrations.map(({ name }) => name));
    await target.load('users', content.get('users') ?? []);
    await expect(target.load('users', [{ uid: 'x', nonsense: 1 }])).rejects.toThrow('users.nonsense');
    await expect(target.load('nonsense', [])).rejects.toThrow('a table nonsense');
    await expectUnfinished();
    await restore(targetOf(db), content);
    expect([await new Migrator(db).isUpToDate(), (await tableRows(db, 'users')).length]).toEqual([true, 5]);
    await target.discard();
    expect(await readCatalog(db.connection)).toEqual([]);
  });

  test('vectors that are not in the archive are computed again', async () => {
    const db = await emptyTarget();
    const target = targetOf(db);
    await target.begin(migrations.map(({ name }) => name));
    await db.connection('users').insert((await new SqlSnapshots(await filled(1)).take(contentOf)).get('users') ?? []);
    await new SqlEmbeddingJobs(db).enqueue('v1', 'f1', 0);
    await db.connection('embedding_jobs').update({ status: 'done', collection: 'a@8' });
    await db.connection('file_owners').insert({ id: 'v1', uid: 'v1' });
    const row = { file_id: 'f1', ordinal: 0, owner_id: 'v1', kind: 'text', heading: '', text: '' };
    await db.dialect.insertChunks(db.connection, [{ row, words: 'x' }]);
    await target.finish({ reembed: true });
    expect(await db.connection('embedding_jobs').first('status', 'work')).toEqual({ status: 'waiting', work: 'embed' });
  });
};

describeEachDatabase((databases) => tests(databases, databases));

describeSqlite((sqlite) => {
  describeMysql((mysql) => {
    describe('from the one to the other', () => tests(sqlite, mysql));
    describe('and back', () => tests(mysql, sqlite));
  });
});

describeSqlite(({ freshUrl }) => {
  let db: Database;
  beforeEach(async () => void (db = await Database.open(await freshUrl())));
  afterEach(() => db.close());

  test('there is no backup of an empty database, nor of an unfinished restore', async () => {
    await expect(new SqlSnapshots(db).take(contentOf)).rejects.toThrow(/no tables of Parley/);
    await targetOf(db).begin(migrations.map(({ name }) => name));
    await expect(new SqlSnapshots(db).take(contentOf)).rejects.toThrow(/did not finish/);
  });

  test('a restore is unfinished until files are marked whose vectors are not in the archive', async () => {
    const atMark: boolean[] = [];
    const enqueueOutdated = async () => void atMark.push((await target.inspect()).isUnfinished);
    const target: SqlRestoreTarget = new SqlRestoreTarget(db, { enqueueOutdated });
    await target.begin(migrations.map(({ name }) => name));
    await target.finish({ reembed: true });
    expect([atMark, (await target.inspect()).isUnfinished]).toEqual([[true], false]);
  });
});

describeMysql(({ migratedUrl }) => {
  test('reading a table of one long key reads each row about once', async () => {
    const db = await Database.open(await migratedUrl());
    const rows = 8000;
    await db.connection('users').insert(toUserRow(aUser()));
    await db.connection('file_owners').insert({ id: 'ann', uid: 'ann' });
    for (let from = 0; from < rows; from += 500) {
      const vectors = Array.from({ length: 500 }, (_, at) => ({
        collection: 'all the same',
        file_id: 'f',
        ordinal: from + at,
        owner_id: 'ann',
        vector: Buffer.from([1]),
      }));
      await db.connection('chunk_vectors').insert(vectors);
    }
    const readsSoFar = async () => {
      const [[status]] = await db.connection.raw("SHOW GLOBAL STATUS LIKE 'Handler_read_next'");
      return Number(status.Value);
    };
    const before = await readsSoFar();
    await new SqlSnapshots(db).take(async (snapshot) => {
      for await (const page of snapshot.rows('chunk_vectors')) expect(page.length).toBeGreaterThan(0);
    });
    expect((await readsSoFar()) - before).toBeLessThan(3 * rows); // pages from the start would read nine times as many
    await db.close();
  });
});
