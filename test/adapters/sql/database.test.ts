import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ForeignKeyViolationError, NotNullViolationError, UniqueViolationError } from 'objection';

import { Database } from '../../../src/adapters/sql/database.ts';
import type { Timing } from '../../../src/adapters/sql/retry-policy.ts';
import { describeSmallPackets } from '../../../src/adapters/sql/dialect/mysql.ts';
import { WalCheckpoints } from '../../../src/adapters/sql/dialect/wal-checkpoints.ts';
import { SqlUnitOfWork } from '../../../src/adapters/sql/unit-of-work.ts';
import { DatabaseError, parseDatabaseUrl } from '../../../src/adapters/sql/database-url.ts';
import { ChatRow, toNewChatRow } from '../../../src/adapters/sql/chat/chat-rows.ts';
import { Migrator } from '../../../src/adapters/sql/migrator.ts';
import { SqlRunners } from '../../../src/adapters/sql/chat/runners.ts';
import { SqlUserRepository } from '../../../src/adapters/sql/accounts/user-repository.ts';
import { toUserRow, UserRow } from '../../../src/adapters/sql/accounts/user-rows.ts';
import { CountingIds } from '../../fakes/kernel.ts';
import { aChat, aUser } from '../../support/builders.ts';
import { describeEachDatabase } from '../../support/databases.ts';

test('a server that takes short statements only is warned of, the default is not', () => {
  expect(describeSmallPackets(1_048_576)).toEqual([
    expect.stringMatching(/^max_allowed_packet .* 1048576 bytes: .*216$/),
  ]);
  expect(describeSmallPackets(16_777_216)).toEqual([]);
});

describe('the address of a database', () => {
  test('names a file, relative or absolute, or memory', () => {
    expect(parseDatabaseUrl('sqlite:./data/parley.db')).toEqual({ kind: 'sqlite', file: './data/parley.db' });
    expect(parseDatabaseUrl('sqlite:/srv/parley.db')).toEqual({ kind: 'sqlite', file: '/srv/parley.db' });
    expect(parseDatabaseUrl('sqlite:///srv/parley.db')).toEqual({ kind: 'sqlite', file: '/srv/parley.db' });
    expect(parseDatabaseUrl('sqlite::memory:')).toEqual({ kind: 'sqlite', file: ':memory:' });
  });

  test('names a server, with what may be left out', () => {
    expect(parseDatabaseUrl('mysql://ann:p%40ss@db.example:3307/parley?pool=4&tls=true')).toEqual({
      kind: 'mysql',
      hosts: [{ host: 'db.example', port: 3307 }],
      user: 'ann',
      password: 'p@ss',
      database: 'parley',
      pool: 4,
      tls: true,
    });
    expect(parseDatabaseUrl('mariadb://ann@[::1]/parley')).toEqual({
      kind: 'mysql',
      hosts: [{ host: '::1', port: 3306 }],
      user: 'ann',
      password: '',
      database: 'parley',
      pool: 10,
      tls: false,
    });
  });

  test('names several servers of one cluster', () => {
    const { hosts } = { hosts: [], ...parseDatabaseUrl('mysql://ann:p%40ss,@one:3307,two,[::1]:3308/parley?pool=4') };
    expect(hosts).toEqual([
      { host: 'one', port: 3307 },
      { host: 'two', port: 3306 },
      { host: '::1', port: 3308 },
    ]);
    expect(() => parseDatabaseUrl('mysql://ann@one:3307,,two/parley')).toThrow(/host1:3306,host2:3306/);
  });

  test.each([
    '',
    'parley.db',
    'postgres://x/y',
    'sqlite:',
    'mysql://',
    'mysql://host',
    'mysql://host/',
    'mysql://h/d?pool=0',
    'mysql://h/d?pool=x',
    'mysql://h/d?tls=1',
    'mysql://h/d?ssl=true',
    'mysql://h/d?TLS=true',
    'mysql://ann:p%x@h/d',
    'mysql://ann:p#x@h/d',
  ])('is refused when it is %p', (url) => {
    expect(() => parseDatabaseUrl(url)).toThrow(DatabaseError);
    expect(() => parseDatabaseUrl(url)).toThrow(/DATABASE_URL/);
  });

  test.each(['p%x', 'p#x', 'p/x', 'p?x'])('with the password %s is refused with how it is written', (password) => {
    expect(() => parseDatabaseUrl(`mysql://ann:${password}@h/d`)).toThrow(/% are written as %2F %23 %3F %40 %25/);
  });
});

describe('a server that cannot be reached', () => {
  test('is named, with the reason and without the password', async () => {
    const opening = Database.open('mysql://ann:hidden@127.0.0.1:1/parley');
    await expect(opening).rejects.toThrow(DatabaseError);
    await expect(opening).rejects.toThrow(/parley on 127\.0\.0\.1:1 as ann: .*ECONNREFUSED/);
    await expect(opening).rejects.not.toThrow(/hidden/);
  });
});

describe('a SQLite file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-file-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('is made, and is whole by itself after closing', async () => {
    const file = join(folder, 'parley.db');
    const db = await Database.open(`sqlite:${file}`);
    await new Migrator(db).up();
    await new SqlUserRepository(db).add(aUser());
    await db.close();
    if (existsSync(`${file}-wal`)) expect(statSync(`${file}-wal`).size).toBe(0);
    expect(readFileSync(file).includes('ann@example.org')).toBe(true);
    const again = await Database.open(`sqlite:${file}`);
    expect(await new SqlUserRepository(again).find('ann')).toEqual(aUser());
    await again.close();
  });

  test('is set up for safe and quick writing', async () => {
    const db = await Database.open(`sqlite:${join(folder, 'a.db')}`);
    const pragma = async (name: string) => Object.values((await db.connection.raw(`PRAGMA ${name}`))[0])[0];
    expect(await pragma('journal_mode')).toBe('wal');
    expect(await pragma('synchronous')).toBe(1);
    expect(await pragma('foreign_keys')).toBe(1);
    expect(await pragma('busy_timeout')).toBe(0); // a wait inside of SQLite would stand the process
    await db.close();
  });

  test('inserts each time the columns that are given, and reads a table as it is after a change', async () => {
    const db = await Database.open('sqlite::memory:');
    await db.connection.schema.createTable('notes', (table) => table.text('text'));
    await db.insert('notes', [{ text: 'first' }]);
    expect(await db.query('SELECT * FROM notes', [])).toEqual([{ text: 'first' }]);
    await db.connection.schema.alterTable('notes', (table) => table.integer('size'));
    await db.insert('notes', [{ text: 'second', size: 2 }]);
    await db.insert('notes', [{ size: 3 }]);
    // More than are cached.
    for (let index = 0; index < 300; index += 1) await db.query(`SELECT ${index} FROM notes`, []);
    await db.insert('notes', [{ text: 'fourth' }, { text: 'fifth' }]);
    const rows = await db.query<{ text: string | null; size: number | null }>('SELECT * FROM notes', []);
    expect(rows.map(({ text, size }) => [text, size])).toEqual([
      ['first', null],
      ['second', 2],
      [null, 3],
      ['fourth', null],
      ['fifth', null],
    ]);
    await db.close();
  });

  test('takes a long log in from another thread, while transactions go on', async () => {
    const file = join(folder, 'long.db');
    const db = await Database.open(`sqlite:${file}`);
    await db.connection.schema.createTable('notes', (table) => table.text('text'));
    const note = () => db.transaction(() => db.insert('notes', [{ text: 'x'.repeat(400_000) }]));
    const logBytes = () => statSync(`${file}-wal`).size;
    let count = 0;
    for (; count < 50; count += 1) await note();
    expect(logBytes()).toBeGreaterThan(0);
    const notes = async () => (await db.query<{ n: number }>('SELECT COUNT(*) AS n FROM notes', []))[0]?.n;
    for (let longest = logBytes(); logBytes() >= longest; count += 1) {
      longest = Math.max(longest, logBytes());
      await note();
      await new Promise(setImmediate);
    }
    expect(await notes()).toBe(count);
    await db.dialect.truncateLog();
    expect(logBytes()).toBe(0);
    await db.close();
    expect(readFileSync(file).length).toBeGreaterThan(count * 400_000);
  });

  test('tells while its log is taken in and nobody can write', async () => {
    const file = join(folder, 'told.db');
    const db = await Database.open(`sqlite:${file}`);
    await db.connection.schema.createTable('notes', (table) => table.text('text'));
    for (let count = 0; count < 45; count += 1)
      await db.transaction(() => db.insert('notes', [{ text: 'x'.repeat(400_000) }]));
    const checkpoints = new WalCheckpoints(file);
    expect(checkpoints.pause).toBeUndefined();
    for (let count = 0; count < 50; count += 1) checkpoints.countTransaction();
    while (!checkpoints.pause) await new Promise(setImmediate);
    await checkpoints.pause;
    expect([checkpoints.pause, statSync(`${file}-wal`).size]).toEqual([undefined, 0]);
    await checkpoints.close();
    await db.close();
  });

  test('that is no database is refused by name', async () => {
    await expect(Database.open(`sqlite:${folder}`)).rejects.toThrow(DatabaseError);
    await expect(Database.open(`sqlite:${folder}`)).rejects.toThrow(folder);
  });

  test('in memory serves as well, for as long as the process lives', async () => {
    const db = await Database.open('sqlite::memory:');
    await new Migrator(db).up();
    await new SqlUserRepository(db).add(aUser());
    expect(await new SqlUserRepository(db).find('ann')).toEqual(aUser());
    await db.close();
  });
});

describe('shared transactions of a SQLite file', () => {
  /** So much time passes between two questions that none waits for others. */
  const seldom = (): Timing => {
    let time = 0;
    return { now: () => (time += 1000), sleep: () => Promise.reject(new Error('nothing is waited for')) };
  };
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  /** `fail` breaks each transaction of several works as its commit does where the disk is full. */
  const aShared = async (fail = false, time: Timing = seldom()) => {
    const { dialect } = await Database.open('sqlite::memory:', time);
    await dialect.pool.schema.createTable('notes', (table) => table.string('text').unique());
    const begun: number[] = [];
    let inside = 0;
    const db = new Database({
      ...dialect,
      transaction: async (work, isInside) =>
        dialect.transaction(async (connection) => {
          inside = 0;
          const result = await work(connection);
          begun.push(inside);
          if (fail && inside > 1) throw new Error('no room');
          return result;
        }, isInside),
    });
    const work = new SqlUnitOfWork(db);
    const note = (text: string, until = Promise.resolve()) =>
      work.runShared(async () => {
        inside += 1;
        await db.insert('notes', [{ text }]);
        await until;
        return text;
      });
    const notes = async () => (await db.query<{ text: string }>('SELECT text FROM notes', [])).map(({ text }) => text);
    return { begun, note, notes };
  };

  test('take a few of one moment each', async () => {
    const { begun, note, notes } = await aShared();
    await note('first');
    const texts = Array.from({ length: 9 }, (_, index) => `n${index}`);
    expect(await Promise.all(texts.map((text) => note(text)))).toEqual(texts);
    expect(begun).toEqual([1, 4, 4, 1]);
    expect(await notes()).toHaveLength(10);
  });

  test('take together what came while the one before them waited', async () => {
    const { begun, note } = await aShared();
    let release: () => void = () => undefined;
    const pending = [note('first', new Promise((resolve) => (release = resolve)))];
    for (const text of ['a', 'b', 'c']) {
      await turn();
      pending.push(note(text));
    }
    await turn();
    release();
    await Promise.all(pending);
    expect(begun).toEqual([1, 3]);
  });

  test('that follow each other closely wait for others, until they are complete or for a moment', async () => {
    let end: () => void = () => undefined;
    const { begun, note } = await aShared(false, {
      now: () => 0,
      sleep: () => new Promise((resolve) => (end = resolve)),
    });
    await note('first');
    const pending: Promise<string>[] = [];
    for (let count = 1; count < 4; count += 1) {
      pending.push(note(`n${count}`));
      await turn();
    }
    expect(begun).toEqual([1]);
    await Promise.all([...pending, note('the fourth')]);
    expect(begun).toEqual([1, 4]);
    const last = note('last');
    await turn();
    expect(begun).toEqual([1, 4]);
    end();
    await last;
    expect(begun).toEqual([1, 4, 1]);
  });

  test('that break as a whole are run again one by one', async () => {
    const { begun, note, notes } = await aShared(true);
    const outcomes = await Promise.allSettled(['a', 'b', 'a', 'c'].map((text) => note(text)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(begun).toEqual([4, 1, 1, 1]);
    expect(await notes()).toEqual(['a', 'b', 'c']);
  });
});

describeEachDatabase(({ open }) => {
  test('a violated rule of the schema is known by its type', async () => {
    const db = await open();
    await new SqlUserRepository(db).add(aUser());
    const add = (row: object) => UserRow.query(db.connection).insert({ ...toUserRow(aUser({ uid: 'bob' })), ...row });
    await expect(add({ email: 'ann@example.org' })).rejects.toThrow(UniqueViolationError);
    await expect(add({ name: null })).rejects.toThrow(NotNullViolationError);
    const orphan = ChatRow.query(db.connection).insert(toNewChatRow(aChat({ ownerId: 'nobody' })));
    await expect(orphan).rejects.toThrow(ForeignKeyViolationError);
  });

  test('a server with the usual settings is not warned of', async () => {
    expect((await open()).dialect.warnings).toEqual([]);
  });

  test('a text with a NUL is kept to its end', async () => {
    const db = await open();
    await new SqlUserRepository(db).add(aUser({ uid: 'ann' }));
    await UserRow.query(db.connection).patch({ name: 'a\0b' }).where({ uid: 'ann' });
    expect((await new SqlUserRepository(db).find('ann'))?.name).toMatch(/^a[\0\ufffd]b$/);
    await db.execute('UPDATE users SET name = ? WHERE uid = ?', ['c\0d', 'ann']);
    expect((await new SqlUserRepository(db).find('ann'))?.name).toMatch(/^c[\0\ufffd]d$/);
  });

  test('a person’s chats, messages and search entries go when the account goes', async () => {
    const db = await open();
    await new SqlUserRepository(db).add(aUser());
    await ChatRow.query(db.connection).insert(toNewChatRow(aChat()));
    await db.dialect.indexDocuments(db.connection, [{ chatKey: aChat().key, messageId: '', words: 'abcdefpancakes' }]);
    expect(await db.dialect.documentsMatchingPrefix(db.connection, 'abcdefpan')).toHaveLength(1);
    await db.connection('users').delete();
    expect(await db.connection('chats')).toEqual([]);
    expect(await db.dialect.documentsMatchingPrefix(db.connection, 'abcdefpan')).toEqual([]);
  });

  test('work outside of a transaction waits for it and does not get into it', async () => {
    const db = await open();
    const users = new SqlUserRepository(db);
    let started: () => void = () => undefined;
    const inside = new Promise<void>((resolve) => (started = resolve));
    let outside: Promise<unknown> = Promise.resolve();
    const failing = db.transaction(async () => {
      await users.add(aUser());
      started();
      await users.add(aUser({ uid: 'bob' }));
      throw new Error('undone');
    });
    await inside;
    outside = users.add(aUser({ uid: 'carol' }));
    await expect(failing).rejects.toThrow('undone');
    await outside;
    expect(await db.connection('users').pluck('uid')).toEqual(['carol']);
  });

  test('what a failed transaction still had to do does not get into the next one', async () => {
    const db = await open();
    const add = async (name: string, connection = db.connection) => connection('settings').insert({ name, value: '1' });
    let nextIsOpen: () => void = () => undefined;
    const untilNext = new Promise<void>((resolve) => (nextIsOpen = resolve));
    let late: Promise<unknown> = Promise.resolve();
    const failing = db.transaction(async () => {
      const { connection } = db;
      late = untilNext.then(() => add('late', connection));
      await add('first');
      throw new Error('undone');
    });
    await expect(failing).rejects.toThrow('undone');
    const refused = expect(late).rejects.toThrow(/over|complete/);
    await db.transaction(async () => {
      await add('second');
      nextIsOpen();
      await refused;
    });
    const names = ['first', 'late', 'second'];
    expect(await db.connection('settings').whereIn('name', names).pluck('name')).toEqual(['second']);
  });

  test('whoever watches queries sees the end of each, within a transaction too', async () => {
    const db = await open();
    const { pool } = db.dialect;
    const begun: string[] = [];
    const ended: string[] = [];
    const uidOf = ({ __knexQueryUid: uid }: { __knexQueryUid: string }) => uid;
    pool.on('query', (query) => void begun.push(uidOf(query)));
    pool.on('query-response', (_, query) => void ended.push(uidOf(query)));
    pool.on('query-error', (_, query) => void ended.push(uidOf(query)));
    await db.transaction(async () => {
      await db.connection('users').count();
      await db.query('SELECT uid FROM users', []);
      await db
        .connection('users')
        .select('no_such_column')
        .catch(() => undefined);
    });
    expect(begun.length).toBeGreaterThanOrEqual(3);
    expect(ended.toSorted()).toEqual(begun.toSorted());
  });

  test('two transactions that wait for each other both succeed in the end', async () => {
    const db = await open();
    const users = new SqlUserRepository(db);
    for (const uid of ['ann', 'bob']) await users.add(aUser({ uid }));
    const rename = (uid: string, name: string) => db.connection('users').where({ uid }).update({ name });
    const crossing = (first: string, second: string) =>
      db.transaction(async () => {
        await rename(first, `first of ${first}`);
        await new Promise((resolve) => setImmediate(resolve));
        await rename(second, `second after ${first}`);
      });
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? crossing('ann', 'bob') : crossing('bob', 'ann'))),
    );
    const names: string[] = await db.connection('users').orderBy('uid').pluck('name');
    expect(names).toContainEqual(expect.stringMatching(/^second after/));
  });

  test('leases go by the database’s clock; runners of one machine share nothing else', async () => {
    const db = await open();
    const ids = new CountingIds();
    const [one, two] = [new SqlRunners(db, ids, 60_000), new SqlRunners(db, ids, 60_000)];
    const { now } = Date;
    Date.now = () => 0; // a machine whose clock is wrong
    try {
      await two.renew();
    } finally {
      Date.now = now;
    }
    expect(one.id).not.toBe(two.id);
    expect(await one.findExpired([one.id, two.id])).toEqual([one.id]);
    const [row] = await db.query<{ left: number }>(
      `SELECT lease_until - ${db.dialect.nowMs} AS "left" FROM runners WHERE id = ?`,
      [two.id],
    );
    expect(Number(row?.left)).toBeGreaterThan(0);
    expect(Number(row?.left)).toBeLessThanOrEqual(60_000);
  });
});
