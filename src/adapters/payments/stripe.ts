import { z } from 'zod';

import { urlField, optionalField, tokenField } from '../../platform/provider-registry.ts';
import { paymentProvider } from './provider.ts';
import type { PlanPrices } from './stripe-payments.ts';

const isIdList = (text: string): boolean => text.split(',').every((id) => /^[\x21-\x7e]+$/.test(id.trim()));

/** Who bought at a former price goes on paying it. */
const priceIds = (plan: string) =>
  z
    .string()
    .refine(isIdList, { error: 'must be ids separated by commas', abort: true })
    .transform((text): PlanPrices => {
      const [sold = '', ...former] = text.split(',').map((id) => id.trim());
      return { sold, former };
    })
    .describe(
      `Id of the monthly price of the ${plan} plan, such as \`price_…\`. After a new price, its former ones ` +
        'follow, separated by commas: who pays them keeps the plan.',
    );

const allIds = ({ sold, former }: PlanPrices): readonly string[] => [sold, ...former];

export const stripe = paymentProvider({
  id: 'stripe',
  label: 'Stripe',
  settings: z
    .object({
      STRIPE_SECRET_KEY: tokenField(
        'Secret or restricted key; it needs customers, checkout sessions, subscriptions, subscription schedules ' +
          'and the customer portal.',
      ),
      STRIPE_WEBHOOK_SECRET: optionalField(
        tokenField(
          'Signing secret of the webhook endpoint `APP_URL/api/stripe/webhook`, for the events ' +
            '`checkout.session.completed`, `customer.subscription.*`, `subscription_schedule.*`, `invoice.*`, ' +
            '`charge.refunded` and `charge.dispute.*`. Without it the endpoint is off: a purchase is noticed within ' +
            'ten minutes, other changes by the daily comparison.',
        ),
      ),
      STRIPE_PRICE_BASIC: priceIds('Pro (basic)'),
      STRIPE_PRICE_PREMIUM: priceIds('Premium'),
      STRIPE_API_BASE: optionalField(urlField('Address of a test server in place of Stripe’s API.')),
    })
    .refine(
      ({ STRIPE_PRICE_BASIC: basic, STRIPE_PRICE_PREMIUM: premium }) =>
        !allIds(basic).some((id) => allIds(premium).includes(id)),
      { path: ['STRIPE_PRICE_PREMIUM'], error: 'must not be a price of the basic plan' },
    ),
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
