import type { AuthorizationServerMetadata } from '@modelcontextprotocol/client';
import { z } from 'zod';

import type { ToolSecrets } from '../../domain/tools/servers/ports.ts';
import type { McpFetch } from './guarded-mcp-fetch.ts';
import type { Sdk } from './mcp-connection.ts';

/* What is stored, sealed, of a registration, a sign-in and an access. */

const client = z.object({ client_id: z.string().max(4000), client_secret: z.string().max(4000).optional() });
const authorizationServer = z.object({
  url: z.string(),
  /** As it was checked when the sign-in began; later answers of the server do not change it. */
  metadata: z.unknown(),
  issuer: z.string(),
  resource: z.string(),
});

export const storedRegistration = z.object({ client, issuer: z.string(), redirectUrl: z.string() });
export const storedSignIn = z.object({ verifier: z.string(), client, server: authorizationServer });
export const storedAccess = z.object({
  client,
  server: authorizationServer,
  accessToken: z.string(),
  refreshToken: z.string().nullable(),
});

export type RegisteredClient = z.output<typeof client>;
export type AuthorizationServer = z.output<typeof authorizationServer>;
export type StoredAccess = z.output<typeof storedAccess>;

export const parseStored = <T>(schema: z.ZodType<T>, text: string | undefined): T | undefined => {
  try {
    return text === undefined ? undefined : schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};

/** Throws for what is no such document. */
export const toMetadata = (sdk: Sdk, metadata: unknown): AuthorizationServerMetadata => {
  if (sdk.isSpecType.OpenIdProviderDiscoveryMetadata(metadata)) return metadata;
  if (sdk.isSpecType.OAuthMetadata(metadata)) return metadata;
  throw new Error('The authorization server has no description of itself');
};

const MAX_TOKEN_LENGTH = 20_000;

/** Throws for a token that no header could have. */
export const toAccess = (
  tokens: { readonly access_token: string; readonly refresh_token?: string | undefined },
  rest: Pick<StoredAccess, 'client' | 'server'>,
): StoredAccess => {
  const { access_token: accessToken, refresh_token: refreshToken = null } = tokens;
  const isSane = [accessToken, refreshToken ?? ''].every((token) => token.length <= MAX_TOKEN_LENGTH);
  if (!isSane || !/^[\x21-\x7e]+$/.test(accessToken)) throw new Error('This is no access token');
  return { ...rest, accessToken, refreshToken };
};

/** The next access. Rejects with the SDK's `OAuthError` where the server refuses. */
export const refreshAccess = async (sdk: Sdk, access: StoredAccess, fetchFn: McpFetch): Promise<StoredAccess> => {
  const { server, client: clientInformation, refreshToken } = access;
  if (refreshToken === null) throw new sdk.UnauthorizedError();
  const tokens = await sdk.refreshAuthorization(server.url, {
    metadata: toMetadata(sdk, server.metadata),
    clientInformation: toInformation(clientInformation),
    refreshToken,
    resource: new URL(server.resource),
    fetchFn,
  });
  return toAccess(tokens, access);
};

const REFUSED_CLIENT = ['invalid_client', 'unauthorized_client'];

/** An authorization server that forgot this installation: the next sign-in registers anew. */
export const forgetRefusedClient = async (
  error: { readonly code: string },
  { client_id: id }: RegisteredClient,
  serverId: string,
  secrets: ToolSecrets,
): Promise<void> => {
  if (!REFUSED_CLIENT.includes(error.code)) return;
  const known = parseStored(storedRegistration, await secrets.findRegistration(serverId));
  if (known?.client.client_id === id) await secrets.saveRegistration(serverId, '{}');
};

/** Without keys whose value is undefined. */
export const toInformation = ({ client_id, client_secret }: RegisteredClient) => ({
  client_id,
  ...(client_secret === undefined ? {} : { client_secret }),
});
