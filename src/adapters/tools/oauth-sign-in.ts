import { ToolServerUnreachable, ToolSignInFailed } from '../../domain/tools/errors.ts';
import { toolProblem } from '../../shared/tools.ts';
import type { ToolSecrets } from '../../domain/tools/servers/ports.ts';
import type { McpFetch } from './guarded-mcp-fetch.ts';
import type { Sdk } from './mcp-connection.ts';
import {
  type AuthorizationServer,
  forgetRefusedClient,
  parseStored,
  type RegisteredClient,
  storedRegistration,
  storedSignIn,
  toAccess,
  toInformation,
  toMetadata,
} from './oauth-access.ts';

export interface SignInOptions {
  readonly sdk: Sdk;
  readonly secrets: ToolSecrets;
  readonly fetchFn: McpFetch;
  readonly redirectUrl: string;
}

export interface SignInTarget {
  readonly serverId: string;
  readonly uid: string;
  readonly url: string;
}

interface Discovered {
  readonly server: AuthorizationServer;
  readonly scope: string | undefined;
}

const CLIENT_NAME = 'Parley';
const WEB_PROTOCOLS = ['https:', 'http:'];
const MAX_PAGE_URL = 8000;

/** OAuth 2.1 with PKCE, and registration of this installation at the authorization server. */
export class OAuthSignIn {
  constructor(private readonly options: SignInOptions) {}

  /** The page to open, and what `finish` needs. */
  async begin(target: SignInTarget, state: string): Promise<{ readonly url: string; readonly pending: string }> {
    const { sdk, secrets, redirectUrl } = this.options;
    const { server, scope: offered } = await this.discover(target.url);
    const scope = joinScopes(offered, await secrets.findScope(target.serverId, target.uid));
    const client = await this.register(target.serverId, server, scope);
    const { authorizationUrl, codeVerifier } = await sdk.startAuthorization(server.url, {
      metadata: toMetadata(sdk, server.metadata),
      clientInformation: toInformation(client),
      redirectUrl,
      state,
      resource: server.resource,
      ...(scope === undefined ? {} : { scope }),
    });
    const url = authorizationUrl.href;
    if (!WEB_PROTOCOLS.includes(authorizationUrl.protocol) || url.length > MAX_PAGE_URL)
      throw new Error('The page of the authorization server is none');
    return { url, pending: JSON.stringify({ verifier: codeVerifier, client, server }) };
  }

  /**
   * The access, as it is stored. The issuer of the answer is checked before anything else of it is looked at. Throws
   * `ToolSignInFailed` where the person or the server refuses.
   */
  async finish({ serverId }: SignInTarget, pending: string, answer: URLSearchParams): Promise<string> {
    const { sdk, secrets, fetchFn, redirectUrl } = this.options;
    const begun = parseStored(storedSignIn, pending);
    if (!begun) throw new ToolSignInFailed();
    const metadata = toMetadata(sdk, begun.server.metadata);
    const iss = answer.get('iss') ?? undefined;
    this.checkIssuer(begun.server, iss);
    const code = answer.get('code');
    if (code === null || answer.has('error')) throw new ToolSignInFailed();
    try {
      const tokens = await sdk.exchangeAuthorization(begun.server.url, {
        metadata,
        clientInformation: toInformation(begun.client),
        authorizationCode: code,
        codeVerifier: begun.verifier,
        redirectUri: redirectUrl,
        resource: begun.server.resource,
        fetchFn,
        ...(iss === undefined ? {} : { iss }),
      });
      return JSON.stringify(toAccess(tokens, begun));
    } catch (error) {
      if (!(error instanceof sdk.OAuthError)) throw error;
      await forgetRefusedClient(error, begun.client, serverId, secrets);
      throw new ToolSignInFailed(error);
    }
  }

  private checkIssuer({ metadata, issuer }: AuthorizationServer, iss: string | undefined): void {
    const { sdk } = this.options;
    const described: object = typeof metadata === 'object' && metadata !== null ? metadata : {};
    const issParameterSupported = Reflect.get(described, 'authorization_response_iss_parameter_supported') === true;
    try {
      sdk.validateAuthorizationResponseIssuer({ iss, expectedIssuer: issuer, issParameterSupported });
    } catch (error) {
      throw new ToolSignInFailed(error);
    }
  }

  /** By what the server answers without access, else by its well-known addresses. */
  private async discover(url: string): Promise<Discovered> {
    const { sdk, fetchFn } = this.options;
    const challenge = await this.challenge(url);
    const found = await sdk.discoverOAuthServerInfo(url, {
      fetchFn,
      ...(challenge.resourceMetadataUrl ? { resourceMetadataUrl: challenge.resourceMetadataUrl } : {}),
    });
    const { authorizationServerUrl, authorizationServerMetadata: metadata, resourceMetadata } = found;
    if (!metadata) throw new ToolServerUnreachable(toolProblem('no-page'));
    const own = sdk.resourceUrlFromServerUrl(url);
    const named = resourceMetadata?.resource;
    if (named !== undefined && !sdk.checkResourceAllowed({ requestedResource: own, configuredResource: named }))
      throw new Error('The server asks for access to another one');
    const wanted = challenge.scope ?? resourceMetadata?.scopes_supported?.join(' ');
    const server = { url: authorizationServerUrl, metadata, issuer: metadata.issuer, resource: named ?? own.href };
    return { server, scope: withRefresh(wanted, metadata.scopes_supported) };
  }

  private async challenge(url: string): Promise<{ resourceMetadataUrl?: URL; scope?: string }> {
    const { sdk, fetchFn } = this.options;
    const response = await fetchFn(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'ping' }),
    });
    await response.body?.cancel();
    const { resourceMetadataUrl, scope } = sdk.extractWWWAuthenticateParams(response);
    return { ...(resourceMetadataUrl ? { resourceMetadataUrl } : {}), ...(scope === undefined ? {} : { scope }) };
  }

  /** Once for each server, issuer and address of this installation. */
  private async register(
    serverId: string,
    { url, metadata, issuer }: AuthorizationServer,
    scope: string | undefined,
  ): Promise<RegisteredClient> {
    const { sdk, secrets, fetchFn, redirectUrl } = this.options;
    const known = parseStored(storedRegistration, await secrets.findRegistration(serverId));
    if (known?.issuer === issuer && known.redirectUrl === redirectUrl) return known.client;
    const described = toMetadata(sdk, metadata);
    if (described.registration_endpoint === undefined) throw new ToolServerUnreachable(toolProblem('no-registration'));
    const registered = await sdk.registerClient(url, {
      metadata: described,
      clientMetadata: {
        client_name: CLIENT_NAME,
        redirect_uris: [redirectUrl],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
      fetchFn,
      ...(scope === undefined ? {} : { scope }),
    });
    const { client_id, client_secret } = registered;
    const client = { client_id, ...(client_secret === undefined ? {} : { client_secret }) };
    await secrets.saveRegistration(serverId, JSON.stringify({ client, issuer, redirectUrl }));
    return client;
  }
}

/** Access that lasts is asked for where the server knows that scope. */
const withRefresh = (scope: string | undefined, known: readonly string[] | undefined): string | undefined =>
  known?.includes('offline_access') === true ? joinScopes(scope, 'offline_access') : scope;

/** Each of them once. */
export const joinScopes = (...scopes: readonly (string | undefined)[]): string | undefined => {
  const names = scopes.flatMap((scope) => scope?.split(' ') ?? []).filter((name) => name !== '');
  return names.length > 0 ? [...new Set(names)].join(' ') : undefined;
};
