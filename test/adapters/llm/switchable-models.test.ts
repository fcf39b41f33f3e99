import { SwitchableModels } from '../../../src/adapters/llm/switchable-models.ts';
import { PROVIDER_ADDRESSES } from '../../../src/platform/provider-addresses.ts';
import type { ConnectedProvider } from '../../../src/domain/admin/providers/ports.ts';
import { aProvider } from '../../contracts/connected-providers.ts';
import { FixedClock } from '../../fakes/kernel.ts';

const modelsOf = (env: Record<string, string>) => new SwitchableModels(env, { clock: new FixedClock() });

const demoKinds = modelsOf({}).kinds;
const entered = (changes: Partial<ConnectedProvider>) =>
  aProvider({
    id: changes.kind ?? 'openai',
    kind: 'openai',
    name: '',
    baseUrl: null,
    apiKey: 'sk-1',
    model: 'm',
    ...changes,
  });

test.each(demoKinds.map((kind) => [kind.id, kind] as const))(
  '%s can be connected with what its kind asks for',
  async (kind, { needsAddress, label }) => {
    const models = modelsOf({});
    const baseUrl = needsAddress ? 'http://127.0.0.1:9/v1' : null;
    models.use([entered({ kind, baseUrl, model: 'chosen' })]);
    expect([models.labels(), models.defaultModel, models.isDemo()]).toEqual([[label], 'chosen', false]);
    models.use([]);
    expect(models.isDemo()).toBe(true);
    await models.close();
  },
);

test('the demo gives way although it was asked for', async () => {
  const asked = modelsOf({ LLM: 'demo' });
  asked.use([entered({})]);
  expect([asked.isDemo(), asked.configured, asked.fixedBy]).toEqual([false, [], undefined]);
  await asked.close();
});

test('what was entered serves beside the providers of the environment, which win over the same id', async () => {
  const models = modelsOf({ GROQ_API_KEY: 'gsk_1' });
  models.use([
    entered({ kind: 'groq', name: 'Mine' }),
    entered({ id: 'tide', kind: 'ollama', baseUrl: 'http://127.0.0.1:9', name: 'Tide' }),
  ]);
  expect(models.labels()).toEqual(['Groq', 'Tide']);
  expect(models.configured).toEqual([{ id: 'groq', label: 'Groq', variable: 'GROQ_API_KEY' }]);
  expect(models.models.routeOf('tide/default')).toMatchObject({ provider: 'tide', model: 'm' });
  await models.close();
});

test('where LLM names providers, nothing is added', async () => {
  const models = modelsOf({ GROQ_API_KEY: 'gsk_1', LLM: 'groq' });
  models.use([entered({})]);
  expect([models.labels(), models.fixedBy]).toEqual([['Groq'], 'LLM']);
  await models.close();
});

test('what cannot be connected changes nothing', async () => {
  const models = modelsOf({});
  models.use([entered({ apiKey: null })]);
  models.use([entered({ kind: 'unknown' })]);
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
  expect(PROVIDER_ADDRESSES.permits(address, 11434)).toBe(isPermitted);
});
