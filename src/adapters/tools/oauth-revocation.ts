import { z } from 'zod';

import type { McpFetch } from './guarded-mcp-fetch.ts';
import { parseStored, type RegisteredClient, storedAccess, type StoredAccess } from './oauth-access.ts';

const methods = z.array(z.string()).optional();
const described = z.object({
  revocation_endpoint: z.string(),
  revocation_endpoint_auth_methods_supported: methods,
  token_endpoint_auth_methods_supported: methods,
});

interface Credentials {
  readonly form: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
}

/** As the server says that clients prove themselves; by default with HTTP Basic (RFC 8414). */
const credentialsOf = ({ client_id, client_secret }: RegisteredClient, known: readonly string[]): Credentials => {
  if (client_secret === undefined) return { form: { client_id }, headers: {} };
  if (known.includes('client_secret_post') && !known.includes('client_secret_basic'))
    return { form: { client_id, client_secret }, headers: {} };
  const pair = [client_id, client_secret].map(encodeURIComponent).join(':');
  return { form: {}, headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } };
};

/** The refresh token first: it ends what was made of it. */
const tokensOf = ({ accessToken, refreshToken }: StoredAccess) => [
  ...(refreshToken === null ? [] : [{ token: refreshToken, token_type_hint: 'refresh_token' }]),
  { token: accessToken, token_type_hint: 'access_token' },
];

/** Revokes the tokens of an access (RFC 7009) where its authorization server has an endpoint for it. */
export const revokeTokens = async (text: string, fetchFn: McpFetch): Promise<void> => {
  const access = parseStored(storedAccess, text);
  const server = described.safeParse(access?.server.metadata).data;
  if (!access || !server) return;
  const { revocation_endpoint: endpoint, token_endpoint_auth_methods_supported: usual = [] } = server;
  const { form, headers } = credentialsOf(access.client, server.revocation_endpoint_auth_methods_supported ?? usual);
  for (const token of tokensOf(access)) {
    const body = new URLSearchParams({ ...token, ...form });
    const sent = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json', ...headers };
    const response = await fetchFn(endpoint, { method: 'POST', redirect: 'manual', headers: sent, body });
    await response.body?.cancel();
  }
};
