import type { Plans, Subscription, Usage } from '../../../web/features/billing/billing-api.ts';

/** What is sold at an ordinary installation. */
export const somePlans = (of: Partial<Plans> = {}): Plans => ({
  payments: true,
  sandbox: false,
  currency: 'USD',
  plans: [
    { tier: 'free', price: 0, dailyLimit: 30 },
    { tier: 'basic', price: 4.99, dailyLimit: -1 },
    { tier: 'premium', price: 9.99, dailyLimit: -1 },
  ],
  ...of,
});

/** The usage of a free account in the afternoon. */
export const someUsage = (of: Partial<Usage> = {}): Usage => ({
  tier: 'free',
  daily: { used: 12, limit: 30, resetsAt: '2026-11-22T00:00:00.000Z' },
  moonshotDaily: { used: 4, limit: 10 },
  usedUpModels: [],
  lifetime: { used: 120, limit: -1 },
  agent: { used: 0, limit: 0 },
  vision: { daily: { used: 0, limit: 5 }, monthly: { used: 0, limit: 20 } },
  files: { maxPerMessage: 5, maxFileSize: 5_242_880 },
  chats: {
    count: { used: 12, limit: 500 },
    bytes: { used: 3_145_728, limit: 52_428_800 },
    maxChatBytes: 5_242_880,
    unusedDays: 0,
  },
  ...of,
});

/** A free account, or whatever else is said. */
export const aSubscription = (of: Partial<Subscription> = {}): Subscription => ({
  tier: 'free',
  price: 0,
  status: 'none',
  dailyLimit: 30,
  models: [],
  stripeSubscriptionId: null,
  stripeCustomerId: null,
  cancelAtPeriodEnd: false,
  currentPeriodEnd: null,
  nextTier: null,
  granted: null,
  ...of,
});

/** A Pro account that pays each month. */
export const aProSubscription = (of: Partial<Subscription> = {}): Subscription =>
  aSubscription({
    tier: 'basic',
    price: 4.99,
    status: 'active',
    dailyLimit: -1,
    stripeSubscriptionId: 'sub_1',
    stripeCustomerId: 'cus_1',
    currentPeriodEnd: '2026-12-21T12:00:00.000Z',
    ...of,
  });
