import { z } from 'zod';

import { PAID_TIERS } from '../shared/tiers.ts';
import { success, tier } from './common.ts';
import { route } from './route.ts';

/** `limit` -1 means no limit. */
const use = z.object({ used: z.number().int(), limit: z.number().int() });

/** Ours. `payments` false: no plans and prices are shown; limits still apply. */
export const plans = route({
  method: 'get',
  path: '/api/plans',
  summary: 'The plans and their prices',
  access: 'anyone',
  reply: z.object({
    payments: z.boolean(),
    /** The page says that no real money is taken. */
    sandbox: z.boolean(),
    currency: z.string(),
    plans: z.array(z.object({ tier, price: z.number(), dailyLimit: z.number().int() })),
  }),
});

export const createCheckout = route({
  method: 'post',
  path: '/api/stripe/create-checkout',
  summary: 'Begin to buy a higher tier',
  access: 'session',
  body: z.strictObject({ tier: z.enum(PAID_TIERS) }),
  reply: z.object({ url: z.string(), sessionId: z.string() }),
});

export const subscription = route({
  method: 'get',
  path: '/api/stripe/subscription',
  summary: 'What this account pays for and may use',
  access: 'user',
  reply: z.object({
    tier,
    price: z.number(),
    status: z.enum(['none', 'active', 'canceling', 'canceled', 'past_due']),
    dailyLimit: z.number().int(),
    models: z.array(z.string()),
    stripeSubscriptionId: z.string().nullable(),
    stripeCustomerId: z.string().nullable(),
    cancelAtPeriodEnd: z.boolean(),
    currentPeriodEnd: z.iso.datetime().nullable(),
    /** Ours. Set while an admin's grant is active; `price` is then the price of `paidTier`. */
    granted: z.object({ since: z.iso.datetime(), paidTier: tier }).nullable(),
  }),
});

export const cancelSubscription = route({
  method: 'post',
  path: '/api/stripe/cancel',
  summary: 'Cancel at the end of the paid period',
  access: 'session',
  reply: success.extend({
    status: z.literal('canceling'),
    cancelAtPeriodEnd: z.literal(true),
    currentPeriodEnd: z.iso.datetime().nullable(),
  }),
});

/** Ours: until the end of the paid period. */
export const resumeSubscription = route({
  method: 'post',
  path: '/api/stripe/resume',
  summary: 'Take a cancellation back',
  access: 'session',
  reply: success.extend({ cancelAtPeriodEnd: z.literal(false), currentPeriodEnd: z.iso.datetime().nullable() }),
});

/** Ours: the provider's page for cards and invoices. */
export const customerPortal = route({
  method: 'post',
  path: '/api/stripe/portal',
  summary: 'Where the card and the invoices are managed',
  access: 'session',
  reply: z.object({ url: z.string() }),
});

/** For the payment provider; authenticated only by the signature in its header. */
export const paymentWebhook = route({
  method: 'post',
  path: '/api/stripe/webhook',
  summary: 'Signed events of the payment provider',
  access: 'anyone',
  body: z.unknown(),
  raw: true,
  reply: z.object({ received: z.literal(true) }),
});

/** `agent` and `vision` are counted from the day those features serve. */
export const usage = route({
  method: 'get',
  path: '/api/ai/usage',
  summary: 'What was used today and what is left',
  access: 'user',
  reply: z.object({
    tier,
    daily: use.extend({ resetsAt: z.iso.datetime() }),
    moonshotDaily: use,
    lifetime: use,
    agent: use,
    vision: z.object({ daily: use, monthly: use }),
    /** Ours: the maximum number of files per message, and bytes per file. */
    files: z.object({ maxPerMessage: z.number().int(), maxFileSize: z.number() }),
    /** Ours: the stored chats, by number and bytes. */
    chats: z.object({ count: use, bytes: use, maxChatBytes: z.number() }),
  }),
});
