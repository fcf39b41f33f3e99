import { off } from './off.ts';
import type { PaymentProvider } from './provider.ts';
import { sandbox } from './sandbox/sandbox.ts';
import { stripe } from './stripe.ts';

/** Every provider of payments that a variable or the name in PAYMENTS can choose. */
export const PAYMENT_PROVIDERS: readonly PaymentProvider[] = [stripe, sandbox, off];
