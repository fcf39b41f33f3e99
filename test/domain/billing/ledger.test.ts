import { LedgerWriter } from '../../../src/domain/billing/ledger-writer.ts';
import type { ProviderCall } from '../../../src/domain/chat/models/ports.ts';
import { InMemoryLedgerStore } from '../../fakes/billing.ts';
import { CountingIds, FixedClock } from '../../fakes/kernel.ts';
import { ScriptedModels } from '../../fakes/scripted-models.ts';
import { NOON } from '../../support/builders.ts';

const call = (more: Partial<ProviderCall> = {}): ProviderCall => ({
  owner: 'user:ann',
  purpose: 'reply',
  model: 'cheap',
  inputTokens: 1000,
  outputTokens: 200,
  estimated: false,
  status: 'complete',
  ...more,
});

const setup = () => {
  const store = new InMemoryLedgerStore();
  const models = new ScriptedModels();
  models.unknown.add('nobody’s');
  const prices = {
    cheap: { input: 0.05, output: 0.08 },
    dear: { input: 15, output: 75 },
    free: { input: 0, output: 0 },
  };
  const ledger = new LedgerWriter({ store, models, prices, ids: new CountingIds('line'), clock: new FixedClock() });
  return { ledger, models, lines: () => store.listByOwner('user:ann', 0) };
};

test('a line says who served the call, when, and what it cost in millionths of a dollar', async () => {
  const { ledger, lines } = setup();
  await ledger.record([call()]);
  expect(await lines()).toEqual([
    { ...call(), id: 'line-1', provider: 'scripted', costMicroUsd: 66, fileTokens: 0, messages: 1, at: NOON },
  ]);
});

test.each([
  ['dear', 30_000],
  ['free', 0],
  ['unpriced', null],
  ['constructor', null],
] as const)('1000 tokens in and 200 out of %s cost %s', async (model, cost) => {
  const { ledger, lines } = setup();
  await ledger.record([call({ model })]);
  expect((await lines()).map(({ costMicroUsd }) => costMicroUsd)).toEqual([cost]);
});

test.each([2 ** 53, 1e300, 0.5, -1, Number.NaN])('%s tokens are no count, and are not added up', async (tokens) => {
  const { ledger, lines } = setup();
  await ledger.record([call({ inputTokens: tokens, outputTokens: tokens, fileTokens: tokens })]);
  expect(await lines()).toMatchObject([{ inputTokens: 0, outputTokens: 0, fileTokens: 0, costMicroUsd: 0 }]);
});

test('a reply has the same lines however often it is told, the last time counts', async () => {
  const { ledger, lines } = setup();
  const guess = call({ replyId: 'r1', outputTokens: 1, status: 'interrupted' });
  await ledger.record([guess]);
  await ledger.record([call({ replyId: 'r2' })]);
  for (let times = 0; times < 2; times += 1)
    await ledger.amend('r1', [call({ replyId: 'r1' }), call({ replyId: 'r1', model: 'dear' })]);
  expect((await lines()).map(({ id, model, messages, status }) => [id, model, messages, status])).toEqual([
    ['r1', 'cheap', 1, 'complete'],
    ['r1.1', 'dear', 0, 'complete'],
    ['r2', 'cheap', 1, 'complete'],
  ]);
  await ledger.amend('r2', []);
  expect((await lines()).map(({ id }) => id)).toEqual(['r1', 'r1.1']);
});

test('a refunded reply is no message, and its tokens are kept', async () => {
  const { ledger, lines } = setup();
  await ledger.record([call({ replyId: 'r1', isRefunded: true }), call({ replyId: 'r1', isRefunded: true })]);
  expect(await lines()).toMatchObject([
    { messages: 0, outputTokens: 200 },
    { messages: 0, outputTokens: 200 },
  ]);
});

test('an unknown provider is told as unknown', async () => {
  const { ledger, lines } = setup();
  await ledger.record([call({ model: 'nobody’s' })]);
  expect((await lines()).map(({ provider }) => provider)).toEqual([null]);
});

test('a call by an alias is booked as the model that answered, at its price', async () => {
  const { ledger, lines, models } = setup();
  models.aliases.set('ollama/default', 'dear');
  await ledger.record([call({ model: 'ollama/default' })]);
  expect((await lines()).map(({ model, costMicroUsd }) => [model, costMicroUsd])).toEqual([['dear', 30_000]]);
});
