import { ModelError } from '../../../../src/domain/chat/errors.ts';
import { InternalCompletion } from '../../../../src/domain/chat/models/internal-completion.ts';
import { GenerateTitle } from '../../../../src/domain/chat/replies/generate-title.ts';
import { FixedModelPolicy, UnlimitedFollowUps, RecordingLedger } from '../../../fakes/reply-ports.ts';
import { PlainSecrets } from '../../../fakes/kernel.ts';
import { type ScriptItem, ScriptedModels } from '../../../fakes/scripted-models.ts';
import { aHarness, ann, gate, sharedState, until } from '../harness.ts';

const usageEvent = (inputTokens: number, outputTokens: number) =>
  ({ type: 'usage', inputTokens, outputTokens }) as const;
const harnessAfterReply = async (models: ScriptedModels, on = sharedState()) => {
  const harness = aHarness(models, on);
  const id = await harness.ask('How?');
  await harness.watch(id);
  await until(() => harness.activeReplies.size === 0);
  return harness;
};

describe('a reply in the ledger', () => {
  test('is one line with the provider’s own count', async () => {
    const { ledger } = await harnessAfterReply(new ScriptedModels('Hel', 'lo', usageEvent(7, 2)));
    expect(ledger.calls).toEqual([
      {
        isRefunded: false,
        owner: 'user:ann',
        purpose: 'reply',
        model: 'model-1',
        inputTokens: 7,
        outputTokens: 2,
        estimated: false,
        status: 'complete',
      },
    ]);
  });

  test('is estimated by four letters a token when the provider does not count', async () => {
    const { ledger, models } = await harnessAfterReply(new ScriptedModels('Hello ', 'you'));
    const letters = models.requests[0]?.messages.map(({ content }) => content).join('').length ?? 0;
    expect(ledger.calls).toMatchObject([
      { inputTokens: Math.ceil(letters / 4), outputTokens: 3, estimated: true, status: 'complete' },
    ]);
  });

  test('that failed before its first word is a line that counts nothing', async () => {
    const { ledger } = await harnessAfterReply(new ScriptedModels(new ModelError('AI_SERVICE_AUTH_ERROR', 'no')));
    expect(ledger.calls).toMatchObject([{ inputTokens: 0, outputTokens: 0, estimated: true, status: 'error' }]);
  });

  test.each<[what: string, isRefunded: boolean, script: readonly ScriptItem[]]>([
    ['whose provider failed before a word', true, [new ModelError('AI_SERVICE_AUTH_ERROR', 'no')]],
    ['whose server failed before a word', true, [new Error('a fault of ours')]],
    ['that says only that there is none', true, ['I cannot.', { type: 'end', reason: 'stop', isUnanswered: true }]],
    ['that broke off', false, ['Well, ', new ModelError('AI_SERVICE_TIMEOUT', 'late')]],
    ['that reached its length', false, ['Well, ', { type: 'end', reason: 'length' }]],
    ['that is complete', false, ['Well.']],
  ])('%s is refunded there as it is to the person: %s', async (_, isRefunded, script) => {
    const { ledger, allowance } = await harnessAfterReply(new ScriptedModels(...script));
    expect(ledger.calls.map((call) => call.isRefunded)).toEqual([isRefunded]);
    expect(allowance.used).toBe(isRefunded ? 0 : 1);
  });

  test('that its person stopped before a word is not refunded', async () => {
    const harness = aHarness(new ScriptedModels(gate().opened));
    const replyId = await harness.ask('How?');
    await until(() => harness.models.requests.length === 1);
    await harness.stop.execute({ replyId, owner: 'user:ann' });
    await until(() => harness.activeReplies.size === 0);
    expect([harness.ledger.calls.map(({ isRefunded }) => isRefunded), harness.allowance.used]).toEqual([[false], 1]);
  });

  test.each([
    [true, []],
    [false, ['Well, ']],
  ])('whose process died is refunded: %s, after the words %j', async (isRefunded, words) => {
    const on = sharedState();
    const dying = aHarness(new ScriptedModels(...words, gate().opened), on);
    const replyId = await dying.ask('How?');
    await until(() => (dying.activeReplies.find(replyId)?.length ?? 0) === 1 + words.length);
    await until(() => on.clock.sleeping > 0);
    await on.clock.advance(300);
    await until(async () => (await dying.replies.listEvents(replyId, 0)).length > 0);
    on.leases.untils.set('runner-1', on.clock.now());
    await aHarness(new ScriptedModels(), on, { name: 'runner-2' }).maintenance.recover();
    expect([on.ledger.calls.map((call) => call.isRefunded), on.allowance.used]).toEqual([
      [isRefunded],
      isRefunded ? 0 : 1,
    ]);
  });

  test('that broke off counts what it said', async () => {
    const { ledger } = await harnessAfterReply(
      new ScriptedModels('Well, ', new ModelError('AI_SERVICE_TIMEOUT', 'late')),
    );
    expect(ledger.calls).toMatchObject([{ outputTokens: 2, estimated: true, status: 'error' }]);
  });

  test('tried with a second model is two lines', async () => {
    const models = new ScriptedModels('Hi', usageEvent(5, 1));
    models.unknown.add('model-1');
    const { ledger } = await harnessAfterReply(models);
    expect(ledger.calls).toMatchObject([
      { model: 'model-1', status: 'error', inputTokens: 0 },
      { model: 'model-2', status: 'complete', inputTokens: 5 },
    ]);
  });

  test('that was stopped is a line', async () => {
    const { opened, open } = gate();
    const harness = aHarness(new ScriptedModels('Hel', opened, 'lo'));
    const replyId = await harness.ask('How?');
    await until(() => (harness.activeReplies.find(replyId)?.length ?? 0) > 1);
    await harness.stop.execute({ replyId, owner: 'user:ann' });
    open();
    await until(() => harness.activeReplies.size === 0);
    expect(harness.ledger.calls).toMatchObject([{ outputTokens: 1, estimated: true, status: 'stopped' }]);
  });

  test('told from the cache, or refused by a limit, is none', async () => {
    const on = sharedState(2);
    const harness = aHarness(new ScriptedModels('Hi'), on);
    for (const messageId of ['q1', 'q2'])
      await harness.watch(await harness.ask('How?', { target: { chatId: messageId.padStart(21, '0'), messageId } }));
    await until(() => harness.activeReplies.size === 0);
    await expect(
      harness.ask('Why?', { target: { chatId: 'q3'.padStart(21, '0'), messageId: 'q3' } }),
    ).rejects.toMatchObject({ code: 'USAGE_LIMIT_EXCEEDED' });
    expect([harness.models.requests.length, harness.ledger.calls.length]).toEqual([1, 1]);
  });

  test('whose process died is a line with what it had said', async () => {
    const on = sharedState();
    const dying = aHarness(new ScriptedModels('Hello', gate().opened), on);
    const replyId = await dying.ask('How?');
    await until(() => (dying.activeReplies.find(replyId)?.length ?? 0) > 1);
    await until(() => on.clock.sleeping > 0);
    await on.clock.advance(300);
    await until(async () => (await dying.replies.listEvents(replyId, 0)).length > 0);
    on.leases.untils.set('runner-1', on.clock.now());
    const other = aHarness(new ScriptedModels(), on, { name: 'runner-2' });
    await Promise.all([
      other.maintenance.recover(),
      aHarness(new ScriptedModels(), on, { name: 'runner-3' }).maintenance.recover(),
    ]);
    expect(on.ledger.calls).toMatchObject([
      { owner: 'user:ann', model: 'model-1', inputTokens: 0, outputTokens: 2, estimated: true, status: 'interrupted' },
    ]);
  });

  test('speaks of the model that answered in place of a used-up one, and so does the reply', async () => {
    const on = sharedState();
    on.allowance.substitutes.set('model-1', 'model-2');
    const harness = await harnessAfterReply(new ScriptedModels('Hi'), on);
    expect(harness.models.requests.map(({ model }) => model)).toEqual(['model-2']);
    expect(harness.ledger.calls).toMatchObject([{ model: 'model-2' }]);
    const { path } = await harness.open.execute('ann', '0000000000000000000c1');
    expect(path.map(({ model }) => model)).toEqual([null, 'model-2']);
  });
});

test('an answer from the cache stays that of the model that gave it, though the model is used up by now', async () => {
  const on = sharedState();
  const harness = aHarness(new ScriptedModels('Hi'), on);
  const askIn = async (messageId: string) => {
    const place = { chatId: messageId.padStart(21, '0'), messageId };
    await harness.watch(await harness.ask('How?', { target: place }));
    await until(() => harness.activeReplies.size === 0);
    return (await harness.open.execute('ann', place.chatId)).path.at(-1);
  };
  await askIn('q1');
  on.allowance.substitutes.set('model-1', 'model-2');
  expect(await askIn('q2')).toMatchObject({ content: 'Hi', cached: true, model: 'model-1' });
  expect(harness.models.requests).toHaveLength(1);
});

const asides = (models: ScriptedModels, ledger: RecordingLedger) =>
  new InternalCompletion({ models, policy: new FixedModelPolicy(), ledger, allowance: new UnlimitedFollowUps() });

describe('a title in the ledger', () => {
  const title = async (models: ScriptedModels, signal = new AbortController().signal) => {
    const ledger = new RecordingLedger();
    const outcome = new GenerateTitle(asides(models, ledger), new PlainSecrets()).execute(
      ann,
      { messages: [{ role: 'user', content: 'How?' }] },
      signal,
    );
    await outcome.catch(() => undefined);
    return ledger.calls;
  };

  test('is a line of its own kind', async () => {
    expect(await title(new ScriptedModels('Ways', usageEvent(90, 1)))).toEqual([
      {
        owner: 'user:ann',
        purpose: 'title',
        model: 'model-1',
        inputTokens: 90,
        outputTokens: 1,
        estimated: false,
        status: 'complete',
      },
    ]);
  });

  test('is there when it failed, when it was tried again and when nobody waited for it', async () => {
    expect(await title(new ScriptedModels(new ModelError('AI_SERVICE_AUTH_ERROR', 'no')))).toMatchObject([
      { status: 'error' },
    ]);
    const models = new ScriptedModels('Ways');
    models.unknown.add('model-1');
    expect(await title(models)).toMatchObject([
      { model: 'model-1', status: 'error' },
      { model: 'model-2', status: 'complete' },
    ]);
    const gone = new AbortController();
    gone.abort();
    expect(await title(new ScriptedModels('Ways'), gone.signal)).toMatchObject([{ status: 'stopped' }]);
  });
});
