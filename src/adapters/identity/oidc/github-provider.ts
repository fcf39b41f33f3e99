import { z } from 'zod';

import { SignInNotProven, SignInProviderDown } from '../../../domain/accounts/errors.ts';
import {
  type ClaimedRight,
  type ProviderIdentity,
  type SignInAttempt,
  SignInProvider,
} from '../../../domain/accounts/identity/ports.ts';
import { fetchJson } from '../../../platform/vendor-fetch.ts';
import { listDecidedRights, toPerson, toRights } from './claims.ts';
import { CALL_TIMEOUT_MS, loadOpenId, type ProviderOptions, vendorCall } from './provider-options.ts';
import { toSignInError } from './sign-in-errors.ts';

export interface GitHubOptions extends ProviderOptions {
  /** GitHub's own pages, or those of a GitHub Enterprise server. */
  readonly baseUrl: string;
}

const userSchema = z.looseObject({ id: z.number().int(), login: z.string() });
const emailsSchema = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** GitHub has OAuth 2 without OpenID Connect: its API names the person and the verified addresses. */
export class GitHubProvider extends SignInProvider {
  readonly id: string;
  readonly label: string;
  readonly icon;
  readonly returnsBy = 'query';
  readonly decides: readonly ClaimedRight[];

  constructor(private readonly options: GitHubOptions) {
    super();
    this.decides = listDecidedRights(options.rules);
    ({ id: this.id, label: this.label, icon: this.icon } = options);
  }

  async buildUrl({ state, verifier }: SignInAttempt, returnUrl: string): Promise<string> {
    const openid = await loadOpenId();
    const url = openid.buildAuthorizationUrl(await this.configure(), {
      redirect_uri: returnUrl,
      scope: this.options.scopes,
      state,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return url.href;
  }

  async identify(answer: URLSearchParams, attempt: SignInAttempt, returnUrl: string): Promise<ProviderIdentity> {
    const openid = await loadOpenId();
    const url = new URL(returnUrl);
    url.search = answer.toString();
    try {
      const { access_token: token } = await openid.authorizationCodeGrant(await this.configure(), url, {
        expectedState: attempt.state,
        pkceCodeVerifier: attempt.verifier,
      });
      return await this.toIdentity(token);
    } catch (error) {
      throw toSignInError(error, openid);
    }
  }

  async check(): Promise<void> {
    const { status } = await this.call('/meta');
    if (status >= 500) throw new SignInProviderDown();
  }

  private async toIdentity(token: string): Promise<ProviderIdentity> {
    const user = userSchema.parse(await this.ask('/user', token));
    const emails = emailsSchema.parse(await this.ask('/user/emails', token));
    const own = emails.find(({ primary, verified }) => primary && verified) ?? emails.find(({ verified }) => verified);
    const { email, name } = toPerson({ ...user, email: own?.email, preferred_username: user.login });
    return {
      key: `github:${this.options.baseUrl} ${user.id}`,
      provider: this.id,
      email,
      emailVerified: email !== null,
      name,
      rights: toRights(user, this.options.rules),
    };
  }

  private async ask(path: string, token: string): Promise<unknown> {
    const { status, json } = await this.call(path, { Authorization: `Bearer ${token}` });
    if (status === 200) return json;
    throw status < 500 ? new SignInNotProven() : new SignInProviderDown(new Error(`GitHub answered ${status}`));
  }

  private call(path: string, headers: Readonly<Record<string, string>> = {}) {
    const { baseUrl } = this.options;
    const api = baseUrl === 'https://github.com' ? 'https://api.github.com' : `${baseUrl}/api/v3`;
    return fetchJson(`${api}${path}`, CALL_TIMEOUT_MS, {
      headers: { Accept: 'application/vnd.github+json', 'User-Agent': 'Parley', ...headers },
    });
  }

  private async configure() {
    const openid = await loadOpenId();
    const { baseUrl, clientId, clientSecret } = this.options;
    const server = {
      issuer: `${baseUrl}/login/oauth`,
      authorization_endpoint: `${baseUrl}/login/oauth/authorize`,
      token_endpoint: `${baseUrl}/login/oauth/access_token`,
    };
    const config = new openid.Configuration(server, clientId, clientSecret);
    config[openid.customFetch] = vendorCall;
    config.timeout = CALL_TIMEOUT_MS / 1000;
    if (baseUrl.startsWith('http:')) openid.allowInsecureRequests(config);
    return config;
  }
}
