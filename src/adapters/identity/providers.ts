import type { Choice } from '../../provider.ts';
import { firebase } from './firebase.ts';
import { noIdentity } from './off.ts';
import type { IdentityConnection, IdentityTools } from './provider.ts';
import { sandboxIdentity } from './sandbox.ts';

/** Who may speak for people. A real installation without one has no sign-in with Google. */
export const IDENTITY: Choice<IdentityTools, IdentityConnection> = {
  variable: 'IDENTITY',
  real: [firebase],
  fallback: sandboxIdentity,
  withoutSandbox: noIdentity,
};
