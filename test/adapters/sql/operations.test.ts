import { SqlAccountTiers } from '../../../src/adapters/sql/account-tiers.ts';
import { SqlApiKeyRepository } from '../../../src/adapters/sql/api-key-repository.ts';
import { SqlChatRepository } from '../../../src/adapters/sql/chat-repository.ts';
import { SqlErasure } from '../../../src/adapters/sql/erasure.ts';
import { SqlIdentities } from '../../../src/adapters/sql/identities.ts';
import { SqlLedgerStore } from '../../../src/adapters/sql/ledger.ts';
import { SqlMessageRepository } from '../../../src/adapters/sql/message-repository.ts';
import { SqlOwnInstructions } from '../../../src/adapters/sql/own-instructions.ts';
import { SqlPeople } from '../../../src/adapters/sql/people.ts';
import { SqlQuotas } from '../../../src/adapters/sql/quotas.ts';
import { SqlReplyRepository } from '../../../src/adapters/sql/reply-repository.ts';
import { SqlRevocations } from '../../../src/adapters/sql/revocations.ts';
import { SqlServerEventLog } from '../../../src/adapters/sql/server-events.ts';
import { SqlSessionRepository } from '../../../src/adapters/sql/session-repository.ts';
import { SqlSuspensions } from '../../../src/adapters/sql/suspensions.ts';
import { SqlUsageDays } from '../../../src/adapters/sql/usage-days.ts';
import { SqlUserLimits } from '../../../src/adapters/sql/user-limits.ts';
import { SqlUserRepository } from '../../../src/adapters/sql/user-repository.ts';
import { fromUser } from '../../../src/adapters/sql/user-rows.ts';
import type { User } from '../../../src/domain/accounts/user.ts';
import { behavesLikeAServerEventLog, behavesLikeUsageDays } from '../../contracts/operations.ts';
import { behavesLikeErasure, behavesLikePeople, behavesLikeSuspensions } from '../../contracts/people.ts';
import { CountingIds, FixedClock } from '../../fakes/kernel.ts';
import { aUser, NOON } from '../../support/builders.ts';
import { describeEachDatabase } from '../../support/databases.ts';

describeEachDatabase(({ open }) => {
  behavesLikeAServerEventLog('SQL', async () => {
    const db = await open();
    await new SqlUserRepository(db).add(aUser());
    return new SqlServerEventLog(db);
  });

  behavesLikeUsageDays('SQL', async () => {
    const db = await open();
    return {
      usage: new SqlUsageDays(db),
      add: (lines) => new SqlLedgerStore(db).add(lines),
      remove: (ids) => new SqlLedgerStore(db).remove(ids),
    };
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
        people: new SqlPeople(db, clock, far),
        suspensions: new SqlSuspensions(db),
        erasure: new SqlErasure(db),
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
        instructions: new SqlOwnInstructions(db),
      };
    };
  behavesLikePeople('SQL', peopleWorld());
  behavesLikePeople('SQL, from the nearer end', peopleWorld(0));
  behavesLikeSuspensions('SQL', peopleWorld());
  behavesLikeErasure('SQL', peopleWorld());

  test('how many people there are is counted once a second, and anew after what this process has committed', async () => {
    const db = await open();
    const clock = new FixedClock();
    const people = new SqlPeople(db, clock);
    const total = async () => (await people.list({ limit: 1, offset: 0, search: '', day: '2026-01-15' })).total;
    const users = new SqlUserRepository(db);
    for (const uid of ['ann', 'bob']) await users.add(aUser({ uid }));
    expect(await total()).toBe(2);
    await db.connection('users').insert(fromUser(aUser({ uid: 'carl' }))); // by another process
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
    expect(await new SqlRevocations(db).among(['ann', 'bob', 'carl'])).toEqual(['bob', 'carl']);
    expect(await new SqlRevocations(db).among([])).toEqual([]);
  });
});
