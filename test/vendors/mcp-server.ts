import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Json = Record<string, unknown>;

export interface McpTool {
  readonly name: string;
  readonly description?: unknown;
  readonly inputSchema?: Json;
  readonly annotations?: Json;
  /** What a server may say besides, or wrongly. */
  readonly [key: string]: unknown;
}

/** One call of a tool, to be played by a test. */
export interface PlayedCall {
  /** Of its request. */
  readonly id: unknown;
  readonly name: string;
  readonly arguments: Json;
  readonly headers: IncomingMessage['headers'];
  /** Of the newest revision: what was filled in. */
  readonly inputResponses: Json | undefined;
  readonly response: ServerResponse;
  readonly notify: (method: string, params: Json) => void;
  readonly progress: (progress: number, total?: number, message?: string) => void;
  /** Asks for a form, by the older revision; its answer. */
  readonly ask: (params: Json) => Promise<Json>;
  readonly send: (text: string) => void;
}

type Play = (call: PlayedCall) => Promise<Json | undefined> | Json | undefined;
type Route = (request: IncomingMessage, response: ServerResponse, body: string) => void;

export interface McpServer {
  readonly url: string;
  readonly origin: string;
  tools: McpTool[];
  play: Play;
  /** Before anything else, by path. */
  readonly routes: Map<string, Route>;
  /** A status in place of an answer. */
  refuses: ((request: IncomingMessage) => { status: number; headers?: Record<string, string> } | undefined) | undefined;
  /** `server/discover`, `tools/list`, … in order. */
  readonly methods: string[];
  readonly headers: IncomingMessage['headers'][];
  /** Forgets every session. */
  forget(): void;
  close(): Promise<void>;
}

const read = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

const OLD = '2025-11-25';
const NEW = '2026-07-28';
const text = (value: string): Json => ({ content: [{ type: 'text', text: value }] });

/**
 * A server of tools by streamable HTTP, in plain Node: of the newest protocol revision or of the
 * one before, with sessions.
 * Well-behaved unless a test plays otherwise.
 */
export const startMcpServer = async (revision: typeof OLD | typeof NEW = OLD): Promise<McpServer> => {
  const sessions = new Set<string>();
  const answers = new Map<string, (result: Json) => void>();
  let counter = 0;

  const call = async (message: Json, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const params = message['params'] as Json;
    const meta = (params['_meta'] ?? {}) as Json;
    const send = (value: string) => {
      if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(value);
    };
    const emit = (value: Json) => send(`data: ${JSON.stringify({ jsonrpc: '2.0', ...value })}\n\n`);
    const notify = (method: string, more: Json) => emit({ method, params: more });
    const result = await server.play({
      id: message['id'],
      name: String(params['name']),
      arguments: (params['arguments'] ?? {}) as Json,
      headers: request.headers,
      inputResponses: params['inputResponses'] as Json | undefined,
      response,
      notify,
      send,
      progress: (progress, total, more) =>
        notify('notifications/progress', { progressToken: meta['progressToken'], progress, total, message: more }),
      ask: (form) => {
        const id = `form-${(counter += 1)}`;
        emit({ id, method: 'elicitation/create', params: form });
        return new Promise((resolve) => answers.set(id, resolve));
      },
    });
    if (result === undefined || response.destroyed) return;
    const body = { jsonrpc: '2.0', id: message['id'], result: complete(result) };
    if (response.headersSent) response.end(`data: ${JSON.stringify(body)}\n\n`);
    else reply(response, body);
  };

  const complete = (result: Json): Json => (revision === NEW ? { resultType: 'complete', ...result } : result);
  const reply = (response: ServerResponse, body: Json, headers: Record<string, string> = {}) =>
    void response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

  const results: Record<string, () => { result: Json; headers?: Record<string, string> }> = {
    'server/discover': () => ({
      result: {
        supportedVersions: [NEW],
        capabilities: { tools: {} },
        _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'fake', version: '1' } },
      },
    }),
    initialize: () => {
      const session = `session-${(counter += 1)}`;
      sessions.add(session);
      return {
        result: {
          protocolVersion: OLD,
          capabilities: { tools: { listChanged: true } },
          serverInfo: { name: 'fake', version: '1' },
        },
        headers: { 'mcp-session-id': session },
      };
    },
    'tools/list': () => ({
      result: {
        tools: server.tools.map((tool) => ({ inputSchema: { type: 'object' }, ...tool })),
        ttlMs: 0,
        cacheScope: 'private',
      },
    }),
    ping: () => ({ result: {} }),
  };

  const answer = async (message: Json, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method, id } = message;
    if (typeof method !== 'string')
      answers.get(String(id))?.((message['result'] ?? { error: message['error'] }) as Json);
    else {
      server.methods.push(method);
      server.headers.push(request.headers);
      if (id !== undefined) return respond(message, method, request, response);
    }
    response.writeHead(202).end();
  };

  const respond = async (message: Json, method: string, request: IncomingMessage, response: ServerResponse) => {
    const { id } = message;
    const session = request.headers['mcp-session-id'];
    if (typeof session === 'string' && !sessions.has(session)) return void response.writeHead(404).end();
    if (method === 'tools/call') return call(message, request, response);
    const known = revision === OLD && method === 'server/discover' ? undefined : results[method]?.();
    if (!known) return reply(response, { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } });
    return reply(response, { jsonrpc: '2.0', id, result: complete(known.result) }, known.headers);
  };

  const http = createServer((request, response) => {
    void (async () => {
      const body = await read(request);
      const route = server.routes.get((request.url ?? '').split('?')[0] ?? '');
      if (route) return route(request, response, body);
      const refusal = server.refuses?.(request);
      if (refusal) return void response.writeHead(refusal.status, refusal.headers).end();
      if (request.url !== '/mcp') return void response.writeHead(404).end();
      if (request.method === 'DELETE') return void response.writeHead(200).end();
      if (request.method !== 'POST') return void response.writeHead(405).end();
      return answer(JSON.parse(body) as Json, request, response);
    })();
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const server: McpServer = {
    origin,
    url: `${origin}/mcp`,
    tools: [{ name: 'echo', description: 'Says it again', annotations: { readOnlyHint: true } }],
    play: ({ arguments: values }) => text(JSON.stringify(values)),
    routes: new Map(),
    refuses: undefined,
    methods: [],
    headers: [],
    forget: () => sessions.clear(),
    close: () => {
      http.closeAllConnections();
      return new Promise((resolve) => http.close(() => resolve()));
    },
  };
  return server;
};

export interface AuthorizationServer {
  readonly issuer: string;
  /** Tokens that are good at the server of tools. */
  readonly valid: Set<string>;
  /** `iss` of the next answer; undefined: the true one. */
  claims: string | undefined;
  /** Bodies of token requests. */
  readonly tokenRequests: URLSearchParams[];
  readonly registrations: Json[];
  refusesRefresh: boolean;
  /** It has an endpoint that revokes tokens. */
  revokes: boolean;
  /** The forms that came to it. */
  readonly revocations: URLSearchParams[];
  /** Walks through the page: the query of the return. */
  agree(url: string): URLSearchParams;
}

/** Gives `server` an authorization server at the same origin, with registration, PKCE and rotating refresh tokens. */
export const protect = (server: McpServer): AuthorizationServer => {
  const issuer = server.origin;
  let counter = 0;
  const codes = new Map<string, { challenge: string; resource: string | null }>();
  const json = (response: ServerResponse, value: unknown, status = 200) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  const state: AuthorizationServer = {
    issuer,
    valid: new Set(),
    claims: undefined,
    tokenRequests: [],
    registrations: [],
    refusesRefresh: false,
    revokes: true,
    revocations: [],
    agree(url) {
      const query = new URL(url).searchParams;
      const code = `code-${(counter += 1)}`;
      codes.set(code, { challenge: query.get('code_challenge') ?? '', resource: query.get('resource') });
      return new URLSearchParams({ code, state: query.get('state') ?? '', iss: state.claims ?? issuer });
    },
  };
  const issue = () => {
    const access = `access-${(counter += 1)}`;
    state.valid.add(access);
    return { access_token: access, token_type: 'Bearer', refresh_token: `refresh-${counter}`, expires_in: 60 };
  };
  server.routes.set('/.well-known/oauth-protected-resource/mcp', (_, response) =>
    json(response, { resource: server.url, authorization_servers: [issuer], scopes_supported: ['tools'] }),
  );
  server.routes.set('/.well-known/oauth-authorization-server', (_, response) =>
    json(response, {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      ...(state.revokes && { revocation_endpoint: `${issuer}/revoke` }),
      registration_endpoint: `${issuer}/register`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
    }),
  );
  server.routes.set('/register', (_, response, body) => {
    state.registrations.push(JSON.parse(body) as Json);
    json(response, { ...(JSON.parse(body) as Json), client_id: `client-${state.registrations.length}` }, 201);
  });
  server.routes.set('/token', (_, response, body) => {
    const form = new URLSearchParams(body);
    state.tokenRequests.push(form);
    const isRefresh = form.get('grant_type') === 'refresh_token';
    const code = form.get('code') ?? '';
    if (isRefresh ? state.refusesRefresh : !codes.delete(code)) return json(response, { error: 'invalid_grant' }, 400);
    return json(response, issue());
  });
  server.routes.set('/revoke', (_, response, body) => {
    const form = new URLSearchParams(body);
    state.revocations.push(form);
    state.valid.delete(form.get('token') ?? '');
    response.writeHead(200).end();
  });
  server.refuses = ({ headers, url }) => {
    const token = (headers.authorization ?? '').replace(/^Bearer /, '');
    if (url !== '/mcp' || state.valid.has(token)) return undefined;
    const named = `${issuer}/.well-known/oauth-protected-resource/mcp`;
    return { status: 401, headers: { 'www-authenticate': `Bearer resource_metadata="${named}"` } };
  };
  return state;
};
