import { createHash, randomBytes } from 'node:crypto';

import type { GenerateKeyPairResult } from 'jose';
import type { CustomFetch } from 'openid-client';

import type { Clock } from '../../../domain/kernel/ports.ts';
import { type SandboxPerson, type SandboxSignIn, SANDBOX_SIGN_IN_PATH } from '../../../platform/sandbox-sign-in.ts';
import { OidcProvider } from './oidc-provider.ts';
import type { SignInProviderDeps } from './settings.ts';

const CLIENT_ID = 'parley';
const KEY_ID = 'sandbox';
const CODE_TTL_MS = 60_000;
const TOKEN_TTL_SECONDS = 300;
const MAX_CODES = 1000;

interface IssuedCode {
  readonly person: SandboxPerson;
  readonly query: URLSearchParams;
  readonly expiresAt: number;
}

const json = (body: object, status = 200): Response => Response.json(body, { status });

/** An OpenID provider inside this process, without a network: whoever is typed into its page signs in. */
class SandboxIssuer implements SandboxSignIn {
  private readonly codes = new Map<string, IssuedCode>();
  private keys: Promise<GenerateKeyPairResult> | undefined;

  constructor(
    private readonly siteUrl: () => string,
    private readonly clock: Clock,
  ) {}

  readonly issuer = (): string => `${this.siteUrl()}${SANDBOX_SIGN_IN_PATH}`;

  readonly fetch: CustomFetch = async (url, { body }) => {
    const { pathname } = new URL(url);
    if (pathname.endsWith('/openid-configuration')) return json(this.metadata());
    if (pathname.endsWith('/jwks')) return json(await this.publicKeys());
    return this.exchange(new URLSearchParams(body instanceof URLSearchParams ? body : String(body)));
  };

  accepts(query: URLSearchParams): boolean {
    return query.get('client_id') === CLIENT_ID && query.get('redirect_uri')?.startsWith(`${this.siteUrl()}/`) === true;
  }

  answer(query: URLSearchParams, person: SandboxPerson | undefined): string {
    const url = new URL(query.get('redirect_uri') ?? '');
    url.searchParams.set('state', query.get('state') ?? '');
    if (person)
      url.searchParams.set('code', this.issueCode({ person, query, expiresAt: this.clock.now() + CODE_TTL_MS }));
    else url.searchParams.set('error', 'access_denied');
    return url.href;
  }

  private issueCode(issued: IssuedCode): string {
    const [oldest] = this.codes.keys();
    if (oldest !== undefined && this.codes.size >= MAX_CODES) this.codes.delete(oldest);
    const code = randomBytes(32).toString('base64url');
    this.codes.set(code, issued);
    return code;
  }

  private metadata(): object {
    const issuer = this.issuer();
    return {
      issuer,
      authorization_endpoint: issuer,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    };
  }

  private async exchange(form: URLSearchParams): Promise<Response> {
    const code = form.get('code') ?? '';
    const issued = this.codes.get(code);
    this.codes.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isValid =
      issued !== undefined &&
      issued.expiresAt > this.clock.now() &&
      issued.query.get('code_challenge') === challenge &&
      issued.query.get('redirect_uri') === form.get('redirect_uri');
    if (!isValid) return json({ error: 'invalid_grant' }, 400);
    return json({
      access_token: randomBytes(16).toString('base64url'),
      token_type: 'Bearer',
      id_token: await this.sign(issued),
    });
  }

  private async sign({ person, query }: IssuedCode): Promise<string> {
    const { SignJWT } = await import('jose');
    const now = Math.floor(Date.now() / 1000); // the library checks by the system's clock
    const { email, emailVerified: email_verified, name, groups } = person;
    const claims = { email, email_verified, name, groups };
    return new SignJWT({ ...claims, nonce: query.get('nonce') ?? '' })
      .setProtectedHeader({ alg: 'RS256', kid: KEY_ID })
      .setIssuer(this.issuer())
      .setAudience(CLIENT_ID)
      .setSubject(email)
      .setIssuedAt(now)
      .setExpirationTime(now + TOKEN_TTL_SECONDS)
      .sign((await this.keyPair()).privateKey);
  }

  private async publicKeys(): Promise<object> {
    const { exportJWK } = await import('jose');
    const key = await exportJWK((await this.keyPair()).publicKey);
    return { keys: [{ ...key, kid: KEY_ID, alg: 'RS256', use: 'sig' }] };
  }

  private keyPair(): Promise<GenerateKeyPairResult> {
    return (this.keys ??= import('jose').then(({ generateKeyPair }) => generateKeyPair('RS256')));
  }
}

/** A sign-in provider that any machine has. */
export class SandboxProvider extends OidcProvider {
  readonly page: SandboxSignIn;

  constructor({ siteUrl, clock }: SignInProviderDeps) {
    const issuer = new SandboxIssuer(siteUrl, clock);
    super(
      {
        id: 'sandbox',
        label: 'Sandbox',
        icon: null,
        clientId: CLIENT_ID,
        clientSecret: undefined,
        scopes: 'openid email profile',
        rules: { admin: undefined, basic: undefined, premium: undefined, groups: 'groups' },
        issuer: issuer.issuer,
        fetch: issuer.fetch,
      },
      clock,
    );
    this.page = issuer;
  }
}
