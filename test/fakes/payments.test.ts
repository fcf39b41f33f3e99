import { behavesLikeBillingStores } from '../contracts/billing-stores.ts';
import {
  InMemoryAccountTiers,
  InMemoryChores,
  InMemoryPaymentCustomers,
  InMemoryPaymentEvents,
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
    chores: new InMemoryChores(),
    records: new InMemorySandboxRecords(),
    tiers,
    tierOfAnn: async () => tiers.of('ann'),
  };
});
