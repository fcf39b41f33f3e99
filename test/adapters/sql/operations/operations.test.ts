import { SqlAccountTiers } from '../../../../src/adapters/sql/admin/account-tiers.ts';
import { SqlApiKeyRepository } from '../../../../src/adapters/sql/accounts/api-key-repository.ts';
import { SqlChatRepository } from '../../../../src/adapters/sql/chat/chat-repository.ts';
import { SqlUserDataEraser } from '../../../../src/adapters/sql/accounts/user-data-eraser.ts';
import { SqlIdentities } from '../../../../src/adapters/sql/accounts/identities.ts';
import { SqlLedgerStore } from '../../../../src/adapters/sql/billing/ledger.ts';
import { SqlMessageRepository } from '../../../../src/adapters/sql/chat/message-repository.ts';
import { SqlCustomInstructions } from '../../../../src/adapters/sql/chat/custom-instructions.ts';
import { SqlUserAdmin } from '../../../../src/adapters/sql/admin/user-admin.ts';
import { SqlQuotas } from '../../../../src/adapters/sql/billing/quotas.ts';
import { SqlReplyRepository } from '../../../../src/adapters/sql/chat/reply-repository.ts';
import { SqlRevocations } from '../../../../src/adapters/sql/accounts/revocations.ts';
import { SqlServerEventStore } from '../../../../src/adapters/sql/operations/server-events.ts';
import { WriteProbe } from '../../../../src/adapters/sql/operations/write-probe.ts';
import { KnownErrorDescriber } from '../../../../src/adapters/system/known-error-describer.ts';
import { SqlSessionRepository } from '../../../../src/adapters/sql/accounts/session-repository.ts';
import { SqlSuspensions } from '../../../../src/adapters/sql/admin/suspensions.ts';
import { SqlDailyUsage } from '../../../../src/adapters/sql/billing/daily-usage.ts';
import { SqlUserLimits } from '../../../../src/adapters/sql/admin/user-limits.ts';
import { SqlInstallationTotals } from '../../../../src/adapters/sql/operations/installation-totals.ts';
import { SqlUserRepository } from '../../../../src/adapters/sql/accounts/user-repository.ts';
import { toUserRow } from '../../../../src/adapters/sql/accounts/user-rows.ts';
import { SqlUnitOfWork } from '../../../../src/adapters/sql/unit-of-work.ts';
import type { User } from '../../../../src/domain/accounts/user.ts';
import { aLine, behavesLikeAServerEventStore, behavesLikeDailyUsage } from '../../../contracts/operations.ts';
import {
  behavesLikeUserDataEraser,
  behavesLikeUserAdmin,
  behavesLikeOneDecision,
  behavesLikeSuspensions,
} from '../../../contracts/user-admin.ts';
import { CountingIds, FixedClock } from '../../../fakes/kernel.ts';
import { aUser, NOON } from '../../../support/builders.ts';
import { describeEachDatabase } from '../../../support/databases.ts';

describeEachDatabase(({ open, engine }) => {
  test('the test of the database fails where it is read but not written', async () => {
    const db = await open();
    const probe = new WriteProbe(db);
    for (let times = 0; times < 2; times += 1) await probe.run();
    if (engine !== 'sqlite') return;
    await db.connection.raw('PRAGMA query_only = ON');
    const fault: unknown = await probe.run().catch((error: unknown) => error);
    await db.connection.raw('PRAGMA query_only = OFF');
    expect(new KnownErrorDescriber().describe(fault)).toBe('The disk cannot be written to');
  });

  behavesLikeAServerEventStore('SQL', async () => {
    const db = await open();
    await new SqlUserRepository(db).add(aUser());
    return new SqlServerEventStore(db);
  });

  behavesLikeDailyUsage('SQL', async () => {
    const db = await open();
    return {
      usage: new SqlDailyUsage(db),
      add: (lines) => new SqlLedgerStore(db).add(lines),
      remove: (ids) => new SqlLedgerStore(db).remove(ids),
    };
  });

  test('people of some days are counted once each, by their plan; new accounts and files in numbers', async () => {
    const db = await open();
    const [users, ledger, usage] = [new SqlUserRepository(db), new SqlLedgerStore(db), new SqlDailyUsage(db)];
    const totals = new SqlInstallationTotals(db);
    expect(await totals.storage()).toEqual({ files: 0, bytes: 0 });
    await users.add(aUser());
    await users.add(aUser({ uid: 'bob', subscription: 'premium', createdAt: NOON - 1 }));
    await users.add(aUser({ uid: 'carl', createdAt: NOON + 5 }));
    const day = 86_400_000;
    await ledger.add([
      aLine('1'),
      aLine('2', { at: NOON - day }),
      aLine('3', { owner: 'user:bob' }),
      aLine('4', { owner: 'user:gone' }),
      aLine('5', { owner: 'user:carl', at: NOON + day }),
    ]);
    await usage.rollUp(10);
    expect(await usage.countPeople('2026-01-14', '2026-01-15')).toEqual({
      all: 3,
      byTier: { free: 1, basic: 0, premium: 1 },
    });
    expect(await usage.countPeople('2026-01-01', '2026-01-07')).toMatchObject({ all: 0, byTier: { free: 0 } });
    expect([await totals.countNewAccounts(NOON, NOON + 5), await totals.countNewAccounts(NOON - 1, NOON + 6)]).toEqual([
      1, 3,
    ]);
    for (const [owner_id, bytes] of [
      ['ann', 3_000_000_000],
      ['bob', 5],
    ]) {
      await db.connection('file_owners').insert({ id: owner_id, uid: owner_id });
      await db.connection('file_use').insert({ owner_id, files: 2, bytes });
    }
    expect(await totals.storage()).toEqual({ files: 4, bytes: 3_000_000_005 });
  });

  /** `far`: from which place on a page is looked for from the other end. */
  const peopleWorld =
    (far?: number) =>
    async (...accounts: readonly User[]) => {
      const db = await open();
      const clock = new FixedClock();
      const users = new SqlUserRepository(db);
      for (const user of accounts) await users.add(user);
      return {
        users,
        work: new SqlUnitOfWork(db),
        people: new SqlUserAdmin(db, clock, far),
        suspensions: new SqlSuspensions(db),
        erasure: new SqlUserDataEraser(db),
        sessions: new SqlSessionRepository(db),
        keys: new SqlApiKeyRepository(db),
        identities: new SqlIdentities(db),
        limits: new SqlUserLimits(db, clock),
        tiers: new SqlAccountTiers(db),
        quotas: new SqlQuotas(db, new CountingIds(), clock),
        chats: new SqlChatRepository(db),
        messages: new SqlMessageRepository(db),
        replies: new SqlReplyRepository(db),
        ledger: new SqlLedgerStore(db),
        instructions: new SqlCustomInstructions(db),
        setLastDay: async (uid: string, day: string) => {
          await db.connection('usage_last_days').insert({ owner: `user:${uid}`, day });
        },
      };
    };
  behavesLikeUserAdmin('SQL', peopleWorld());
  behavesLikeUserAdmin('SQL, from the nearer end', peopleWorld(0));
  behavesLikeSuspensions('SQL', peopleWorld());
  behavesLikeOneDecision('SQL', peopleWorld());
  behavesLikeUserDataEraser('SQL', peopleWorld());

  test('how many people there are is counted once a second, and after each commit of this process', async () => {
    const db = await open();
    const clock = new FixedClock();
    const people = new SqlUserAdmin(db, clock);
    const total = async () => (await people.list({ limit: 1, offset: 0, search: '', day: '2026-01-15' })).total;
    const users = new SqlUserRepository(db);
    for (const uid of ['ann', 'bob']) await users.add(aUser({ uid }));
    expect(await total()).toBe(2);
    await db.connection('users').insert(toUserRow(aUser({ uid: 'carl' }))); // by another process
    expect(await total()).toBe(2);
    await clock.advance(1000);
    expect(await total()).toBe(3);
    await db
      .transaction(async () => {
        await users.add(aUser({ uid: 'dora' }));
        throw new Error('undone');
      })
      .catch(() => undefined);
    expect(await total()).toBe(3);
    await db.transaction(() => users.add(aUser({ uid: 'emma' })));
    expect(await total()).toBe(4);
  });

  test('who is suspended or gone is revoked, and nobody else', async () => {
    const db = await open();
    const users = new SqlUserRepository(db);
    for (const uid of ['ann', 'bob']) await users.add(aUser({ uid }));
    await users.setSuspended('bob', NOON);
    expect(await new SqlRevocations(db).findRevoked(['ann', 'bob', 'carl'])).toEqual(['bob', 'carl']);
    expect(await new SqlRevocations(db).findRevoked([])).toEqual([]);
  });
});
