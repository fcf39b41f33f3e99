import type { ClientAuth, Configuration, CustomFetch } from 'openid-client';
import type * as OpenId from 'openid-client';

import { SignInNotProven, SignInProviderDown } from '../../../domain/accounts/errors.ts';
import {
  type ClaimedRight,
  type ProviderIdentity,
  type SignInAttempt,
  SignInProvider,
} from '../../../domain/accounts/identity/ports.ts';
import type { Clock } from '../../../domain/kernel/ports.ts';
import type { SignInBrand } from '../../../shared/sign-in-brands.ts';
import { type Claims, findClaim, isTrue, listDecidedRights, toPerson, toRights } from './claims.ts';
import { CALL_TIMEOUT_MS, loadOpenId, type ProviderOptions, vendorCall } from './provider-options.ts';
import { toSignInError } from './sign-in-errors.ts';

const DISCOVERY_TTL_MS = 3_600_000;
const DISCOVERY_ATTEMPTS = 2;
const CLOCK_TOLERANCE_SECONDS = 30;
/** With the issuer it has to fit the column. */
const MAX_SUBJECT_LENGTH = 255;

export interface OidcOptions extends ProviderOptions {
  readonly issuer: () => string;
  readonly returnsBy?: 'query' | 'form';
  /** More parameters of the provider's page. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly authenticate?: ClientAuth;
  /** Whether the provider says that the address is the person's. */
  readonly provesEmail?: (claims: Claims) => boolean;
  /** The name, where it stands beside the token. */
  readonly findName?: (answer: URLSearchParams) => string | null;
  /** Serves the calls instead of the network. */
  readonly fetch?: CustomFetch;
}

type IdTokenClaims = Claims & { readonly iss: string; readonly sub: string };

/** By the form where the provider takes it; a provider that lists nothing takes the header only. */
const secretAuthentication = (openid: typeof OpenId, secret: string): ClientAuth => {
  const [post, basic] = [openid.ClientSecretPost(secret), openid.ClientSecretBasic(secret)];
  return (server, client, body, headers) => {
    const takesPost = server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ?? false;
    (takesPost ? post : basic)(server, client, body, headers);
  };
};

/** Sign-in by OpenID Connect: code flow with PKCE, state and nonce; the token's signature is checked. */
export class OidcProvider extends SignInProvider {
  readonly id: string;
  readonly label: string;
  readonly icon: SignInBrand | null;
  readonly returnsBy: 'query' | 'form';
  readonly decides: readonly ClaimedRight[];
  private discovered: { readonly config: Configuration; readonly at: number } | undefined;
  /** For all who wait for it. */
  private discovering: Promise<Configuration> | undefined;

  constructor(
    private readonly options: OidcOptions,
    private readonly clock: Clock,
  ) {
    super();
    this.decides = listDecidedRights(options.rules);
    ({ id: this.id, label: this.label, icon: this.icon, returnsBy: this.returnsBy = 'query' } = options);
  }

  async buildUrl({ state, nonce, verifier }: SignInAttempt, returnUrl: string): Promise<string> {
    const openid = await loadOpenId();
    const config = await this.discover();
    const url = openid.buildAuthorizationUrl(config, {
      ...this.options.parameters,
      ...(this.returnsBy === 'form' ? { response_mode: 'form_post' } : {}),
      redirect_uri: returnUrl,
      scope: this.options.scopes,
      state,
      nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return url.href;
  }

  async identify(answer: URLSearchParams, attempt: SignInAttempt, returnUrl: string): Promise<ProviderIdentity> {
    const openid = await loadOpenId();
    const config = await this.discover();
    const url = new URL(returnUrl);
    url.search = answer.toString();
    try {
      const tokens = await openid.authorizationCodeGrant(config, url, {
        expectedState: attempt.state,
        expectedNonce: attempt.nonce,
        pkceCodeVerifier: attempt.verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new SignInNotProven();
      const userInfo = await this.findUserInfo(config, tokens.access_token, claims);
      return this.toIdentity(claims, userInfo, answer);
    } catch (error) {
      throw toSignInError(error, openid);
    }
  }

  async check(): Promise<void> {
    await this.refresh();
  }

  /** The token's own claims win. An address is proven only by the place that names it. */
  private toIdentity(token: IdTokenClaims, userInfo: Claims | undefined, answer: URLSearchParams): ProviderIdentity {
    const { findName, provesEmail = ({ email_verified: verified }) => isTrue(verified), rules } = this.options;
    const { iss, sub } = token;
    if (sub === '' || sub.length > MAX_SUBJECT_LENGTH) throw new SignInNotProven();
    const claims = { ...userInfo, ...token };
    const { email, name } = toPerson(claims);
    const proves = (source: Claims): boolean => toPerson(source).email === email && provesEmail(source);
    const emailVerified = email !== null && [token, userInfo ?? {}].some(proves);
    return {
      key: `oidc:${iss} ${sub}`,
      provider: this.id,
      email,
      emailVerified,
      name: findName?.(answer) ?? name,
      rights: toRights(emailVerified ? claims : { ...claims, email: undefined }, rules),
    };
  }

  /** Some providers name the address and the groups only at their userinfo endpoint. */
  private async findUserInfo(
    config: Configuration,
    accessToken: string,
    claims: IdTokenClaims,
  ): Promise<Claims | undefined> {
    const { admin, basic, premium, groups } = this.options.rules;
    const named = [admin?.claim, basic?.claim, premium?.claim, groups].filter((claim) => claim !== undefined);
    const needed = ['email', ...named];
    const isComplete = needed.every((name) => findClaim(claims, name) !== undefined);
    if (isComplete || config.serverMetadata().userinfo_endpoint === undefined) return undefined;
    const { fetchUserInfo } = await loadOpenId();
    return fetchUserInfo(config, accessToken, claims.sub);
  }

  /** Cached for an hour, and longer while the provider does not answer. */
  private async discover(): Promise<Configuration> {
    if (this.discovered && this.clock.now() - this.discovered.at < DISCOVERY_TTL_MS) return this.discovered.config;
    try {
      return await (this.discovering ??= this.refresh().finally(() => (this.discovering = undefined)));
    } catch (error) {
      if (this.discovered) return this.discovered.config;
      throw error;
    }
  }

  private async refresh(): Promise<Configuration> {
    try {
      const config = await this.fetchConfiguration(DISCOVERY_ATTEMPTS);
      this.discovered = { config, at: this.clock.now() };
      return config;
    } catch (error) {
      throw toSignInError(error, await loadOpenId());
    }
  }

  private async fetchConfiguration(attempts: number): Promise<Configuration> {
    const openid = await loadOpenId();
    const { clientId, clientSecret, authenticate, fetch = vendorCall } = this.options;
    const issuer = new URL(this.options.issuer());
    try {
      return await openid.discovery(
        issuer,
        clientId,
        { [openid.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
        authenticate ?? (clientSecret === undefined ? openid.None() : secretAuthentication(openid, clientSecret)),
        {
          [openid.customFetch]: fetch,
          timeout: CALL_TIMEOUT_MS / 1000,
          execute: [
            openid.enableNonRepudiationChecks,
            ...(issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : []),
          ],
        },
      );
    } catch (error) {
      if (attempts > 1 && toSignInError(error, openid) instanceof SignInProviderDown)
        return this.fetchConfiguration(attempts - 1);
      throw error;
    }
  }
}
