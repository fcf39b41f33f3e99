import { off } from './off.ts';
import type { PaymentProvider } from './provider.ts';
import { sandbox } from './sandbox/sandbox.ts';
import { stripe } from './stripe.ts';

/** Every payment provider that a variable or PAYMENTS can select. */
export const PAYMENT_PROVIDERS: readonly PaymentProvider[] = [stripe, sandbox, off];
