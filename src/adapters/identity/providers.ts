import type { ProviderRegistry } from '../../platform/provider-registry.ts';
import { firebase } from './firebase.ts';
import { noIdentity } from './off.ts';
import type { IdentityConnection, IdentityDeps } from './provider.ts';
import { sandboxIdentity } from './sandbox.ts';

/** Who may speak for people. A real installation without one has no sign-in with Google. */
export const IDENTITY: ProviderRegistry<IdentityDeps, IdentityConnection> = {
  variable: 'IDENTITY',
  providers: [firebase],
  fallback: sandboxIdentity,
  productionFallback: noIdentity,
};
