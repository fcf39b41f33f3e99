import type { ProviderRegistry } from '../../platform/provider-registry.ts';
import { off } from './off.ts';
import type { ConnectPayments } from './provider.ts';
import { sandbox } from './sandbox/sandbox.ts';
import { stripe } from './stripe.ts';

/** Payment providers. A real installation must choose one, or `off`. */
export const PAYMENTS: ProviderRegistry<Readonly<Record<string, never>>, Promise<ConnectPayments>> = {
  variable: 'PAYMENTS',
  providers: [stripe, off],
  fallback: sandbox,
};
