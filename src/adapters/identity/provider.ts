import type { IdentityPopup, IdentityTokens } from '../../domain/accounts/identity/ports.ts';
import type { Clock } from '../../domain/kernel/ports.ts';
import { defineProvider } from '../../platform/provider-registry.ts';

export interface IdentityDeps {
  readonly clock: Clock;
  /** This server's address. */
  readonly siteUrl: string;
}

/** An identity provider: the token verifier, and the popup that gets a token. */
export abstract class IdentityConnection {
  abstract readonly tokens: IdentityTokens;
  abstract readonly popup: IdentityPopup;
  /** A health check: throws what prevents verification. */
  abstract check(signal: AbortSignal): Promise<void>;
}

export const identityProvider = defineProvider<IdentityDeps, IdentityConnection>();
