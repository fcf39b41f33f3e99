import { ModelFault } from '../../../src/domain/chat/errors.ts';
import { AskAside } from '../../../src/domain/chat/ask-aside.ts';
import { GenerateTitle } from '../../../src/domain/chat/generate-title.ts';
import { FixedModelPolicy, OpenFollowUps, RecordingLedger } from '../../fakes/asking.ts';
import { PlainSecrets } from '../../fakes/kernel.ts';
import { ScriptedModels } from '../../fakes/scripted-models.ts';
import { aDesk, ann, gate, shared, until } from './desk.ts';

const told = (inputTokens: number, outputTokens: number) => ({ type: 'usage', inputTokens, outputTokens }) as const;
const asked = async (models: ScriptedModels, on = shared()) => {
  const desk = aDesk(models, on);
  const id = await desk.ask('How?');
  await desk.watch(id);
  await until(() => desk.lives.size === 0);
  return desk;
};

describe('a reply in the ledger', () => {
  test('is one line with the provider’s own count', async () => {
    const { ledger } = await asked(new ScriptedModels('Hel', 'lo', told(7, 2)));
    expect(ledger.calls).toEqual([
      {
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
    const { ledger, models } = await asked(new ScriptedModels('Hello ', 'you'));
    const letters = models.requests[0]?.messages.map(({ content }) => content).join('').length ?? 0;
    expect(ledger.calls).toMatchObject([
      { inputTokens: Math.ceil(letters / 4), outputTokens: 3, estimated: true, status: 'complete' },
    ]);
  });

  test('that failed before its first word is a line that counts nothing', async () => {
    const { ledger } = await asked(new ScriptedModels(new ModelFault('AI_SERVICE_AUTH_ERROR', 'no')));
    expect(ledger.calls).toMatchObject([{ inputTokens: 0, outputTokens: 0, estimated: true, status: 'error' }]);
  });

  test('that broke off counts what it said', async () => {
    const { ledger } = await asked(new ScriptedModels('Well, ', new ModelFault('AI_SERVICE_TIMEOUT', 'late')));
    expect(ledger.calls).toMatchObject([{ outputTokens: 2, estimated: true, status: 'error' }]);
  });

  test('tried with a second model is two lines', async () => {
    const models = new ScriptedModels('Hi', told(5, 1));
    models.unknown.add('model-1');
    const { ledger } = await asked(models);
    expect(ledger.calls).toMatchObject([
      { model: 'model-1', status: 'error', inputTokens: 0 },
      { model: 'model-2', status: 'complete', inputTokens: 5 },
    ]);
  });

  test('that was stopped is a line', async () => {
    const { opened, open } = gate();
    const desk = aDesk(new ScriptedModels('Hel', opened, 'lo'));
    const replyId = await desk.ask('How?');
    await until(() => (desk.lives.find(replyId)?.length ?? 0) > 1);
    await desk.stop.execute({ replyId, owner: 'user:ann' });
    open();
    await until(() => desk.lives.size === 0);
    expect(desk.ledger.calls).toMatchObject([{ outputTokens: 1, estimated: true, status: 'stopped' }]);
  });

  test('told from the cache, or refused by a limit, is none', async () => {
    const on = shared(2);
    const desk = aDesk(new ScriptedModels('Hi'), on);
    for (const messageId of ['q1', 'q2'])
      await desk.watch(await desk.ask('How?', { place: { chatId: messageId.padStart(21, '0'), messageId } }));
    await until(() => desk.lives.size === 0);
    await expect(
      desk.ask('Why?', { place: { chatId: 'q3'.padStart(21, '0'), messageId: 'q3' } }),
    ).rejects.toMatchObject({ code: 'USAGE_LIMIT_EXCEEDED' });
    expect([desk.models.requests.length, desk.ledger.calls.length]).toEqual([1, 1]);
  });

  test('whose process died is a line with what it had said', async () => {
    const on = shared();
    const dying = aDesk(new ScriptedModels('Hello', gate().opened), on);
    const replyId = await dying.ask('How?');
    await until(() => (dying.lives.find(replyId)?.length ?? 0) > 1);
    await until(() => on.clock.sleeping > 0);
    await on.clock.advance(300);
    await until(async () => (await dying.replies.eventsFrom(replyId, 0)).length > 0);
    const other = aDesk(new ScriptedModels(), on, { name: 'runner-2' });
    await Promise.all([other.keep.recover(), aDesk(new ScriptedModels(), on, { name: 'runner-3' }).keep.recover()]);
    expect(on.ledger.calls).toMatchObject([
      { owner: 'user:ann', model: 'model-1', inputTokens: 0, outputTokens: 2, estimated: true, status: 'interrupted' },
    ]);
  });

  test('speaks of the model that answered in place of a used-up one, and so does the reply', async () => {
    const on = shared();
    on.allowance.instead.set('model-1', 'model-2');
    const desk = await asked(new ScriptedModels('Hi'), on);
    expect(desk.models.requests.map(({ model }) => model)).toEqual(['model-2']);
    expect(desk.ledger.calls).toMatchObject([{ model: 'model-2' }]);
    const { path } = await desk.open.execute('ann', '0000000000000000000c1');
    expect(path.map(({ model }) => model)).toEqual([null, 'model-2']);
  });
});

test('an answer from the cache stays that of the model that gave it, though the model is used up by now', async () => {
  const on = shared();
  const desk = aDesk(new ScriptedModels('Hi'), on);
  const askIn = async (messageId: string) => {
    const place = { chatId: messageId.padStart(21, '0'), messageId };
    await desk.watch(await desk.ask('How?', { place }));
    await until(() => desk.lives.size === 0);
    return (await desk.open.execute('ann', place.chatId)).path.at(-1);
  };
  await askIn('q1');
  on.allowance.instead.set('model-1', 'model-2');
  expect(await askIn('q2')).toMatchObject({ content: 'Hi', cached: true, model: 'model-1' });
  expect(desk.models.requests).toHaveLength(1);
});

const asides = (models: ScriptedModels, ledger: RecordingLedger) =>
  new AskAside({ models, policy: new FixedModelPolicy(), ledger, allowance: new OpenFollowUps() });

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
    expect(await title(new ScriptedModels('Ways', told(90, 1)))).toEqual([
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
    expect(await title(new ScriptedModels(new ModelFault('API_QUOTA_EXCEEDED', 'no')))).toMatchObject([
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
