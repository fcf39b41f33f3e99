import { z } from 'zod';

import { urlField, optionalField, tokenField } from '../../platform/provider-registry.ts';
import { paymentProvider } from './provider.ts';

const priceId = (plan: string) => tokenField(`Id of the monthly price of the ${plan} plan, such as \`price_…\`.`);

export const stripe = paymentProvider({
  id: 'stripe',
  label: 'Stripe',
  settings: z
    .object({
      STRIPE_SECRET_KEY: tokenField(
        'Secret or restricted key; it needs customers, checkout sessions, subscriptions, subscription schedules and the customer portal.',
      ),
      STRIPE_WEBHOOK_SECRET: optionalField(
        tokenField(
          'Signing secret of the webhook endpoint `APP_URL/api/stripe/webhook`, for the events `checkout.session.completed`, `customer.subscription.*`, `subscription_schedule.*` and `invoice.*`. Without it the endpoint is off, and payments are noticed by the daily comparison only.',
        ),
      ),
      STRIPE_PRICE_BASIC: priceId('Pro (basic)'),
      STRIPE_PRICE_PREMIUM: priceId('Premium'),
      STRIPE_API_BASE: optionalField(urlField('Address of a test server in place of Stripe’s API.')),
    })
    .refine((settings) => settings.STRIPE_PRICE_BASIC !== settings.STRIPE_PRICE_PREMIUM, {
      path: ['STRIPE_PRICE_PREMIUM'],
      error: 'must not be the price of the basic plan',
    }),
  enabledBy: 'STRIPE_SECRET_KEY',
  remark: (settings) =>
    settings.STRIPE_WEBHOOK_SECRET === undefined ? 'no webhook: STRIPE_WEBHOOK_SECRET is not set' : undefined,
  connect: async (settings) => {
    const { StripePayments } = await import('./stripe-payments.ts');
    return ({ clock, addresses }) => ({
      payments: new StripePayments({
        secretKey: settings.STRIPE_SECRET_KEY,
        webhookSecret: settings.STRIPE_WEBHOOK_SECRET,
        prices: { basic: settings.STRIPE_PRICE_BASIC, premium: settings.STRIPE_PRICE_PREMIUM },
        apiBase: settings.STRIPE_API_BASE,
        clock,
        addresses,
      }),
    });
  },
});
