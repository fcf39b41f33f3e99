import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { jest } from '@jest/globals';

import { chatBytes } from '../../../migrations/0101-chat-bytes.ts';
import { registrationModes } from '../../../migrations/0250-registration-modes.ts';
import { hasIndex } from '../../../migrations/migration.ts';
import { migrations } from '../../../migrations/index.ts';
import { DatabaseError } from '../../../src/adapters/sql/database-url.ts';
import { Database } from '../../../src/adapters/sql/database.ts';
import { readCatalog } from '../../../src/adapters/sql/dialect/catalog.ts';
import { SqlPlanCancellations } from '../../../src/adapters/sql/billing/plan-cancellations.ts';
import { SqlChatRepository } from '../../../src/adapters/sql/chat/chat-repository.ts';
import { SqlFileRepository } from '../../../src/adapters/sql/files/file-repository.ts';
import { SqlScans } from '../../../src/adapters/sql/files/scans.ts';
import { SqlGroupStore } from '../../../src/adapters/sql/groups/group-store.ts';
import { EmbeddedVectorStore } from '../../../src/adapters/sql/retrieval/embedded-vector-store.ts';
import { SqlChunkRepository } from '../../../src/adapters/sql/retrieval/file-chunks.ts';
import { countRows } from '../../../src/adapters/sql/sql-store.ts';
import { SqlMessageRepository } from '../../../src/adapters/sql/chat/message-repository.ts';
import { Migrator } from '../../../src/adapters/sql/migrator.ts';
import { toUserRow } from '../../../src/adapters/sql/accounts/user-rows.ts';
import { SqlUserAdmin } from '../../../src/adapters/sql/admin/user-admin.ts';
import { SqlUserRepository } from '../../../src/adapters/sql/accounts/user-repository.ts';
import { aFile } from '../../fakes/files.ts';
import { aGroup } from '../../fakes/groups.ts';
import { FixedClock } from '../../fakes/kernel.ts';
import { aChat, aMessage, anAnswer, aUser, chatIdOf, NOON, someDetails } from '../../support/builders.ts';
import { describeEachDatabase } from '../../support/databases.ts';

jest.setTimeout(60_000);

/** The process ends before this statement. */
class CutOff extends Error {}

const NAMES = migrations.map(({ name }) => name);

/** Every table and index of a database as the engine itself tells it, without what counts rows. */
const schemaOf = async (db: Database, engine: 'sqlite' | 'mysql'): Promise<string[]> => {
  if (engine === 'sqlite') {
    const rows: { name: string; sql: string | null }[] = await db
      .connection('sqlite_master')
      .select('name', 'sql')
      .orderBy('name');
    return rows.map(({ name, sql }) => `${name}: ${sql}`);
  }
  // MySQL names the columns of information_schema in capitals, MariaDB as they were asked for.
  const tables: { name: string }[] = await db
    .connection('information_schema.tables')
    .whereRaw('table_schema = DATABASE()')
    .orderBy('table_name')
    .select({ name: 'table_name' });
  const statements = [];
  for (const { name: table } of tables) {
    const [[row]] = await db.connection.raw('SHOW CREATE TABLE ??', [table]);
    statements.push(String(row['Create Table']).replace(/ AUTO_INCREMENT=\d+/, ''));
  }
  return statements;
};

describe('the list of migrations', () => {
  test('drops columns only in the way that keeps the rows of other tables', () => {
    const folder = join(import.meta.dirname, '../../../migrations');
    const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
    expect(texts.filter((text) => /\.dropColumns?\(/.test(text))).toEqual([]);
  });

  test('is in the order of its names, which are unique and have no file extension', () => {
    expect(NAMES).toEqual([...new Set(NAMES)].sort());
    for (const name of NAMES) expect(name).toMatch(/^\d{4}-[a-z-]+$/);
  });
});

/** Ann's row as the first version of the table had it. */
const {
  suspended_at: _suspended,
  search_text: _search,
  has_second_factor: _factor,
  is_auditor: _auditor,
  group_ids: _groups,
  language: _language,
  own_tier: _tier,
  ...FIRST_ROW
} = toUserRow(aUser());

describeEachDatabase(({ freshUrl, migratedUrl, engine }) => {
  const opened: Database[] = [];
  const open = async (url: string) => {
    const db = await Database.open(url);
    opened.push(db);
    return db;
  };
  const fresh = async () => open(await freshUrl());
  const migrated = async () => open(await migratedUrl());
  afterEach(async () => {
    for (const db of opened.splice(0)) await db.close();
  });

  test('all at once, down to nothing and up again step by step: the schema is the same', async () => {
    const db = await fresh();
    expect(await new Migrator(db).isUpToDate()).toBe(false);
    expect((await new Migrator(db).up()).applied).toEqual(NAMES);
    const schema = await schemaOf(db, engine);
    expect(schema.length).toBeGreaterThan(50);
    // A group of MySQL servers takes no rows of a table without one.
    const tables = await readCatalog(db.connection);
    expect(tables.filter(({ key }) => key.length === 0).map(({ name }) => name)).toEqual([]);

    await new Migrator(db).down(NAMES.length);
    const bare = await schemaOf(db, engine);
    expect(bare.filter((line) => !/schema_migrations|schema_lease|sqlite_sequence/.test(line))).toEqual([]);
    for (const name of NAMES) expect((await new Migrator(db).up(1)).applied).toEqual([name]);
    expect(await schemaOf(db, engine)).toEqual(schema);
  });

  test('what chats hold is added up where chats were before it was counted', async () => {
    const db = await migrated();
    for (const uid of ['ann', 'bob']) await new SqlUserRepository(db).add(aUser({ uid }));
    const [chats, kept] = [new SqlChatRepository(db), new SqlMessageRepository(db)];
    for (const id of ['c1', 'c2', 'c3']) {
      const { key } = await chats.create(aChat({ id: chatIdOf(id), title: `Größe ${id}` }));
      await kept.add(key, [aMessage({ content: 'Wie groß? 🥞' }), anAnswer({ details: someDetails() })]);
    }
    const usage = () => db.connection('chat_usage').select('*');
    const sizes = () => db.connection('chats').orderBy('chat_key').pluck('bytes');
    const [before, each] = [await usage(), await sizes()];
    await new Migrator(db).down(NAMES.length - NAMES.indexOf('0101-chat-bytes'));
    await new Migrator(db).up();
    expect([await usage(), await sizes()]).toEqual([before, each]);
    await chatBytes.up(db.connection); // as after a try that was cut off
    expect([await usage(), await sizes()]).toEqual([before, each]);
  });

  test('files, scans, chunks and their words stay where groups may own files, and on the way back', async () => {
    const db = await migrated();
    await new SqlUserRepository(db).add(aUser());
    const [files, chunks] = [new SqlFileRepository(db, new FixedClock()), new SqlChunkRepository(db)];
    const unlimited = { maxFiles: -1, maxBytes: -1 };
    await files.add(aFile({ size: 7 }), unlimited);
    await chunks.replace('ann', 'f1', [
      { ordinal: 0, kind: 'text', page: 2, heading: 'Gates', text: 'The north gate.' },
    ]);
    const scans = new SqlScans(db);
    await scans.enqueue({ fileId: 'f1', ownerId: 'ann', tier: 'free', pages: 3 }, NOON);
    await scans.savePage('f1', { page: 1, text: 'Read' });
    await new EmbeddedVectorStore(db).upsert({ version: 'v@2', dimensions: 2 }, { ownerId: 'ann', fileId: 'f1' }, [
      { ordinal: 0, vector: Float32Array.of(1, 0) },
    ]);
    await new SqlGroupStore(db).add(aGroup({ id: 'lab' }));
    await files.add(aFile({ id: 'shared', ownerId: 'group:lab' }), unlimited);
    const scope = { ownerId: 'ann', fileIds: ['f1'] };
    const state = async () => [
      await files.find('ann', 'f1'),
      await files.getUsage('ann'),
      await scans.listPages('ann', 'f1'),
      (await chunks.search(scope, 'north', 5)).length,
      (await db.connection('chunk_vectors').select('*')).length,
      (await db.connection('vector_blocks').select('*')).length,
    ];
    const before = await state();
    expect(before.slice(1)).toEqual([{ files: 1, bytes: 7 }, [{ page: 1, text: 'Read' }], 1, 1, 1]);
    await new Migrator(db).down(NAMES.length - NAMES.indexOf('0312-group-files'));
    expect(await state()).toEqual(before);
    expect(await db.connection('files').pluck('id')).toEqual(['f1']);
    await new Migrator(db).up();
    expect(await state()).toEqual(before);
    await chunks.remove('ann', 'f1'); // takes its words along
    expect(await chunks.search(scope, 'north', 5)).toEqual([]);
    await db.connection('users').where({ uid: 'ann' }).delete();
    const left = await Promise.all(['files', 'scans', 'chunk_vectors'].map((table) => countRows(db.connection(table))));
    expect(left).toEqual([0, 0, 0]);
  });

  test('open and closed registration become modes, also in the history; the way back lets nobody in', async () => {
    const db = await fresh();
    await new Migrator(db).up(NAMES.indexOf('0250-registration-modes'));
    const versions = () =>
      db.connection('config_versions').where({ name: 'registration' }).orderBy('version').select('document', 'changes');
    const document = JSON.stringify({ open: false, domains: ['a.example'] });
    await db.connection('settings').insert({ name: 'registration', value: document });
    await db.connection('config_versions').insert({
      name: 'registration',
      version: 1,
      by_uid: 'ada',
      by_name: 'Ada',
      at: 1,
      reason: '',
      follows: false,
      changes: JSON.stringify([
        { path: ['open'], from: true, to: false },
        { path: ['domains'], from: [], to: ['a.example'] },
      ]),
      document,
    });
    await new Migrator(db).up(1);
    const current = () => db.connection('settings').where({ name: 'registration' }).first('value');
    const closed = { mode: 'closed', domains: ['a.example'] };
    expect(JSON.parse((await current()).value)).toEqual(closed);
    const [version] = await versions();
    expect([JSON.parse(version.document), JSON.parse(version.changes)]).toEqual([
      closed,
      [
        { path: ['mode'], from: 'open', to: 'closed' },
        { path: ['domains'], from: [], to: ['a.example'] },
      ],
    ]);
    await registrationModes.up(db.connection); // as after a try that was cut off
    expect(JSON.parse((await current()).value)).toEqual(closed);
    const invited = JSON.stringify({ mode: 'invitation', domains: [] });
    await db.connection('settings').where({ name: 'registration' }).update({ value: invited });
    await registrationModes.down(db.connection);
    expect(JSON.parse((await current()).value)).toEqual({ open: false, domains: [] });
  });

  test('what is to happen to subscriptions stays when its table gets its name, and on the way back', async () => {
    const db = await fresh();
    const at = NAMES.indexOf('0341-plan-cancellations');
    await new Migrator(db).up(at);
    const common = { uid: 'ann', action: 'period-end', asked_at: NOON, done_at: null, due_at: NOON };
    const counts = { leased_until: 0, failures: 2, revision: 5 };
    const stop = { ...common, ...counts, stopped: '[{"id":"s","nextTier":null}]' };
    await db.connection('plan_stops').insert(stop);
    await new Migrator(db).up();
    expect(await new SqlPlanCancellations(db).find('ann')).toEqual({
      uid: 'ann',
      action: 'period-end',
      renewals: [{ id: 's', nextTier: null }],
      askedAt: NOON,
      doneAt: null,
      dueAt: NOON,
      leasedUntil: 0,
      failures: 2,
      revision: 5,
    });
    await new Migrator(db).down(NAMES.length - at);
    expect(await db.connection('plan_stops')).toEqual([stop]);
  });

  test('is ready only when no step is missing; doing it again does nothing', async () => {
    const db = await migrated();
    await new Migrator(db).down(1);
    expect(await new Migrator(db).isUpToDate()).toBe(false);
    await new Migrator(db).up();
    expect(await new Migrator(db).isUpToDate()).toBe(true);
    expect(await new Migrator(db).up()).toEqual({ applied: [], backup: undefined });
  });

  test('keeps the data of what was there before', async () => {
    const db = await fresh();
    await new Migrator(db).up(1);
    await db.connection('users').insert(FIRST_ROW);
    await new Migrator(db).up();
    expect(await new SqlUserRepository(db).find('ann')).toEqual(aUser());
    // And admins find it.
    expect(
      (
        await new SqlUserAdmin(db, new FixedClock()).list({
          limit: 9,
          offset: 0,
          search: 'ANN@example',
          day: '2026-01-15',
        })
      ).total,
    ).toBe(1);
  });

  test('takes up again where an unrecorded step was cut off, but never replaces a table with data', async () => {
    const db = await fresh();
    await new Migrator(db).up(1);
    await db.connection('schema_migrations').delete();
    expect((await new Migrator(db).up()).applied).toEqual(NAMES);
    await new SqlUserRepository(db).add(aUser());
    await db
      .connection('schema_migrations')
      .where({ name: NAMES[0] ?? '' })
      .delete();
    await expect(new Migrator(db).up()).rejects.toThrow(/users already holds data/);
    expect(await new SqlUserRepository(db).find('ann')).toEqual(aUser());
  });

  test('steps that were cut off after their column still make their index', async () => {
    const db = await migrated();
    const steps = [
      { name: '0130-reply-follow-ups', table: 'replies', index: 'replies_by_follow_ups' },
      { name: '0150-embedding-delays', table: 'files', index: 'files_by_embedding' },
      { name: '0271-chat-expiry', table: 'chats', index: 'chats_by_expiry' },
      { name: '0271-chat-expiry', table: 'chats', index: 'chats_by_use' },
      { name: '0280-share-reports', table: 'shares', index: 'shares_by_report' },
    ];
    const missing = async () => {
      const there = await Promise.all(steps.map(({ index }) => hasIndex(db.connection, index)));
      return steps.filter((_, at) => !there[at]).map(({ index }) => index);
    };
    for (const { name, table, index } of steps) {
      await db.connection.schema.alterTable(table, (alter) => {
        alter.dropIndex([], index);
      });
      await db.connection('schema_migrations').where({ name }).delete();
    }
    expect(await missing()).toEqual(steps.map(({ index }) => index));
    await new Migrator(db).up();
    expect(await missing()).toEqual([]);
  });

  test('refuses a database of a newer version and names what it does not know', async () => {
    const db = await migrated();
    await db.connection('schema_migrations').insert({ name: '9999-from-the-future' });
    await expect(new Migrator(db).up()).rejects.toThrow(/newer version.*9999-from-the-future/);
    expect(await new Migrator(db).isUpToDate()).toBe(false);
  });

  test('a step that fails is named, and done by the next try', async () => {
    const db = await fresh();
    let isBroken = true;
    const up = () => (isBroken ? Promise.reject(new Error('no such column: x')) : Promise.resolve());
    const broken = { name: '9998-broken', up, down: () => Promise.resolve() };
    const migrator = new Migrator(db, [...migrations.slice(0, 2), broken]);
    const failure = await migrator.up().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DatabaseError);
    expect(String(failure)).toMatch(/migration 9998-broken failed: no such column: x/);
    isBroken = false;
    expect((await migrator.up()).applied).toEqual(['9998-broken']);
  });

  if (engine === 'sqlite') {
    test('changes nothing where the copy has no room, says so, and leaves no half of it', async () => {
      const url = await freshUrl();
      const db = await open(url);
      await new Migrator(db).up(3);
      const copy = `${url.replace('sqlite:', '')}.before-${NAMES[3]}`;
      mkdirSync(join(`${copy}.part`, 'in the way'), { recursive: true });
      await expect(new Migrator(db).up()).rejects.toThrow(
        /The copy .*, which is made before a migration, could not be written: .*Nothing was changed/,
      );
      expect([existsSync(copy), await db.connection('schema_migrations').pluck('name')]).toEqual([
        false,
        NAMES.slice(0, 3),
      ]);
    });

    test('copies an older database beside itself before changing it, and a new one not', async () => {
      const url = await freshUrl();
      const db = await Database.open(url);
      expect((await new Migrator(db).up(3)).backup).toBeUndefined();
      await db.connection('users').insert(FIRST_ROW);
      const { backup = '' } = await new Migrator(db).up();
      expect(backup).toBe(`${url.replace('sqlite:', '')}.before-${NAMES[3]}`);
      await db.close();

      const copy = await Database.open(`sqlite:${backup}`);
      expect(await copy.connection('users').where({ uid: 'ann' })).toEqual([
        expect.objectContaining({ email: 'ann@example.org' }),
      ]);
      expect(await copy.connection('schema_migrations').pluck('name')).toEqual(NAMES.slice(0, 3));
      await copy.close();
      expect(existsSync(backup)).toBe(true);
    });
  } else {
    test('a step that was cut off at any of its statements, or before it was recorded, can be done again', async () => {
      const whole = await migrated();
      const db = await fresh();
      await new Migrator(db).up(0);
      let left = Infinity;
      db.connection.on('query', ({ sql }: { readonly sql: string }) => {
        if (/^(?:create|alter|drop|insert|update|delete)/i.test(sql) && (left -= 1) < 0) throw new CutOff(sql);
      });
      for (const migration of migrations) {
        for (let statements = 0; ; statements += 1) {
          left = statements;
          const outcome = await migration.up(db.connection).catch((error: unknown) => error);
          left = Infinity;
          if (outcome === undefined) break;
          if (!(outcome instanceof CutOff))
            throw new Error(`${migration.name} after ${statements}`, { cause: outcome });
        }
        await migration.up(db.connection);
        await db.connection('schema_migrations').insert({ name: migration.name });
      }
      const columnsInAnyOrder = async (of: Database) =>
        (await schemaOf(of, engine)).map((table) => table.replaceAll(/,$/gm, '').split('\n').toSorted());
      expect(await columnsInAnyOrder(db)).toEqual(await columnsInAnyOrder(whole));
    }, 240_000);

    test('compares ids byte by byte in every text column that is a key', async () => {
      const db = await migrated();
      const collations: { name: string }[] = await db
        .connection('information_schema.columns')
        .whereRaw("table_schema = DATABASE() AND data_type = 'varchar'")
        .distinct('collation_name as name');
      expect(collations).toEqual([{ name: 'utf8mb4_bin' }]);
    });
  }
});
