import { SwitchableModels } from '../../../src/adapters/llm/switchable-models.ts';
import { MODEL_SERVER_ADDRESSES } from '../../../src/platform/model-server-addresses.ts';
import { FixedClock } from '../../fakes/kernel.ts';

const modelsOf = (env: Record<string, string>) => new SwitchableModels(env, { clock: new FixedClock() });

const demoKinds = modelsOf({}).kinds;

test.each(demoKinds.map((kind) => [kind.id, kind] as const))(
  '%s can be connected with what its kind asks for',
  async (id, { needsAddress, label }) => {
    const models = modelsOf({});
    const baseUrl = needsAddress ? 'http://127.0.0.1:9/v1' : null;
    models.use({ provider: id, baseUrl, apiKey: 'sk-1', model: 'chosen' });
    expect([models.labels(), models.defaultModel, models.isDemo()]).toEqual([[label], 'chosen', false]);
    models.use(undefined);
    expect(models.isDemo()).toBe(true);
    await models.close();
  },
);

test('the demo gives way although it was asked for; a configured provider does not', async () => {
  const server = { provider: 'openai', baseUrl: null, apiKey: 'sk-1', model: 'm' };
  const asked = modelsOf({ LLM: 'demo' });
  asked.use(server);
  expect([asked.isDemo(), asked.variables]).toEqual([false, []]);
  const configured = modelsOf({ GROQ_API_KEY: 'gsk_1' });
  configured.use(server);
  expect([configured.labels(), configured.variables]).toEqual([['Groq'], ['GROQ_API_KEY']]);
  await Promise.all([asked.close(), configured.close()]);
});

test('what cannot be connected changes nothing', async () => {
  const models = modelsOf({});
  models.use({ provider: 'openai', baseUrl: null, apiKey: null, model: 'm' });
  models.use({ provider: 'unknown', baseUrl: null, apiKey: 'sk-1', model: 'm' });
  expect(models.isDemo()).toBe(true);
  await models.close();
});

test.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['10.1.2.3', true],
  ['192.168.1.20', true],
  ['100.64.0.5', true],
  ['fd12:3456::7', true],
  ['::ffff:10.1.2.3', true],
  ['8.8.8.8', true],
  ['169.254.169.254', false],
  ['::ffff:169.254.169.254', false],
  ['fe80::1%eth0', false],
  ['fd00:ec2::254', false],
  ['100.100.100.200', false],
  ['0.0.0.0', false],
  ['255.255.255.255', false],
  ['224.0.0.1', false],
  ['64:ff9b::a9fe:a9fe', false],
  ['2002:a9fe:a9fe::1', false],
  ['example.org', false],
])('a model server may be at %s: %s', (address, isPermitted) => {
  expect(MODEL_SERVER_ADDRESSES.permits(address, 11434)).toBe(isPermitted);
});
