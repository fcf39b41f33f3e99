import { jest } from '@jest/globals';

import { AnalyticsMiddleware } from '../../../src/adapters/http/analytics-middleware.ts';
import { PlainSecrets } from '../../fakes/kernel.ts';
import { Caller, eventually, newId, newPerson, newVisitor, PASSWORD } from '../../product/client.ts';
import { setPlan } from '../../product/premium.ts';
import { type Product, startProduct } from '../../support/parley.ts';
import { startWebService, type WebService } from '../../vendors/web-service.ts';

jest.setTimeout(60_000);

interface Told {
  readonly event: string;
  readonly distinct_id: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

describe('what is counted', () => {
  let service: WebService;
  let product: Product;
  let told: Told[];

  const factsOf = ({ event, properties }: Told) => [
    event,
    Object.fromEntries(Object.entries(properties).filter(([name]) => !name.startsWith('$'))),
  ];

  // One running of the product for all: it tells everything when it ends.
  beforeAll(async () => {
    service = await startWebService(() => ({ json: {} }));
    product = await startProduct('sqlite::memory:', { POSTHOG_KEY: 'phc_1', POSTHOG_HOST: service.url });
    const { url } = product;
    const ann = await newPerson(url, 'ann@example.org');
    await (await ann.ask('A secret question', { chatId: newId(), messageId: 'm1', fileIds: [] })).whole();
    await new Caller(url).post('/api/auth/login', { email: 'ann@example.org', password: PASSWORD });
    await new Caller(url).post('/api/auth/login', { email: 'ann@example.org', password: 'a secret guess' });
    await ann.post('/api/agent/stream', { message: 'A secret question', agentType: 'a secret type' });
    await (await newVisitor(url).watch('POST', '/api/ai/trial', { message: 'A secret question' })).whole();
    for (const headers of [{ DNT: '1' }, { 'Sec-GPC': '1' }]) {
      await (
        await ann.with(headers).ask('Not counted', { chatId: newId(), messageId: 'm1', max_completion_tokens: 7 })
      ).whole();
      await new Caller(url, headers).post('/api/auth/login', { email: 'ann@example.org', password: PASSWORD });
    }
    product.modelServer.enqueue(async (wire) => {
      await wire.sendEvent({ choices: [{ index: 0, delta: { content: 'A secret' } }] });
      await wire.sendBytes('data: {"error":{"message":"quota","code":"insufficient_quota"}}\n\n');
      wire.end();
    });
    await (await ann.ask('Another secret question', { chatId: newId(), messageId: 'm1' })).whole();
    await setPlan(product, 'ann@example.org', 'premium');
    const program = ann.with({ Accept: 'application/json, text/event-stream' });
    const message = { jsonrpc: '2.0', id: 1 };
    await program.post('/mcp', { ...message, method: 'tools/list' });
    const params = { name: 'ask_model', arguments: { question: 'A secret question' } };
    await program.post('/mcp', { ...message, method: 'tools/call', params });
    await product.stop();
    told = service.calls.flatMap(({ body }) => (JSON.parse(body) as { batch: Told[] }).batch);
  });
  afterAll(() => service.close());

  test('are the five kinds of event with modes, tiers, methods, counts and codes', () => {
    expect(told.map(factsOf)).toEqual([
      ['sign_in', { method: 'email', tier: 'free' }],
      ['chat_message', { mode: 'standard', tier: 'free', files: 0 }],
      ['sign_in', { method: 'email', tier: 'free' }],
      ['error', { code: 'UNAUTHORIZED' }],
      ['error', { code: 'SUBSCRIPTION_REQUIRED' }],
      ['freemium_trial', { mode: 'standard', turns: 0 }],
      ['error', { code: expect.stringMatching(/^[A-Z_]+$/) }],
      ['chat_message', { mode: 'standard', tier: 'free', files: 0 }],
      ['chat_message', { mode: 'mcp', tier: 'premium', files: 0 }],
    ]);
  });

  test('is told with a fingerprint for a person, the same each time and another for each', () => {
    const [registered, asked, login, refused, , trial] = told.map(({ distinct_id: person }) => person);
    expect(registered).toMatch(/^[0-9a-f]{32}$/);
    expect([asked, login]).toEqual([registered, registered]);
    expect(refused).toBe('nobody');
    expect(trial).toMatch(/^[0-9a-f]{32}$/);
    expect(trial).not.toBe(registered);
  });

  test('holds no text, no address and no name', () => {
    expect(service.calls.map(({ body }) => body).join()).not.toMatch(/secret|example\.org|127\.0\.0\.1|Not counted/i);
  });
});

describe('a service that is away', () => {
  test('delays no answer', async () => {
    const service = await startWebService(() => undefined);
    const product = await startProduct('sqlite::memory:', { POSTHOG_KEY: 'phc_1', POSTHOG_HOST: service.url });
    const ann = await newPerson(product.url);
    expect((await (await ann.ask('Hello', { chatId: newId(), messageId: 'm1' })).whole()).text).toBe('You said: Hello');
    await product.stop();
    await eventually(() => service.calls.length > 0);
    await service.close();
  });
});

test('while nothing is counted, calls are served by the very same way as without a counter', () => {
  const mount = () => undefined;
  const counter = (listens: boolean) =>
    new AnalyticsMiddleware({ isEnabled: listens, track: () => undefined }, new PlainSecrets());
  expect(counter(false).wrap(mount)).toBe(mount);
  expect(counter(true).wrap(mount)).not.toBe(mount);
});
