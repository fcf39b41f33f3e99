import type { Clock, Secrets } from '../kernel/ports.ts';
import type { CreateSession, SignedIn } from './create-session.ts';
import { AddressNotProven, IdentityRejected, SignInAttemptLost, SignInProviderNotFound } from './errors.ts';
import type { IdentityAccounts } from './identity-accounts.ts';
import type {
  PendingIdentities,
  ProviderIdentity,
  SignInAttempt,
  SignInProvider,
  SignInProviders,
} from './identity/ports.ts';
import type { Site } from './ports.ts';
import type { ApplyProviderRights } from './provider-rights.ts';
import type { RegistrationInput } from './registration/create-account.ts';

/** From the provider's answer to the page's call, which follows at once. */
const CODE_TTL_MS = 2 * 60_000;
/** A provider may send any number of letters. */
const MAX_NAME_LENGTH = 200;

export interface ProviderSignInDeps {
  readonly providers: SignInProviders;
  readonly pending: PendingIdentities;
  readonly site: Site;
  readonly secrets: Secrets;
  readonly clock: Clock;
}

/** A sign-in at another server's page, up to the one-time code that the waiting page gets. */
export class ProviderSignIn {
  constructor(private readonly deps: ProviderSignInDeps) {}

  /** The provider's page. Throws `SignInProviderNotFound`, `SignInProviderDown`. */
  start(id: string, attempt: SignInAttempt): Promise<string> {
    return this.find(id).buildUrl(attempt, this.returnUrl(id));
  }

  /** Throws `SignInProviderNotFound` and what `SignInProvider.identify` throws. */
  async finish(id: string, answer: URLSearchParams, attempt: SignInAttempt): Promise<string> {
    const { pending, secrets, clock } = this.deps;
    const { name, ...proven } = await this.find(id).identify(answer, attempt, this.returnUrl(id));
    const identity = { ...proven, name: name?.slice(0, MAX_NAME_LENGTH) ?? null };
    const code = secrets.token();
    await pending.add({ digest: secrets.digest(code), identity, expiresAt: clock.now() + CODE_TTL_MS });
    return code;
  }

  /** Throws `SignInAttemptLost` for a code that is wrong, used or expired. */
  async redeem(code: string): Promise<ProviderIdentity> {
    const { pending, secrets, clock } = this.deps;
    const identity = await pending.consume(secrets.digest(code), clock.now());
    if (!identity) throw new SignInAttemptLost();
    return identity;
  }

  find(id: string): SignInProvider {
    const provider = this.deps.providers.all.find((candidate) => candidate.id === id);
    if (!provider) throw new SignInProviderNotFound();
    return provider;
  }

  private returnUrl(id: string): string {
    return `${this.deps.site.url}/api/auth/oidc/${id}/callback`;
  }
}

/** Signs in with the one-time code of a finished `ProviderSignIn`. */
export class SignInWithProvider {
  constructor(
    private readonly providerSignIn: ProviderSignIn,
    private readonly accounts: IdentityAccounts,
    private readonly rights: ApplyProviderRights,
    private readonly createSession: CreateSession,
  ) {}

  /** Throws `SignInAttemptLost`, `AddressNotProven`, `AccountSuspended`, and what `CreateAccount` throws. */
  async execute(code: string, input: RegistrationInput = {}): Promise<SignedIn> {
    const identity = await this.providerSignIn.redeem(code);
    const found = await this.findOrCreate(identity, input);
    const { label } = this.providerSignIn.find(identity.provider);
    const user = await this.rights.execute(found, identity, label);
    return this.createSession.execute(user, 'provider', () => this.accounts.isLinked(identity, user.uid));
  }

  private async findOrCreate(identity: ProviderIdentity, input: RegistrationInput) {
    try {
      return await this.accounts.findOrCreate(identity, input);
    } catch (error) {
      throw error instanceof IdentityRejected ? new AddressNotProven() : error;
    }
  }
}
