import { behavesLikeBillingStores } from '../contracts/billing-stores.ts';
import {
  InMemoryAccountTiers,
  InMemoryJobLocks,
  InMemoryPaymentCustomers,
  InMemoryPaymentEvents,
  InMemoryPlanCancellations,
  InMemorySandboxRecords,
  InMemorySubscriptions,
} from './payments.ts';

behavesLikeBillingStores('in memory', async () => {
  const subscriptions = new InMemorySubscriptions();
  const tiers = new InMemoryAccountTiers('ann');
  return {
    subscriptions,
    customers: new InMemoryPaymentCustomers(subscriptions),
    events: new InMemoryPaymentEvents(),
    cancellations: new InMemoryPlanCancellations(),
    chores: new InMemoryJobLocks(),
    records: new InMemorySandboxRecords(),
    tiers,
    tierOfAnn: async () => tiers.of('ann'),
  };
});
