import { HelperCompletion } from '../../../../src/domain/chat/models/helper-completion.ts';
import { DEMO_PROVIDER } from '../../../../src/domain/chat/models/ports.ts';
import { FixedClock } from '../../../fakes/kernel.ts';
import { FixedModelPolicy, RecordingLedger } from '../../../fakes/reply-ports.ts';
import { type ScriptItem, ScriptedModels } from '../../../fakes/scripted-models.ts';
import { ann } from '../harness.ts';

const { signal } = new AbortController();
const REQUEST = {
  purpose: 'rewording',
  messages: [{ role: 'user', content: 'Which?' }],
  maxTokens: 300,
  timeoutMs: 4000,
} as const;

const setup = (...script: readonly ScriptItem[]) => {
  const models = new ScriptedModels(...script);
  const ledger = new RecordingLedger();
  const clock = new FixedClock();
  const helper = new HelperCompletion({ models, ledger, clock, policy: new FixedModelPolicy() });
  return { models, ledger, clock, helper };
};

class DemoModels extends ScriptedModels {
  override routeOf(model: string) {
    return { provider: DEMO_PROVIDER, model, contextTokens: undefined };
  }
}

test('a helper call goes to the requester’s model, short, a ledger line with its own purpose', async () => {
  const { helper, models, ledger } = setup('{"question":', '"x"}', { type: 'usage', inputTokens: 9, outputTokens: 4 });
  expect(await helper.complete(ann, REQUEST, signal)).toBe('{"question":"x"}');
  expect(models.requests).toEqual([expect.objectContaining({ model: 'model-1', maxTokens: 300, temperature: 0 })]);
  expect(ledger.calls).toEqual([
    expect.objectContaining({
      owner: 'user:ann',
      purpose: 'rewording',
      inputTokens: 9,
      outputTokens: 4,
      status: 'complete',
    }),
  ]);
});

test('a model that is named is asked instead, as the one that wrote an answer', async () => {
  const { helper, models, ledger } = setup('{}');
  await helper.complete(ann, { ...REQUEST, purpose: 'citation-check', model: 'model-7' }, signal);
  expect(models.requests.map(({ model }) => model)).toEqual(['model-7']);
  expect(ledger.calls).toMatchObject([{ purpose: 'citation-check', model: 'model-7' }]);
});

test('the demo model, and a model that nobody offers, are not asked', async () => {
  const deps = { ledger: new RecordingLedger(), clock: new FixedClock(), policy: new FixedModelPolicy() };
  const models = new DemoModels('Hello');
  expect(await new HelperCompletion({ ...deps, models }).complete(ann, REQUEST, signal)).toBeUndefined();
  const { helper, models: others } = setup('Hello');
  others.unknown.add('model-1');
  expect(await helper.complete(ann, REQUEST, signal)).toBeUndefined();
  expect([models.requests, others.requests, deps.ledger.calls]).toEqual([[], [], []]);
});

test('nothing waits longer than its time: the call is cancelled, counted, and without an answer', async () => {
  const { helper, models, ledger, clock } = setup('{"ques', new Promise<void>(() => undefined));
  const answer = helper.complete(ann, REQUEST, signal);
  while (clock.sleeping === 0) await new Promise((resolve) => setImmediate(resolve));
  await clock.advance(3999);
  expect(models.abandoned).toBe(0);
  await clock.advance(1);
  expect(await answer).toBeUndefined();
  expect(models.abandoned).toBe(1);
  expect(ledger.calls).toEqual([expect.objectContaining({ purpose: 'rewording', status: 'stopped' })]);
});

test('a stopped reply ends it at once, and a failing model fails it', async () => {
  const { helper, models } = setup(new Promise<void>(() => undefined));
  const stop = new AbortController();
  const answer = helper.complete(ann, REQUEST, stop.signal);
  stop.abort(new Error('stopped'));
  await expect(answer).rejects.toThrow('stopped');
  models.next(new Error('overloaded'));
  await expect(helper.complete(ann, REQUEST, signal)).rejects.toThrow('overloaded');
});

test('an answer without an end is cut off', async () => {
  const endless = Array.from({ length: 100 }, () => 'x'.repeat(1000));
  const { helper, models } = setup(...endless);
  expect((await helper.complete(ann, REQUEST, signal))?.length).toBeLessThanOrEqual(9000);
  expect(models.abandoned).toBe(1);
});
