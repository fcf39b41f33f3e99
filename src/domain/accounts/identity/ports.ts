import type { SignInBrand } from '../../../shared/sign-in-brands.ts';
import type { Tier } from '../../../shared/tiers.ts';
import type { User } from '../user.ts';

export interface LinkedIdentity {
  readonly key: string;
  /** The id of the sign-in provider; null for a phone number and for Google by Firebase. */
  readonly provider: string | null;
  readonly createdAt: number;
  readonly givesAdmin: boolean;
}

/** What the claims of a sign-in provider can give. */
export type ClaimedRight = 'admin' | 'plan' | 'groups';

/** Who has a right by a sign-in provider. */
export interface RightHolder {
  readonly uid: string;
  /** The provider's id. */
  readonly provider: string;
}

/** Holders by a provider that is none of `providers`, in the order of uid and provider, those after one of them. */
export interface RightHolderPage {
  readonly providers: readonly string[];
  readonly after: RightHolder | undefined;
  readonly limit: number;
}

/** Rights that providers gave. */
export abstract class GivenRights {
  abstract listByOtherProviders(page: RightHolderPage): Promise<readonly RightHolder[]>;
}

/** Identities proved elsewhere: a phone number or an account at a provider. One account per key. */
export abstract class Identities extends GivenRights {
  abstract find(key: string): Promise<User | undefined>;
  /** Throws `IdentityTaken`, also when two calls race. */
  abstract add(key: string, uid: string, now: number, provider?: string): Promise<void>;
  abstract removeAllByUser(uid: string): Promise<void>;
  /** Oldest first. */
  abstract listByUser(uid: string): Promise<readonly LinkedIdentity[]>;
  abstract remove(key: string, uid: string): Promise<void>;
  /** Whether its claims made the account admin. */
  abstract setGivesAdmin(key: string, givesAdmin: boolean): Promise<void>;
  /** Admins whom their identities made that. */
  abstract override listByOtherProviders(page: RightHolderPage): Promise<readonly RightHolder[]>;
}

/** A person as their identity provider describes them. */
export interface VerifiedIdentity {
  /** Issuer and subject: the only stable key. */
  readonly key: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly name: string | null;
}

export abstract class IdentityTokens {
  /** Throws `IdentityRejected` for an invalid token, `IdentityUnavailable` when it cannot be checked. */
  abstract verify(token: string): Promise<VerifiedIdentity>;
}

/** What a provider's claims say about rights here; undefined where no claim is configured. */
export interface ProviderRights {
  readonly isAdmin?: boolean | undefined;
  readonly tier?: Tier | null | undefined;
  /** The values of the claim that names groups. */
  readonly groups?: readonly string[] | undefined;
}

/** A person as a sign-in provider describes them. */
export interface ProviderIdentity extends VerifiedIdentity {
  /** The provider's id. */
  readonly provider: string;
  readonly rights: ProviderRights;
}

/** The secrets of one attempt, known to this server and one browser. */
export interface SignInAttempt {
  readonly state: string;
  readonly nonce: string;
  /** PKCE. */
  readonly verifier: string;
}

/** A provider of OpenID Connect, or of OAuth 2 with an API that names the person. */
export abstract class SignInProvider {
  abstract readonly id: string;
  abstract readonly label: string;
  /** A brand whose logo the page has; null: none. */
  abstract readonly icon: SignInBrand | null;
  /** `form`: it posts its answer from its own page. */
  abstract readonly returnsBy: 'query' | 'form';
  /** The rights that its claims decide. */
  abstract readonly decides: readonly ClaimedRight[];
  /** The page that asks the person. Throws `SignInProviderDown`. */
  abstract buildUrl(attempt: SignInAttempt, returnUrl: string): Promise<string>;
  /**
   * Who the answer is about. Throws `SignInCancelled`, `SignInProviderDown`, `SignInNotProven`, `ClocksDiffer`.
   */
  abstract identify(answer: URLSearchParams, attempt: SignInAttempt, returnUrl: string): Promise<ProviderIdentity>;
  /** A health check. */
  abstract check(): Promise<void>;
}

export abstract class SignInProviders {
  abstract readonly all: readonly SignInProvider[];
}

/** Identities between a provider's answer and the page's call that signs in, by the digest of a one-time code. */
export abstract class PendingIdentities {
  abstract add(pending: { digest: string; identity: ProviderIdentity; expiresAt: number }): Promise<void>;
  /** Returns the identity to exactly one caller, and only before it expires. */
  abstract consume(digest: string, now: number): Promise<ProviderIdentity | undefined>;
  abstract removeExpired(now: number): Promise<void>;
}

export interface DecidingProvider {
  readonly id: string;
  readonly label: string;
  /** Whose plan it is has just signed in there. */
  readonly isSignIn?: boolean;
}

/** Plans that come from a provider's claims. */
export abstract class ProviderPlans extends GivenRights {
  /** Null takes back what this provider gave. A plan that an admin granted stays. */
  abstract set(uid: string, tier: Tier | null, provider: DecidingProvider): Promise<void>;
}

/** Groups that come from a provider's claims. */
export abstract class ProviderGroups extends GivenRights {
  /** At a sign-in: replaces what this provider gave before; an admin's memberships stay. */
  abstract set(uid: string, provider: string, values: readonly string[]): Promise<void>;
  /** Takes back what this provider gave. */
  abstract withdraw(holder: RightHolder): Promise<void>;
}

/** What the sign-in popup returns: the provider's token, or the input of the sandbox form. */
export type PopupResult =
  | { readonly kind: 'provider'; readonly idToken: string; readonly nonce: string }
  | { readonly kind: 'form'; readonly name: string; readonly email: string };

/** The sign-in popup. */
export abstract class IdentityPopup {
  /** `redirect`: the provider's page; `form`: our own page; `none`: not configured. */
  abstract readonly kind: 'redirect' | 'form' | 'none';
  /** Only for `redirect`. */
  abstract buildUrl(of: { returnUrl: string; nonce: string; state: string }): string;
  /** Returns the token for `IdentityTokens`. Throws `IdentityRejected`, `IdentityUnavailable`. */
  abstract exchange(result: PopupResult): Promise<string>;
}
