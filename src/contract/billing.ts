import { z } from 'zod';

import { PAID_TIERS } from '../shared/tiers.ts';
import { success, tier } from './common.ts';
import { route } from './route.ts';

/** `limit` -1 means no limit. */
const use = z.object({
  used: z.number().int().describe('What is used'),
  limit: z.number().int().describe('The limit; -1: none'),
});

export const plans = route({
  method: 'get',
  path: '/api/plans',
  summary: 'The plans and their prices',
  access: 'anyone',
  reply: z.object({
    payments: z.boolean().describe('False: nothing is sold, and limits still apply'),
    sandbox: z.boolean().describe('No real money is taken, and the page says so'),
    currency: z.string().describe('Currency of the prices, such as `USD`'),
    plans: z
      .array(
        z.object({
          tier: tier.describe('The plan'),
          price: z.number().describe('A month; 0: free'),
          dailyLimit: z.number().int().describe('Messages a day; -1: no limit'),
        }),
      )
      .describe('The plans, cheapest first'),
  }),
});

export const createCheckout = route({
  method: 'post',
  path: '/api/stripe/create-checkout',
  summary: 'Begin to buy a higher tier',
  access: 'session',
  audit: ['plan.checkout'],
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
    nextTier: tier
      .nullable()
      .describe('The plan from `currentPeriodEnd` on, where a downgrade waits for it; null: the same'),
    granted: z
      .object({
        since: z.iso.datetime().describe('When it was granted, or the first membership'),
        paidTier: tier.describe('The plan that is paid for; `price` is its price'),
        ends: z
          .object({ at: z.iso.datetime().describe('When'), tier: tier.describe('The plan from then on') })
          .nullable()
          .describe('Its end, for a plan that was given for a time; null: until it is taken back'),
      })
      .nullable()
      .describe('A plan that an admin or a group gave without payment; null: none'),
  }),
});

export const cancelSubscription = route({
  method: 'post',
  path: '/api/stripe/cancel',
  summary: 'Cancel at the end of the paid period',
  access: 'session',
  audit: ['plan.cancel', 'plan.change'],
  reply: success.extend({
    status: z.literal('canceling'),
    cancelAtPeriodEnd: z.literal(true),
    currentPeriodEnd: z.iso.datetime().nullable(),
  }),
});

/** Until the end of the paid period. */
export const resumeSubscription = route({
  method: 'post',
  path: '/api/stripe/resume',
  summary: 'Take a cancellation back',
  access: 'session',
  audit: ['plan.resume', 'plan.change'],
  reply: success.extend({
    cancelAtPeriodEnd: z.literal(false).describe('The plan goes on'),
    currentPeriodEnd: z.iso.datetime().nullable().describe('When the next payment is due'),
  }),
});

/** All of the present plan stays until the end of the paid period. 400 for what is cancelled: resume it first. */
export const downgradeSubscription = route({
  method: 'post',
  path: '/api/stripe/downgrade',
  summary: 'Change to a lower paid plan at the end of the paid period',
  access: 'session',
  audit: ['plan.downgrade', 'plan.change'],
  body: z.strictObject({ tier: z.enum(PAID_TIERS).describe('A paid plan below the present one') }),
  reply: success.extend({
    nextTier: tier.nullable().describe('The plan from then on'),
    currentPeriodEnd: z.iso.datetime().nullable().describe('When it begins'),
  }),
});

/** Until the end of the paid period. */
export const cancelDowngrade = route({
  method: 'delete',
  path: '/api/stripe/downgrade',
  summary: 'Keep the present plan instead of a lower one',
  access: 'session',
  audit: ['plan.resume', 'plan.change'],
  reply: success.extend({
    nextTier: z.null().describe('The present plan goes on'),
    currentPeriodEnd: z.iso.datetime().nullable().describe('When the next payment is due'),
  }),
});

export const customerPortal = route({
  method: 'post',
  path: '/api/stripe/portal',
  summary: 'Where the card and the invoices are managed',
  access: 'session',
  reply: z.object({ url: z.string().describe('The payment provider’s page for cards and invoices') }),
});

/** For the payment provider; authenticated only by the signature in its header. */
export const paymentWebhook = route({
  method: 'post',
  path: '/api/stripe/webhook',
  summary: 'Signed events of the payment provider',
  access: 'anyone',
  audit: ['plan.change'],
  way: 'webhook',
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
  scopes: ['chat'],
  reply: z.object({
    tier,
    daily: use.extend({ resetsAt: z.iso.datetime() }),
    moonshotDaily: use,
    usedUpModels: z
      .array(z.string())
      .readonly()
      .describe('Models whose messages of the day are used up; `daily.resetsAt` says until when'),
    lifetime: use,
    agent: use,
    vision: z.object({ daily: use, monthly: use }),
    files: z
      .object({
        maxPerMessage: z.number().int().describe('Files that one message may have'),
        maxFileSize: z.number().describe('Bytes of one file; -1: no limit'),
      })
      .describe('Limits of attached files'),
    chats: z
      .object({
        count: use.describe('Stored chats'),
        bytes: use.describe('Their bytes together'),
        maxChatBytes: z.number().describe('Bytes of one chat; -1: no limit'),
        unusedDays: z.number().describe('Chats that were not used for so many days are deleted; 0: never'),
      })
      .describe('The storage of chats'),
  }),
});
