import type { IdentityPopup, IdentityTokens } from '../../domain/accounts/ports.ts';
import type { Clock } from '../../domain/kernel/ports.ts';
import { defineProvider } from '../../platform/provider-registry.ts';

export interface IdentityDeps {
  readonly clock: Clock;
  /** This server’s address. */
  readonly siteUrl: string;
}

/** An identity provider: what checks its tokens, and the popup that gets one. */
export interface IdentityConnection {
  readonly tokens: IdentityTokens;
  readonly popup: IdentityPopup;
  /** Whether tokens could be checked now. Throws what is in the way. */
  check(signal: AbortSignal): Promise<void>;
}

export const identityProvider = defineProvider<IdentityDeps, IdentityConnection>();
