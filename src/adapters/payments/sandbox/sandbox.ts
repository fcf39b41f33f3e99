import { z } from 'zod';

import { SANDBOX_PAYMENTS } from '../../../domain/billing/require-payments.ts';
import { paymentProvider } from '../provider.ts';
import { SandboxStore } from './store.ts';
import { WebhookSender } from './webhook-sender.ts';
import { SandboxPayments } from './sandbox-payments.ts';
import { SandboxCheckoutPage } from './checkout-page.ts';

/** Payments without money: a checkout page, signed events and renewing subscriptions. */
export const sandbox = paymentProvider({
  id: SANDBOX_PAYMENTS,
  label: 'Sandbox, no money moves',
  settings: z.object({}),
  isSandbox: true,
  connect: async () => (deps) => {
    const store = new SandboxStore(deps.records, deps.clock);
    const webhooks = new WebhookSender(store, deps);
    return {
      payments: new SandboxPayments(store, webhooks, deps),
      checkoutPage: new SandboxCheckoutPage(store, webhooks, deps),
    };
  },
});
