import { SqlAccountTiers } from '../../../src/adapters/sql/account-tiers.ts';
import { SqlChores } from '../../../src/adapters/sql/chores.ts';
import { SqlPaymentCustomers } from '../../../src/adapters/sql/payment-customers.ts';
import { SqlPaymentEvents } from '../../../src/adapters/sql/payment-events.ts';
import { SqlSandboxRecords } from '../../../src/adapters/sql/sandbox-records.ts';
import { SqlSubscriptions } from '../../../src/adapters/sql/subscriptions.ts';
import { SqlUserRepository } from '../../../src/adapters/sql/user-repository.ts';
import { behavesLikeBillingStores } from '../../contracts/billing-stores.ts';
import { aUser } from '../../support/builders.ts';
import { describeEachDatabase } from '../../support/databases.ts';

describeEachDatabase(({ open }) => {
  behavesLikeBillingStores('SQL', async () => {
    const db = await open();
    const users = new SqlUserRepository(db);
    await users.add(aUser({ uid: 'ann' }));
    return {
      subscriptions: new SqlSubscriptions(db),
      customers: new SqlPaymentCustomers(db),
      events: new SqlPaymentEvents(db),
      chores: new SqlChores(db),
      records: new SqlSandboxRecords(db),
      tiers: new SqlAccountTiers(db),
      tierOfAnn: async () => (await users.find('ann'))?.subscription,
    };
  });
});
