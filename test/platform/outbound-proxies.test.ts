import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { connectModels } from '../../src/adapters/llm/connect-models.ts';
import { PROVIDER_ADDRESSES } from '../../src/platform/provider-addresses.ts';
import { outboundProxies } from '../../src/platform/outbound-proxies.ts';
import { listen, TestClock } from '../adapters/llm/setup.ts';
import { Caller, PASSWORD } from '../product/client.ts';
import { runToEnd, startProcess, testEnv } from '../support/parley.ts';
import { type ForwardProxy, startForwardProxy } from '../vendors/forward-proxy.ts';
import { type OpenAiServer, startOpenAiServer } from '../vendors/openai-server.ts';

let vendor: OpenAiServer;
let proxy: ForwardProxy;

beforeEach(async () => {
  vendor = await startOpenAiServer();
  proxy = await startForwardProxy(vendor.url);
});
afterEach(async () => {
  await Promise.all([vendor.close(), proxy.close()]);
});

test('there are none without an address, and this machine is never called through one', () => {
  expect(outboundProxies({ NO_PROXY: 'a' })).toBeUndefined();
  expect(outboundProxies({ HTTPS_PROXY: 'http://p:1', NO_PROXY: 'ollama' })).toEqual({
    httpProxy: '',
    httpsProxy: 'http://p:1',
    noProxy: 'ollama,localhost,127.0.0.1,[::1]',
  });
  expect(outboundProxies({ HTTP_PROXY: 'http://p:1', NO_PROXY: ' * ' })?.noProxy).toBe('*');
});

const modelsVia = (baseUrl: string, options: Partial<Parameters<typeof connectModels>[1]> = {}) =>
  connectModels({ GROQ_API_KEY: 'gsk_1', GROQ_BASE_URL: baseUrl }, { clock: new TestClock(), ...options });

test('models of the environment are asked through the proxy, and those that NO_PROXY names directly', async () => {
  const proxies = outboundProxies({ HTTP_PROXY: proxy.url, NO_PROXY: 'other.example' });
  const models = modelsVia('http://vendor.example/v1', { proxies });
  expect((await listen(models.models)).text).not.toBe('');
  expect(proxy.asked).toEqual(['vendor.example:80']);
  const inside = modelsVia(vendor.url, { proxies });
  expect((await listen(inside.models)).text).not.toBe('');
  expect(proxy.asked).toHaveLength(1);
  await Promise.all([models.close(), inside.close()]);
});

test('models whose address an admin entered are asked directly, where it is checked', async () => {
  const proxies = outboundProxies({ HTTP_PROXY: proxy.url });
  const models = modelsVia('http://10.0.0.1/v1', { proxies, addresses: PROVIDER_ADDRESSES });
  await models.active[0]?.list().catch(() => undefined);
  expect(proxy.asked).toEqual([]);
  await models.close();
});

test('the server calls models and other vendors through the proxy, and a wrong address is named', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-proxy-'));
  const named = { ADMIN_EMAIL: 'ada@example.org', ADMIN_PASSWORD: PASSWORD };
  const env = {
    ...testEnv(`sqlite:${join(folder, 'parley.db')}`, folder, { url: 'http://models.example/v1' }),
    ...named,
    EMBEDDINGS_MODEL: 'some-model',
    EMBEDDINGS_DIMENSIONS: '3',
    EMBEDDINGS_BASE_URL: 'http://vectors.example/v1',
  };
  const wrong = await runToEnd({ ...env, HTTP_PROXY: 'proxy:3128' });
  expect([wrong.code, wrong.output]).toEqual([1, expect.stringContaining('HTTP_PROXY: must begin with http://')]);
  const running = await startProcess({ ...env, HTTP_PROXY: proxy.url });
  const caller = new Caller(running.url);
  const { token } = (await caller.post('/api/auth/login', { email: named.ADMIN_EMAIL, password: PASSWORD })).json;
  const admin = new Caller(running.url, { Authorization: `Bearer ${token}` });
  for (const need of ['models:groq', 'embeddings']) await admin.post(`/api/admin/health/${need}/test`);
  await running.kill();
  rmSync(folder, { recursive: true, force: true });
  expect([...new Set(proxy.asked)].toSorted()).toEqual(['models.example:80', 'vectors.example:80']);
});
