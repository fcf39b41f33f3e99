import { z } from 'zod';

import { paymentProvider } from '../provider.ts';
import { SandboxBooks } from './books.ts';
import { Courier } from './courier.ts';
import { SandboxPayments } from './sandbox-payments.ts';
import { SandboxTill } from './till.ts';

/** Payments without money, to try everything with: its own checkout page, signed events, subscriptions that last. */
export const sandbox = paymentProvider({
  id: 'sandbox',
  label: 'Sandbox, no money moves',
  settings: z.object({}),
  load: async () => (tools) => {
    const books = new SandboxBooks(tools.records, tools.clock);
    const courier = new Courier(books, tools);
    return { payments: new SandboxPayments(books, courier, tools), till: new SandboxTill(books, courier, tools) };
  },
});
