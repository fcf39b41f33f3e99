import type { ProviderRegistry } from '../../platform/provider-registry.ts';
import { firebase } from './firebase.ts';
import { noIdentity } from './off.ts';
import type { IdentityConnection, IdentityDeps } from './provider.ts';
import { sandboxIdentity } from './sandbox.ts';

/** Identity providers. A real installation without one has no Google sign-in. */
export const IDENTITY: ProviderRegistry<IdentityDeps, IdentityConnection> = {
  variable: 'IDENTITY',
  providers: [firebase],
  fallback: sandboxIdentity,
  productionFallback: noIdentity,
};
