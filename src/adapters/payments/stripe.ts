import { z } from 'zod';

import { address, optional, word } from '../../provider.ts';
import { paymentProvider } from './provider.ts';

const priceId = (plan: string) => word(`Id of the monthly price of the ${plan} plan, such as \`price_…\`.`);

export const stripe = paymentProvider({
  id: 'stripe',
  label: 'Stripe',
  settings: z
    .object({
      STRIPE_SECRET_KEY: word(
        'Secret or restricted key; it needs customers, checkout sessions, subscriptions and the customer portal.',
      ),
      STRIPE_WEBHOOK_SECRET: optional(
        word(
          'Signing secret of the webhook endpoint `APP_URL/api/stripe/webhook`, for the events `checkout.session.completed`, `customer.subscription.*` and `invoice.*`. Without it that address is off, and payments are noticed only by the daily check.',
        ),
      ),
      STRIPE_PRICE_BASIC: priceId('Pro (basic)'),
      STRIPE_PRICE_PREMIUM: priceId('Premium'),
      STRIPE_API_BASE: optional(address('Address of a test server that speaks for Stripe, if not Stripe itself.')),
    })
    .refine((set) => set.STRIPE_PRICE_BASIC !== set.STRIPE_PRICE_PREMIUM, {
      path: ['STRIPE_PRICE_PREMIUM'],
      error: 'must not be the price of the basic plan',
    }),
  switchedOnBy: 'STRIPE_SECRET_KEY',
  remark: (set) =>
    set.STRIPE_WEBHOOK_SECRET === undefined ? 'no webhook: STRIPE_WEBHOOK_SECRET is not set' : undefined,
  load: async (set) => {
    const { StripePayments } = await import('./stripe-payments.ts');
    return ({ clock, addresses }) => ({
      payments: new StripePayments({
        secretKey: set.STRIPE_SECRET_KEY,
        webhookSecret: set.STRIPE_WEBHOOK_SECRET,
        prices: { basic: set.STRIPE_PRICE_BASIC, premium: set.STRIPE_PRICE_PREMIUM },
        apiBase: set.STRIPE_API_BASE,
        clock,
        addresses,
      }),
    });
  },
});
