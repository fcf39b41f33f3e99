import { z } from 'zod';

import { definePaymentProvider } from '../provider.ts';
import { SandboxStore } from './store.ts';
import { WebhookSender } from './webhook-sender.ts';
import { SandboxPayments } from './sandbox-payments.ts';
import { SandboxCheckoutPage } from './checkout-page.ts';

/** Payments without money: a checkout page, signed events and renewing subscriptions. */
export const sandbox = definePaymentProvider({
  id: 'sandbox',
  label: 'Sandbox, no money moves',
  settings: z.object({}),
  load: async () => (deps) => {
    const store = new SandboxStore(deps.records, deps.clock);
    const webhooks = new WebhookSender(store, deps);
    return {
      payments: new SandboxPayments(store, webhooks, deps),
      checkoutPage: new SandboxCheckoutPage(store, webhooks, deps),
    };
  },
});
