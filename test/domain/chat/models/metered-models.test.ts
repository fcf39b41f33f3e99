import { ModelError } from '../../../../src/domain/chat/errors.ts';
import type { CallUsage, ModelEvent, ModelRequest } from '../../../../src/domain/chat/models/ports.ts';
import { type MeteredCall, meteredModels, recordedIn } from '../../../../src/domain/chat/models/metered-models.ts';
import { RecordingLedger } from '../../../fakes/reply-ports.ts';
import { ScriptedModels } from '../../../fakes/scripted-models.ts';

const request: ModelRequest = {
  model: 'model-1',
  messages: [{ role: 'user', content: 'How?' }],
  temperature: 0.6,
  maxTokens: 100,
  topP: 1,
};
const usage = { type: 'usage', inputTokens: 7, outputTokens: 2 } as const;

/** What the meter tells of one call whose reader takes at most so many events. */
const measure = async (
  models: ScriptedModels,
  { signal = new AbortController().signal, most = Infinity } = {},
): Promise<{ events: ModelEvent[]; heard: string[]; counted: CallUsage[] }> => {
  const heard: string[] = [];
  const calls: MeteredCall[] = [];
  const events: ModelEvent[] = [];
  const metered = meteredModels(models, {
    started: (call) => void (heard.push('started'), calls.push(call)),
    ended: async () => void heard.push('ended'),
  });
  try {
    for await (const event of metered.reply(request, signal)) {
      events.push(event);
      if (events.length >= most) break;
    }
  } catch (error) {
    heard.push(String(error));
  }
  return { events, heard, counted: calls.map((call) => call.usage('interrupted')) };
};

describe('a metered call', () => {
  test('tells what the model tells, and what the provider counted', async () => {
    const { events, heard, counted } = await measure(new ScriptedModels('Hi', usage));
    expect(events.map(({ type }) => type)).toEqual(['text', 'usage', 'end']);
    expect(heard).toEqual(['started', 'ended']);
    expect(counted).toEqual([
      { model: 'model-1', inputTokens: 7, outputTokens: 2, estimated: false, status: 'complete' },
    ]);
  });

  test('that fails is an error, and who pays hears of it before the reader does', async () => {
    const { heard, counted } = await measure(new ScriptedModels('Hi', new ModelError('AI_SERVICE_TIMEOUT', 'late')));
    expect(heard).toEqual(['started', 'ended', 'ModelError: late']);
    expect(counted).toMatchObject([{ status: 'error', outputTokens: 1, estimated: true }]);
  });

  test('that was tried twice costs both attempts, as counted or as estimated', async () => {
    const thought = { type: 'thinking', text: 'one two three four' } as const;
    const retry = { type: 'retry', usage: { inputTokens: 5, outputTokens: 1024 } } as const;
    const counted = await measure(new ScriptedModels(thought, retry, thought, 'Hi', usage));
    expect(counted.counted).toMatchObject([{ inputTokens: 12, outputTokens: 1026, estimated: false }]);
    const [once] = (await measure(new ScriptedModels(thought))).counted;
    const [twice] = (await measure(new ScriptedModels(thought, { type: 'retry' }, thought))).counted;
    expect(twice).toMatchObject({
      inputTokens: 2 * (once?.inputTokens ?? 0),
      outputTokens: 2 * (once?.outputTokens ?? 0),
      estimated: true,
    });
  });

  test('that failed without a word costs what the provider counted', async () => {
    const counted = { inputTokens: 7, outputTokens: 4000 };
    const failure = new ModelError('MODEL_CONFIG_ERROR', 'only thoughts', { usage: counted });
    expect((await measure(new ScriptedModels(failure))).counted).toEqual([
      { model: 'model-1', ...counted, estimated: false, status: 'error' },
    ]);
  });

  test('that its reader leaves, or that is aborted, ended as whoever asked did', async () => {
    const left = await measure(new ScriptedModels('Hello', ' you', usage), { most: 1 });
    expect(left.heard).toEqual(['started', 'ended']);
    expect(left.counted).toMatchObject([{ status: 'interrupted', outputTokens: 2, estimated: true }]);
    const gone = new AbortController();
    gone.abort();
    const aborted = await measure(new ScriptedModels('Hello'), { signal: gone.signal });
    expect(aborted.heard).toEqual(['started', 'ended']);
    expect(aborted.counted).toMatchObject([{ status: 'interrupted', outputTokens: 0 }]);
  });

  test('for the ledger is one line of its owner and purpose', async () => {
    const ledger = new RecordingLedger();
    const metered = meteredModels(
      new ScriptedModels('Hi', usage),
      recordedIn(ledger, { owner: 'user:ann', purpose: 'vision' }),
    );
    for await (const event of metered.reply(request, new AbortController().signal)) if (event.type === 'text') break;
    expect(ledger.calls).toMatchObject([{ owner: 'user:ann', purpose: 'vision', status: 'stopped' }]);
  });
});
