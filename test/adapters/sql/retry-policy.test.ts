import { NoConnection, RetryPolicy, type DatabaseErrorKind } from '../../../src/adapters/sql/retry-policy.ts';
import { classifyMysqlError } from '../../../src/adapters/sql/dialect/mysql-errors.ts';
import { Database } from '../../../src/adapters/sql/database.ts';
import { DatabaseError } from '../../../src/adapters/sql/database-url.ts';
import { loadSqliteEngine } from '../../../src/adapters/sql/dialect/sqlite-engine.ts';
import { StoreUnavailable } from '../../../src/domain/kernel/domain-error.ts';
import { describeEachDatabase } from '../../support/databases.ts';
import { aName, behindProxies, connectCompetitor, startGroupMember } from '../../support/competing-connection.ts';

/** Time that passes only while somebody waits. */
const quickTime = () => {
  let time = 0;
  return { now: () => time, sleep: async (ms: number) => void (time += ms + 1) };
};
const failing = (number: number, more: object = {}) => Object.assign(new Error('planted'), { errno: number, ...more });
const tableOf = async (db: Database) => {
  await db.connection.schema.createTable('counts', (table) => {
    table.string('name', 40).primary();
    table.integer('used').notNullable();
    table.text('words');
  });
  return {
    make: (name: string) => db.insert('counts', [{ name, used: 0 }]),
    count: (name: string) => db.execute('UPDATE counts SET used = used + 1 WHERE name = ?', [name]),
    used: async (name: string) =>
      (await db.query<{ used: number }>('SELECT used FROM counts WHERE name = ?', [name]))[0]?.used,
  };
};

describe('what a failure of MySQL or MariaDB means', () => {
  test.each<[unknown, DatabaseErrorKind | undefined]>([
    [failing(1213), 'conflict'],
    [failing(1205), 'conflict'],
    [Object.assign(new Error('wrapped by objection'), { nativeError: failing(1213) }), 'conflict'],
    [failing(1047), 'refused'],
    [failing(1290), 'refused'],
    [failing(3797), 'refused'],
    [failing(1053), 'lost'],
    [failing(3032), 'lost'],
    [failing(3100), 'lost'],
    [failing(-104, { code: 'ECONNRESET' }), 'lost'],
    [Object.assign(new Error('closed'), { fatal: true }), 'lost'],
    [new NoConnection(failing(1045)), 'unreachable'],
    [failing(1062), undefined],
    [failing(1305), undefined],
    ['no error', undefined],
  ])('%p: %p', (error, setback) => expect(classifyMysqlError(error)).toBe(setback));
});

describe('patience', () => {
  const patient = () => new RetryPolicy(quickTime(), classifyMysqlError);

  test('does again what was undone, and passes other failures on', async () => {
    let tries = 0;
    const work = async () => {
      tries += 1;
      if (tries < 3) throw failing(1213);
      return tries;
    };
    expect(await patient().run(work)).toBe(3);
    const fault = failing(1062);
    await expect(patient().run(() => Promise.reject(fault))).rejects.toBe(fault);
  });

  test.each([[1213], [1205], [1047], [-111]])(
    'ends in time with a failure that tells to come back, and why: %p',
    async (number) => {
      const fault = failing(number);
      const outcome = patient().run(() => Promise.reject(fault));
      await expect(outcome).rejects.toThrow(StoreUnavailable);
      await expect(outcome).rejects.toMatchObject({
        kind: 'unavailable',
        cause: fault,
        details: { retryAfterMs: 2000 },
      });
    },
  );

  test('waits for the known end of other work, without a pause of its own', async () => {
    let isFree = false;
    let tries = 0;
    const time = { now: () => 0, sleep: () => Promise.reject(new Error('nobody knows for how long')) };
    const other = () =>
      isFree ? undefined : new Promise<void>((resolve) => setImmediate(resolve)).then(() => void (isFree = true));
    const policy = new RetryPolicy(time, classifyMysqlError, other);
    const work = async () => {
      tries += 1;
      if (!isFree) throw failing(1213);
      return tries;
    };
    expect(await policy.run(work)).toBe(2);
  });

  test('does not do again what may have been done', async () => {
    let tries = 0;
    const lostAfter = (number: number) =>
      patient().run(async (attempt) => {
        tries += 1;
        attempt.unsafeToRetry = true;
        throw failing(number);
      });
    await expect(lostAfter(2013)).rejects.toThrow(StoreUnavailable);
    expect(tries).toBe(1);
    // Refused at the commit is known not to have been done.
    await expect(lostAfter(1213)).rejects.toThrow(StoreUnavailable);
    expect(tries).toBeGreaterThan(5);
  });
});

describeEachDatabase(({ migratedUrl, engine }) => {
  const opened: Database[] = [];
  const openAt = async (url: string, timing?: ReturnType<typeof quickTime>) => {
    const db = await Database.open(url, timing);
    opened.push(db);
    return db;
  };
  afterEach(async () => {
    for (const db of opened.splice(0)) await db.close();
  });

  if (engine === 'sqlite') {
    test('a file has one server: the next one waits a moment, and has it when the first has closed it', async () => {
      const url = await migratedUrl();
      const [first, second, command] = [await openAt(url), await openAt(url, quickTime()), await openAt(url)];
      await first.serveAlone();
      await expect(second.serveAlone()).rejects.toThrow(DatabaseError);
      await command.execute('DELETE FROM settings', []);
      opened.splice(opened.indexOf(first), 1);
      await first.close();
      await second.serveAlone();
    });

    const locked = async (timing?: ReturnType<typeof quickTime>) => {
      const url = await migratedUrl();
      const db = await openAt(url, timing);
      const { make, count, used } = await tableOf(db);
      await make('a');
      const other = (await loadSqliteEngine())(url.replace('sqlite:', ''));
      other.exec('BEGIN IMMEDIATE');
      const release = () => {
        other.exec('COMMIT');
        other.close();
      };
      return { db, count, used, release };
    };

    test('a lock that another program holds is waited for without standing still, and reading goes on', async () => {
      const { db, count, used, release } = await locked();
      let runs = 0;
      const unit = db.transaction(async () => {
        runs += 1;
        await count('a');
      });
      const single = count('a');
      const built = db.connection('counts').where({ name: 'a' }).increment('used', 1);
      const raw = db.connection.raw('UPDATE counts SET used = used + 1');
      expect(await used('a')).toBe(0);
      release();
      await Promise.all([unit, single, built, raw]);
      expect(runs).toBe(1);
      expect(await used('a')).toBe(4);
    });

    test('a lock that stays is told in time; nothing is done outside of a transaction that never began', async () => {
      const { db, count, used, release } = await locked(quickTime());
      let runs = 0;
      const unit = db.transaction(async () => {
        runs += 1;
        await count('a');
      });
      await expect(unit).rejects.toThrow(StoreUnavailable);
      await expect(count('a')).rejects.toThrow(StoreUnavailable);
      await expect(db.connection('counts').update({ used: 9 })).rejects.toThrow(StoreUnavailable);
      release();
      expect(runs).toBe(0);
      expect(await used('a')).toBe(0);
    });

    test('a full disk ends the whole transaction, also when the work goes on', async () => {
      const db = await openAt(await migratedUrl());
      const { make, count, used } = await tableOf(db);
      await make('a');
      const [pages] = await db.query<{ page_count: number }>('PRAGMA page_count', []);
      await db.query(`PRAGMA max_page_count = ${(pages?.page_count ?? 0) + 2}`, []);
      const unit = db.transaction(async () => {
        await count('a');
        await db
          .withSavepoint(() => db.insert('counts', [{ name: 'big', used: 0, words: 'x'.repeat(100_000) }]))
          .catch(() => undefined);
        await count('a').catch(() => undefined);
      });
      await expect(unit).rejects.toMatchObject({ code: 'SQLITE_FULL' });
      expect(await used('a')).toBe(0);
      await count('a');
      expect(await used('a')).toBe(1);
    });
    return;
  }

  test('a deadlock in a savepoint undoes all work, redone and counted once, even when swallowed', async () => {
    const url = await migratedUrl();
    const db = await openAt(url);
    const { make, count, used } = await tableOf(db);
    const [ours, theirs] = [aName(), aName()];
    for (const name of [ours, theirs, ...Array.from({ length: 30 }, (_, index) => `heavy-${index}`)]) await make(name);
    const rival = await connectCompetitor(url);
    // Else the rows beside those that it changes would be locked as well.
    await rival.say('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED');
    await rival.say('BEGIN');
    // The server gives up whichever of two has changed less.
    await rival.say("UPDATE counts SET used = 7 WHERE name LIKE 'heavy-%'");
    await rival.say('UPDATE counts SET used = 100 WHERE name = ?', [theirs]);
    const collide = async () => {
      await rival.waitForLock(theirs);
      await rival.say('UPDATE counts SET used = used + 100 WHERE name = ?', [ours]);
      await rival.say('COMMIT');
    };
    let collision: Promise<void> | undefined;
    const swallowed: unknown[] = [];
    let runs = 0;
    await db.transaction(async () => {
      runs += 1;
      await count(ours);
      collision ??= collide();
      await db.withSavepoint(() => count(theirs)).catch((error: unknown) => swallowed.push(error));
      await db.insert('counts', [{ name: `run ${runs}`, used: runs }]).catch((error: unknown) => swallowed.push(error));
    });
    await collision;
    await rival.close();
    // The first failure twice: nothing reaches the server after it, where it would be kept by itself.
    expect(swallowed).toEqual([expect.objectContaining({ errno: 1213 }), expect.objectContaining({ errno: 1213 })]);
    expect(runs).toBe(2);
    expect(await used(ours)).toBe(101);
    expect(await used(theirs)).toBe(101);
    expect(await db.connection('counts').where('name', 'like', 'run %').pluck('name')).toEqual(['run 2']);
  });

  describe('by way of a network', () => {
    const closing: (() => Promise<void>)[] = [];
    afterEach(async () => {
      for (const close of closing.splice(0)) await close();
    });
    const behind = async (ways = 1) => {
      const direct = await migratedUrl();
      const { proxies, url } = await behindProxies(direct, ways);
      const plain = await openAt(direct);
      const db = await Database.open(url);
      closing.push(() => db.close(), ...proxies.map(({ close }) => close));
      const table = await tableOf(plain);
      await table.make('a');
      const count = () => db.execute("UPDATE counts SET used = used + 1 WHERE name = 'a'", []);
      return { db, proxies, count, used: () => table.used('a') };
    };

    test('a connection that is lost before the commit: the work is done anew and counted once', async () => {
      const {
        db,
        proxies: [proxy],
        count,
        used,
      } = await behind();
      let runs = 0;
      await db.transaction(async () => {
        runs += 1;
        await count();
        if (runs === 1) proxy?.cut();
        await count().finally(() => proxy?.restore());
      });
      expect(runs).toBe(2);
      expect(await used()).toBe(2);
    });

    test('a connection lost at the commit: nothing is done twice, and the caller is told to retry', async () => {
      const {
        db,
        proxies: [proxy],
        count,
        used,
      } = await behind();
      let runs = 0;
      const unit = db.transaction(async () => {
        runs += 1;
        await count();
        proxy?.freeze();
        setImmediate(() => setImmediate(() => proxy?.cut()));
      });
      await expect(unit).rejects.toThrow(StoreUnavailable);
      expect(runs).toBe(1);
      expect(await used()).toBeLessThanOrEqual(1);
    });

    test('the next server that answers is taken; with none all hear so, and one that is back is used', async () => {
      const {
        db,
        proxies: [one, two],
        count,
        used,
      } = await behind(2);
      await count();
      expect([one?.open(), two?.open()]).toEqual([1, 0]);
      one?.cut();
      await db.transaction(count);
      await db.connection('counts').where({ name: 'a' }).first();
      expect(two?.open()).toBe(1);
      two?.cut();
      const calls = [count(), db.transaction(count), db.connection('counts').first('name'), db.query('SELECT 1', [])];
      for (const { status, reason } of (await Promise.allSettled(calls)) as PromiseRejectedResult[]) {
        expect(status).toBe('rejected');
        expect(reason).toBeInstanceOf(StoreUnavailable);
      }
      one?.restore();
      await count();
      expect(await used()).toBe(3);
    });

    test('a replica is passed over, and a server that becomes one is left, also by idle connections', async () => {
      const direct = await migratedUrl();
      const table = await tableOf(await openAt(direct));
      await table.make('a');
      const [one, two] = [await startGroupMember(direct, true), await startGroupMember(direct, false)];
      const db = await Database.open(direct.replace(new URL(direct).host, `${one.host},${two.host}`));
      closing.push(() => db.close(), one.close, two.close);
      const count = () => db.execute("UPDATE counts SET used = used + 1 WHERE name = 'a'", []);
      await Promise.all([count(), count(), count()]);
      expect([one.writes, two.writes]).toEqual([0, 3]);

      [one.isReplica, two.isReplica] = [false, true];
      await Promise.all(Array.from({ length: 10 }, () => db.transaction(count)));
      await db.query('SELECT 1', []);
      expect([one.writes, two.writes]).toEqual([10, 3]);

      one.isReplica = true;
      await expect(count()).rejects.toThrow(StoreUnavailable);
      two.isReplica = false;
      await count();
      expect(await table.used('a')).toBe(14);
    });

    test('a server that stands still: all hear so, those in the queue too; then it is used as before', async () => {
      const {
        db,
        proxies: [proxy],
        count,
        used,
      } = await behind();
      await count();
      proxy?.freeze();
      const calls = Array.from({ length: 25 }, (_, index) =>
        index % 2 === 0 ? db.query('SELECT used FROM counts', []) : db.transaction(count),
      );
      const outcomes = await Promise.allSettled<unknown>(calls);
      expect(
        outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason instanceof StoreUnavailable),
      ).toEqual(calls.map(() => true));
      proxy?.thaw();
      await count();
      expect(await used()).toBe(2);
    });

    test('a slow statement is no server that stands still', async () => {
      const { db } = await behind();
      expect(await db.query('SELECT SLEEP(2.5) AS slept', [])).toEqual([{ slept: 0 }]);
    });
  });
});
