import type { Payments } from '../../domain/billing/ports.ts';
import { defineProvider } from '../../platform/provider-registry.ts';
import type { SandboxCheckoutPage } from './sandbox/checkout-page.ts';
import type { PaymentDeps } from './payment-deps.ts';

export abstract class ConnectedPayments {
  abstract readonly payments: Payments;
  /** The sandbox's own payment pages. */
  abstract readonly checkoutPage?: SandboxCheckoutPage;
}

export type ConnectPayments = (deps: PaymentDeps) => ConnectedPayments;

/** Connecting loads the provider's code; the code of other providers is never loaded. */
export const paymentProvider = defineProvider<Readonly<Record<string, never>>, Promise<ConnectPayments>>();
