import type { CreateSession, SignedIn } from './create-session.ts';
import type { IdentityAccounts } from './identity-accounts.ts';
import type { IdentityTokens } from './identity/ports.ts';
import type { RegistrationInput } from './registration/create-account.ts';

/**
 * Signs in with a token of an identity provider. Throws `IdentityRejected`,
 * `IdentityUnavailable`, and as `CreateAccount`.
 */
export class SignInWithIdentity {
  constructor(
    private readonly tokens: IdentityTokens,
    private readonly accounts: IdentityAccounts,
    private readonly createSession: CreateSession,
  ) {}

  async execute(token: string, input: RegistrationInput = {}): Promise<SignedIn> {
    const identity = await this.tokens.verify(token);
    const user = await this.accounts.findOrCreate(identity, input);
    return this.createSession.execute(user, 'google', () => this.accounts.isLinked(identity, user.uid));
  }
}
