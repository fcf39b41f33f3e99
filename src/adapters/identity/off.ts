import { z } from 'zod';

import { IdentityUnavailable } from '../../domain/accounts/errors.ts';
import { IdentityPopup, IdentityTokens } from '../../domain/accounts/identity/ports.ts';
import { identityProvider } from './provider.ts';

class NoTokens extends IdentityTokens {
  verify(): Promise<never> {
    return Promise.reject(new IdentityUnavailable());
  }
}

/** No popup; a token from elsewhere may still be sent. */
export class NoPopup extends IdentityPopup {
  readonly kind = 'none';

  buildUrl(): string {
    throw new IdentityUnavailable();
  }

  exchange(): Promise<never> {
    return Promise.reject(new IdentityUnavailable());
  }
}

/** No Google sign-in. */
export const noIdentity = identityProvider({
  id: 'off',
  label: 'off',
  settings: z.object({}),
  connect: () => ({
    tokens: new NoTokens(),
    popup: new NoPopup(),
    check: () => Promise.reject(new IdentityUnavailable()),
  }),
});
