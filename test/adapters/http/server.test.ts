import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

import Koa from 'koa';

import { securityTxt } from '../../../src/adapters/http/pages/security-txt.ts';
import { openSearch } from '../../../src/adapters/http/pages/opensearch.ts';
import { serveManifest, serveWebApp } from '../../../src/adapters/http/pages/web-app.ts';
import { Metrics, serveMetrics } from '../../../src/adapters/system/metrics.ts';
import { parseConfig } from '../../../src/config.ts';
import { ROUTES } from '../../../src/contract/all-routes.ts';
import { Caller, eventually, newVisitor } from '../../product/client.ts';
import { FixedClock } from '../../fakes/kernel.ts';
import { type Product, startProduct } from '../../support/parley.ts';

const portOf = (server: Server): number => {
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
};

const listening = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return portOf(server);
};

const freePort = async (): Promise<number> => {
  const probe = createServer();
  const port = await listening(probe);
  await new Promise((resolve) => probe.close(resolve));
  return port;
};

/** Sends bytes as they are, which fetch would tidy up, and answers the first line and the rest. */
const raw = (port: number, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => (answer += chunk.toString('utf8')));
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });

const patternOf = (path: string) => path.replaceAll(/:\w+/g, '[^/]+').replaceAll(/\*\w+/g, '.+');

describe('the public port', () => {
  let product: Product;
  let nobody: Caller;

  beforeAll(async () => {
    product = await startProduct('sqlite::memory:', { METRICS_PORT: String(await freePort()) });
    nobody = new Caller(product.url);
  }, 60_000);
  afterAll(() => product.stop());

  test('says that it is alive and ready, and not ready when the database does not answer as it should', async () => {
    expect([(await nobody.get('/healthz')).status, (await nobody.get('/readyz')).json]).toEqual([200, { ready: true }]);
    await product.database.connection('schema_migrations').insert({ name: '9999-unknown' });
    const answer = await nobody.get('/readyz');
    expect([answer.status, answer.json]).toEqual([503, { ready: false }]);
    await product.database.connection('schema_migrations').where({ name: '9999-unknown' }).delete();
    expect((await nobody.get('/readyz')).status).toBe(200);
  });

  test('never shows the metrics; they have a port of their own, and count without naming anybody', async () => {
    for (const path of ['/metrics', '/api/metrics', '/metrics/', '/api/../metrics'])
      expect((await nobody.get(path)).status).toBe(404);
    const visitor = newVisitor(product.url, 'a-session-of-somebody');
    await visitor.post('/api/ai/trial', { message: 'a very private question' });
    await nobody.post('/v1/chat/completions', { messages: [{ role: 'user', content: 'a very private question' }] });
    const { status, text } = await new Caller(product.running.metricsUrl ?? '').get('');
    expect(status).toBe(200);
    for (const name of [
      'parley_http_seconds',
      'parley_replies_total',
      'parley_reply_seconds',
      'parley_replies_live',
      'process_cpu',
      'nodejs_eventloop_utilization',
    ])
      expect(text).toContain(name);
    expect(text).not.toContain('nodejs_eventloop_lag_p99'); // its timer would keep an idle server awake
    for (const route of ['/api/ai/trial', '/v1/chat/completions']) expect(text).toContain(`route="${route}"`);
    expect(text).not.toMatch(/a-session-of-somebody|private question|127\.0\.0\.1/);
  });

  test('shows the metrics to this machine alone, and elsewhere only to who knows the token', async () => {
    const config = (env: Record<string, string>) => {
      const read = parseConfig({ HOST: '0.0.0.0', APP_SECRET: 'a-secret-of-these-tests-and-of-nothing-else', ...env });
      return 'config' in read ? [read.config.METRICS_HOST] : read.faults;
    };
    const token = 'a-token-of-these-tests';
    expect([
      config({}),
      config({ METRICS_TOKEN: token }),
      config({ METRICS_HOST: '10.0.0.1' }),
      config({ METRICS_TOKEN: 'short' }),
    ]).toEqual([['127.0.0.1'], ['0.0.0.0'], ['10.0.0.1'], [expect.stringMatching(/^METRICS_TOKEN: /)]]);
    const server = await serveMetrics(product.running.container.get(Metrics), { host: '127.0.0.1', port: 0, token });
    const url = `http://127.0.0.1:${portOf(server)}/metrics`;
    const asked = async (Authorization?: string) =>
      (await fetch(url, { headers: { Connection: 'close', ...(Authorization && { Authorization }) } })).status;
    expect([await asked(), await asked('Bearer wrong'), await asked(token), await asked(`Bearer ${token}`)]).toEqual([
      401, 401, 401, 200,
    ]);
    server.close();
  });

  test('tells the skins to anybody, and nothing again to whom has them', async () => {
    const { status, json, headers } = await nobody.get('/api/theme');
    expect(status).toBe(200);
    expect(json.skins.default).toMatchObject({ branding: { logo_text: 'Parley' }, background: { effect: 'aurora' } });
    expect(headers.get('cache-control')).toMatch(/^public, max-age=\d+/);
    const again = await raw(
      Number(new URL(product.url).port),
      `GET /api/theme HTTP/1.1\r\nHost: x\r\nConnection: close\r\nIf-None-Match: ${headers.get('etag')}\r\n\r\n`,
    );
    expect(again).toMatch(/^HTTP\/1.1 304 /);
    expect(again).not.toContain('skins');
  });

  test('tells whom to report a weakness to, where the operator says so', async () => {
    expect((await nobody.get('/.well-known/security.txt')).status).toBe(404);
    const contact = { contacts: ['mailto:a@example.org', 'https://example.org/report'], languages: 'en, de' };
    const serve = async (origin: string, policy?: string) => {
      const app = new Koa().use(securityTxt({ ...contact, policy }, () => origin, new FixedClock()));
      const callback = app.callback();
      const server = createServer((request, response) => void callback(request, response));
      const answer = await new Caller(`http://127.0.0.1:${await listening(server)}`).get('/.well-known/security.txt');
      server.close();
      return answer;
    };
    const { status, headers, text } = await serve('https://chat.example', 'https://example.org/policy');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text.split('\n')).toEqual([
      'Contact: mailto:a@example.org',
      'Contact: https://example.org/report',
      'Expires: 2026-07-14T00:00:00Z',
      'Preferred-Languages: en, de',
      'Canonical: https://chat.example/.well-known/security.txt',
      'Policy: https://example.org/policy',
      '',
    ]);
    expect((await serve('http://localhost:3000')).text).not.toMatch(/Canonical|Policy/);
  });

  test.each([
    [{ SECURITY_CONTACT: 'mailto:security@example.org, https://example.org/report' }, null],
    [{ SECURITY_CONTACT: 'security@example.org' }, 'SECURITY_CONTACT'],
    [{ SECURITY_CONTACT: 'http://example.org/report' }, 'SECURITY_CONTACT'],
    [{ SECURITY_CONTACT: 'mailto:a@example.org\nExpires: never' }, 'SECURITY_CONTACT'],
    [{ SECURITY_CONTACT: 'mailto:a@example.org,' }, 'SECURITY_CONTACT'],
    [{ SECURITY_LANGUAGES: 'english!' }, 'SECURITY_LANGUAGES'],
    [{ SECURITY_POLICY: 'javascript:alert(1)' }, 'SECURITY_POLICY'],
    [{ SECURITY_POLICY: 'https://example.org/\nContact: mailto:evil@example.org' }, 'SECURITY_POLICY'],
  ])('%j: the variables of security.txt are checked at the start', (env, fault) => {
    const read = parseConfig({ APP_SECRET: 'a-secret-of-these-tests-and-of-nothing-else', ...env });
    expect('faults' in read ? read.faults.map((line) => line.split(':')[0]) : null).toEqual(fault && [fault]);
  });

  test('lets workers and the manifest come from here alone', async () => {
    const policy = (await nobody.get('/healthz')).headers.get('content-security-policy');
    expect(policy).toContain("worker-src 'self'");
    expect(policy).toContain("manifest-src 'self'");
    expect(policy).not.toContain('unsafe');
  });

  test('the frame of artifacts has no origin, no network and no way to ask for a device', async () => {
    const { headers } = await nobody.get('/artifact-frame');
    const policy = headers.get('content-security-policy') ?? '';
    for (const part of [
      'sandbox allow-scripts;',
      "default-src 'none'",
      "connect-src 'none'",
      "frame-src 'none'",
      "worker-src 'none'",
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'self'",
      "require-trusted-types-for 'script'",
    ])
      expect(policy).toContain(part);
    expect(policy).not.toMatch(
      /allow-same-origin|allow-top|allow-popups|allow-forms|allow-modals|unsafe-eval|https?:|\*/,
    );
    expect(headers.get('permissions-policy')).toContain('camera=()');
  });

  test('made-up addresses add no series to the metrics', async () => {
    for (const path of [
      '/api/x1',
      '/api/x2',
      '/v1/x1',
      '/v1/chat/x2',
      '/x3.js',
      '/api/ai/replies/abc/stream',
      '/api/ai/x4',
    ])
      await nobody.get(path);
    expect((await new Caller(product.running.metricsUrl ?? '').get('')).text).not.toMatch(/x1|x2|x3|x4|abc/);
  });

  test('describes every call in OpenAPI, with its rights, parameters and body', async () => {
    const { status, headers, json } = await nobody.get('/api/docs/openapi.json');
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('application/json')]);
    expect(json.openapi).toBe('3.1.0');
    const described = Object.entries(json.paths as Record<string, object>).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method} ${path}`),
    );
    expect(described.toSorted()).toEqual(
      ROUTES.map(({ method, path }) => `${method} ${path.replace(/[:*](\w+)/g, '{$1}')}`).toSorted(),
    );
    expect(json.paths['/api/progress/chat/{id}'].get).toMatchObject({
      security: [{ bearer: [] }],
      parameters: [{ name: 'id', in: 'path', required: true }],
      responses: { 200: {}, default: {} },
    });
    expect(json.paths['/api/ai/trial'].post.requestBody.content['application/json'].schema.required).toEqual([
      'message',
    ]);
    const stream = json.paths['/api/ai/groq'].post.responses[200].content['text/event-stream'];
    expect(stream['x-events'].thinking.properties.thought.description).toBe('The next piece of it');
    const page = await nobody.get('/api/docs');
    expect(page.text).toContain('<dt><code>demoModel</code></dt><dd>The built-in demo model answers');
    expect(page.text).toContain('Event <code>citations</code>');
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.text).not.toContain('<script');
  });

  test.each(['/', '/api/docs', '/healthz', '/api/nothing', '/nothing', '/api/auth/me'])(
    'answers %s with the headers that protect pages',
    async (path) => {
      const { headers } = await nobody.get(path);
      const policy = Object.fromEntries(
        (headers.get('content-security-policy') ?? '').split(';').map((part) => {
          const [name = '', ...values] = part.trim().split(' ');
          return [name, values.join(' ')];
        }),
      );
      expect(policy).toMatchObject({
        'default-src': "'self'",
        'script-src': "'self'",
        'img-src': "'self' data: blob:",
        'connect-src': "'self'",
        'object-src': "'none'",
        'base-uri': "'none'",
        'frame-ancestors': "'none'",
      });
      expect(JSON.stringify(policy)).not.toMatch(/unsafe|\*|https?:/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('set-cookie')).toBeNull();
    },
  );

  test('lets no other site read its answers', async () => {
    const { headers } = await nobody.get('/api/freemium-config', { Origin: 'https://evil.example' });
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  test.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/api/ai/nothing',
    '/api/progress/chat/a/b',
    '/api/toString',
    '/api/__proto__/x',
    '//api/auth/me',
    '/API/auth/me',
  ])('answers the unknown call %s with 404 in JSON under /api/', async (path) => {
    const { status, text } = await nobody.get(path);
    expect(status).toBe(404);
    if (path.startsWith('/api')) expect(text).toBe('{"error":"Not found"}');
  });

  test.each(ROUTES.map(({ method, path }) => [path, method] as const))(
    'answers %s with a wrong method by 405 in JSON and the right ones',
    async (path, method) => {
      const matches = (route: string) => new RegExp(`^${patternOf(route)}$`).test(path);
      const allowed = new Set(ROUTES.filter((route) => matches(route.path)).map((route) => route.method.toUpperCase()));
      for (const wrong of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter((name) => !allowed.has(name))) {
        const { status, headers, json } = await nobody.send(wrong, path.replace(/[:*]\w+/g, 'x'));
        const error = path.startsWith('/v1/')
          ? expect.objectContaining({ message: 'Method not allowed' })
          : 'Method not allowed';
        expect([wrong, status, json]).toEqual([wrong, 405, { error }]);
        expect(headers.get('allow')?.split(', ')).toEqual(expect.arrayContaining([...allowed]));
        expect(headers.get('allow')).not.toContain(wrong);
      }
      expect(allowed).toContain(method.toUpperCase());
    },
  );

  test.each([
    'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n',
    'nonsense\r\n\r\n',
    'GET /a b HTTP/1.1\r\n\r\n',
    `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`,
  ])('closes a connection that speaks no HTTP and serves the others on', async (text) => {
    expect(await raw(Number(new URL(product.url).port), text)).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect((await nobody.get('/healthz')).status).toBe(200);
  });

  test('an unexpected failure tells an id and nothing else', async () => {
    await product.database.connection.schema.renameTable('settings', 'hidden');
    let { status, json } = await nobody.get('/api/freemium-config');
    await eventually(async () => {
      ({ status, json } = await nobody.get('/api/freemium-config'));
      return status !== 200; // an earlier test's settings may be cached for a second
    });
    await product.database.connection.schema.renameTable('hidden', 'settings');
    expect([status, json]).toEqual([
      500,
      { error: 'Internal error', code: 'INTERNAL_ERROR', id: expect.stringMatching(/^[\w-]{21}$/) },
    ]);
    expect((await nobody.get('/api/freemium-config')).status).toBe(200);
  });
});

describe('the built page', () => {
  const root = mkdtempSync(join(tmpdir(), 'parley-web-'));
  const script = 'console.log("page");'.repeat(100);
  let server: Server;
  let page: Caller;

  beforeAll(async () => {
    mkdirSync(join(root, 'web/assets'), { recursive: true });
    writeFileSync(join(root, 'secret.txt'), 'nobody may read this');
    writeFileSync(join(root, 'web/index.html'), '<!doctype html><title>Parley</title>');
    writeFileSync(
      join(root, 'web/manifest.webmanifest'),
      JSON.stringify({ name: 'Parley', short_name: 'Parley', display: 'standalone' }),
    );
    writeFileSync(join(root, 'web/assets/index-AbC123.js'), script);
    writeFileSync(join(root, 'web/assets/index-AbC123.js.br'), brotliCompressSync(script));
    const app = new Koa();
    app.silent = true;
    app.use(openSearch('Nørd "wind" & friends', () => 'https://chat.example'));
    app.use(serveManifest(join(root, 'web'), 'Nørd "wind"'));
    app.use(serveWebApp(join(root, 'web')));
    const handle = app.callback();
    server = createServer((request, response) => void handle(request, response));
    page = new Caller(`http://127.0.0.1:${await listening(server)}`);
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
    rmSync(root, { recursive: true, force: true });
  });

  test('is fetched anew each time, and its hashed files never', async () => {
    expect((await page.get('/')).headers.get('cache-control')).toBe('no-cache');
    const asset = await page.get('/assets/index-AbC123.js');
    expect([asset.text, asset.headers.get('cache-control')]).toEqual([script, 'public, max-age=31536000, immutable']);
    expect(asset.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  });

  test('comes packed to a browser that can unpack, and as it is to one that cannot', async () => {
    const packed = await page.get('/assets/index-AbC123.js', { 'Accept-Encoding': 'br, gzip' });
    expect([packed.headers.get('content-encoding'), packed.headers.get('vary'), packed.text]).toEqual([
      'br',
      'Accept-Encoding',
      script,
    ]);
    const plain = await page.get('/assets/index-AbC123.js', { 'Accept-Encoding': 'identity' });
    expect([plain.headers.get('content-encoding'), plain.text]).toEqual([null, script]);
  });

  test('installs under the name that the operator gave the place', async () => {
    const { status, headers, json } = await page.get('/manifest.webmanifest');
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'application/manifest+json; charset=utf-8',
      'no-cache',
    ]);
    expect(json).toEqual({ name: 'Nørd "wind"', short_name: 'Nørd "wind"', display: 'standalone' });
  });

  test('can be a search engine of the browser, at the address that people use', async () => {
    const { status, headers, text } = await page.get('/opensearch.xml');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/opensearchdescription+xml']);
    expect(text).toContain('<ShortName>Nørd &quot;wind&quot; &amp; fr</ShortName>');
    expect(text).toContain('template="https://chat.example/?q={searchTerms}"');
  });

  test('shows no file outside its folder', async () => {
    const paths = [
      '/../secret.txt',
      '/..%2fsecret.txt',
      '/%2e%2e/secret.txt',
      '/assets/../../secret.txt',
      '/assets/..%5c..%5csecret.txt',
      '//../secret.txt',
      '/....//secret.txt',
      '/assets/%2e%2e/%2e%2e/secret.txt',
      '/./../secret.txt',
      '/secret.txt%00.js',
      '\\..\\secret.txt',
      '/assets/index-AbC123.js/../../../secret.txt',
    ];
    for (const path of paths) {
      const answer = await raw(portOf(server), `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect([path, answer.startsWith('HTTP/1.1 200'), answer.includes('nobody may read')]).toEqual([
        path,
        false,
        false,
      ]);
    }
  });

  test('is not what an unknown file or another method gets', async () => {
    expect([
      (await page.get('/assets/old-hash.js')).status,
      (await page.get('/assets')).status,
      (await page.post('/index.html')).status,
    ]).toEqual([404, 404, 404]);
  });
});
