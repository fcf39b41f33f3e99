import { SqlAccountTiers } from '../../../../src/adapters/sql/admin/account-tiers.ts';
import { SqlDailyUsage } from '../../../../src/adapters/sql/billing/daily-usage.ts';
import { SqlLedgerStore } from '../../../../src/adapters/sql/billing/ledger.ts';
import { SqlJobLocks } from '../../../../src/adapters/sql/operations/job-locks.ts';
import { SqlPaymentCustomers } from '../../../../src/adapters/sql/billing/payment-customers.ts';
import { SqlPlanCancellations } from '../../../../src/adapters/sql/billing/plan-cancellations.ts';
import { SqlPaymentEvents } from '../../../../src/adapters/sql/billing/payment-events.ts';
import { SqlSandboxRecords } from '../../../../src/adapters/sql/operations/sandbox-records.ts';
import { SqlSubscriptions } from '../../../../src/adapters/sql/billing/subscriptions.ts';
import { SqlUserRepository } from '../../../../src/adapters/sql/accounts/user-repository.ts';
import { behavesLikeBillingStores } from '../../../contracts/billing-stores.ts';
import { utcDay } from '../../../../src/domain/kernel/day.ts';
import { aUser, NOON } from '../../../support/builders.ts';
import { describeEachDatabase } from '../../../support/databases.ts';

describeEachDatabase(({ open, engine }) => {
  behavesLikeBillingStores('SQL', async () => {
    const db = await open();
    const users = new SqlUserRepository(db);
    await users.add(aUser({ uid: 'ann' }));
    return {
      subscriptions: new SqlSubscriptions(db),
      customers: new SqlPaymentCustomers(db),
      events: new SqlPaymentEvents(db),
      cancellations: new SqlPlanCancellations(db),
      chores: new SqlJobLocks(db),
      records: new SqlSandboxRecords(db),
      tiers: new SqlAccountTiers(db),
      tierOfAnn: async () => (await users.find('ann'))?.subscription,
    };
  });

  test('a line with an absurd count from earlier stops neither the sums of its day nor its person’s list', async () => {
    const db = await open();
    const store = new SqlLedgerStore(db);
    const days = new SqlDailyUsage(db);
    const line = { owner: 'user:ann', purpose: 'reply', model: 'm', provider: null, status: 'complete' } as const;
    const counts = { inputTokens: 7, outputTokens: 3, fileTokens: 0, estimated: false, costMicroUsd: 12 };
    await store.add(['bad', 'good'].map((id) => ({ ...line, ...counts, id, messages: 1, at: NOON })));
    const absurd = db.connection.raw(engine === 'sqlite' ? '9007199254740993' : '4294967295');
    await db.connection('ledger').where({ id: 'bad' }).update({ input_tokens: absurd });
    expect((await store.listPage('user:ann', undefined, 9)).map(({ id }) => id)).toEqual(['bad', 'good']);
    expect(await days.rollUp(9)).toBe(2);
    const { models } = await days.getRange(utcDay(NOON), utcDay(NOON));
    expect(models).toMatchObject([{ messages: 2, inputTokens: 7, outputTokens: 3, costMicroUsd: 12 }]);
  });
});
