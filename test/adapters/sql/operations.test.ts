import { SqlLedgerStore } from '../../../src/adapters/sql/ledger.ts';
import { SqlRevocations } from '../../../src/adapters/sql/revocations.ts';
import { SqlServerEventLog } from '../../../src/adapters/sql/server-events.ts';
import { SqlUsageDays } from '../../../src/adapters/sql/usage-days.ts';
import { SqlUserRepository } from '../../../src/adapters/sql/user-repository.ts';
import { behavesLikeAServerEventLog, behavesLikeUsageDays } from '../../contracts/operations.ts';
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
    return { usage: new SqlUsageDays(db), add: (lines) => new SqlLedgerStore(db).add(lines) };
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
