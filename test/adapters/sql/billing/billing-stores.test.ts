import { SqlAccountTiers } from '../../../../src/adapters/sql/admin/account-tiers.ts';
import { SqlJobLocks } from '../../../../src/adapters/sql/operations/job-locks.ts';
import { SqlPaymentCustomers } from '../../../../src/adapters/sql/billing/payment-customers.ts';
import { SqlPaymentEvents } from '../../../../src/adapters/sql/billing/payment-events.ts';
import { SqlSandboxRecords } from '../../../../src/adapters/sql/operations/sandbox-records.ts';
import { SqlSubscriptions } from '../../../../src/adapters/sql/billing/subscriptions.ts';
import { SqlUserRepository } from '../../../../src/adapters/sql/accounts/user-repository.ts';
import { behavesLikeBillingStores } from '../../../contracts/billing-stores.ts';
import { aUser } from '../../../support/builders.ts';
import { describeEachDatabase } from '../../../support/databases.ts';

describeEachDatabase(({ open }) => {
  behavesLikeBillingStores('SQL', async () => {
    const db = await open();
    const users = new SqlUserRepository(db);
    await users.add(aUser({ uid: 'ann' }));
    return {
      subscriptions: new SqlSubscriptions(db),
      customers: new SqlPaymentCustomers(db),
      events: new SqlPaymentEvents(db),
      chores: new SqlJobLocks(db),
      records: new SqlSandboxRecords(db),
      tiers: new SqlAccountTiers(db),
      tierOfAnn: async () => (await users.find('ann'))?.subscription,
    };
  });
});
