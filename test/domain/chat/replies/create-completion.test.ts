import { CreateCompletion, type CompletionEvent } from '../../../../src/domain/chat/replies/create-completion.ts';
import { ModelError } from '../../../../src/domain/chat/errors.ts';
import type { ModelRequest } from '../../../../src/domain/chat/models/ports.ts';
import { FixedModelPolicy, RecordingLedger } from '../../../fakes/reply-ports.ts';
import { InMemoryUnitOfWork } from '../../../fakes/kernel.ts';
import { ScriptedModels } from '../../../fakes/scripted-models.ts';
import { aHarness, ann, gate, sharedState, until } from '../harness.ts';

const request: ModelRequest = {
  model: 'model-1',
  messages: [{ role: 'user', content: 'Hi' }],
  temperature: 1,
  maxTokens: 100,
  topP: 1,
};
const never = new AbortController().signal;

const aProgram = (models: ScriptedModels, { messages = Infinity, capacity = 10 } = {}) => {
  const harness = aHarness(models, sharedState(messages), { capacity });
  const { activeReplies, allowance, clock, observer } = harness;
  const ledger = new RecordingLedger();
  const complete = new CreateCompletion({
    activeReplies,
    models,
    allowance,
    ledger,
    policy: new FixedModelPolicy(),
    work: new InMemoryUnitOfWork(allowance),
    clock,
    observer,
  });
  return {
    ...harness,
    ledger,
    ask: (signal = never, model = 'model-1') =>
      complete.execute({ requester: ann, request: { ...request, model }, signal }),
  };
};

const gather = async (events: AsyncIterable<CompletionEvent>) => {
  const all: CompletionEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
};
const first = 'allowance-1';

test('says which model answers, then what it says, is counted once and kept nowhere', async () => {
  const program = aProgram(new ScriptedModels('Hel', 'lo'));
  expect(await gather(program.ask())).toEqual([
    { type: 'model', model: 'model-1' },
    { type: 'text', text: 'Hel' },
    { type: 'text', text: 'lo' },
    { type: 'end', reason: 'stop' },
  ]);
  expect([program.allowance.used, program.allowance.outcomeOf(first)]).toEqual([1, 'charged']);
  expect(await program.replies.listStreaming()).toEqual([]);
  expect(program.ledger.calls).toEqual([
    expect.objectContaining({
      owner: 'user:ann',
      purpose: 'api',
      model: 'model-1',
      status: 'complete',
      outputTokens: 2,
      estimated: true,
    }),
  ]);
  expect(program.observer.ends).toEqual([
    expect.objectContaining({ model: 'model-1', status: 'complete', code: null, events: 2 }),
  ]);
});

test('takes nothing before it is asked for the first event', async () => {
  const program = aProgram(new ScriptedModels('Hi'));
  program.ask();
  expect([program.allowance.used, program.models.requests]).toEqual([0, []]);
});

test('refuses an unknown model and a used-up allowance before the model is asked', async () => {
  const program = aProgram(new ScriptedModels('Hi'), { messages: 1 });
  await expect(gather(program.ask(never, 'none'))).rejects.toMatchObject({ code: 'MODEL_CONFIG_ERROR' });
  await gather(program.ask());
  await expect(gather(program.ask())).rejects.toMatchObject({ code: 'USAGE_LIMIT_EXCEEDED' });
  expect(program.models.requests).toHaveLength(1);
  await program.activeReplies.drain(0);
});

test('a fault before anything was said costs nothing, one after it does, and both are told', async () => {
  const fault = new ModelError('AI_SERVICE_TIMEOUT', 'Too slow');
  const program = aProgram(new ScriptedModels().next(fault).next('Half', fault));
  await expect(gather(program.ask())).rejects.toBe(fault);
  await expect(gather(program.ask())).rejects.toBe(fault);
  expect([program.allowance.outcomeOf(first), program.allowance.outcomeOf('allowance-2')]).toEqual([
    'refunded',
    'charged',
  ]);
  expect(program.ledger.calls.map(({ isRefunded }) => isRefunded)).toEqual([true, false]);
  expect(program.observer.ends.map(({ status, code }) => [status, code])).toEqual([
    ['error', 'AI_SERVICE_TIMEOUT'],
    ['error', 'AI_SERVICE_TIMEOUT'],
  ]);
});

test('ends in silence and stops the model when the asker is gone, and is counted', async () => {
  const { opened } = gate();
  const program = aProgram(new ScriptedModels('One', opened, 'Two'));
  const leave = new AbortController();
  const seen: CompletionEvent[] = [];
  for await (const event of program.ask(leave.signal)) {
    seen.push(event);
    if (event.type === 'text') leave.abort();
  }
  expect(seen.map(({ type }) => type)).toEqual(['model', 'text']);
  expect([program.models.abandoned, program.allowance.outcomeOf(first)]).toEqual([1, 'charged']);
  expect(program.observer.ends).toEqual([expect.objectContaining({ status: 'stopped' })]);
});

test('who leaves before the first word has used the model all the same', async () => {
  const { opened } = gate();
  const program = aProgram(new ScriptedModels(opened, 'One'));
  const leave = new AbortController();
  const running = gather(program.ask(leave.signal));
  await until(() => program.models.requests.length === 1);
  leave.abort();
  expect((await running).map(({ type }) => type)).toEqual(['model']);
  expect(program.allowance.outcomeOf(first)).toBe('charged');
  expect(program.ledger.calls).toMatchObject([{ status: 'stopped', isRefunded: false }]);
});

test('a reader who stops reading ends it too', async () => {
  const program = aProgram(new ScriptedModels('One', 'Two'));
  for await (const event of program.ask()) if (event.type === 'text') break;
  expect([program.models.abandoned, program.allowance.outcomeOf(first)]).toEqual([1, 'charged']);
  await program.activeReplies.drain(0);
});

test('that used up its length in thoughts is told, charged and recorded with what it cost', async () => {
  const counted = { inputTokens: 7, outputTokens: 4000 };
  const ranOut = new ModelError('MODEL_CONFIG_ERROR', 'only thoughts', { ranOut: true, usage: counted });
  const program = aProgram(new ScriptedModels(ranOut));
  expect((await gather(program.ask())).slice(-2)).toEqual([
    { type: 'usage', ...counted },
    { type: 'end', reason: 'length' },
  ]);
  expect(program.allowance.outcomeOf(first)).toBe('charged');
  expect(program.ledger.calls).toMatchObject([counted]);
});

test('counts among the replies that may run at once', async () => {
  const { opened, open } = gate();
  const program = aProgram(new ScriptedModels(opened, 'Hi'), { capacity: 1 });
  const running = gather(program.ask());
  await until(() => program.models.requests.length === 1);
  await expect(gather(program.ask())).rejects.toMatchObject({ code: 'API_RATE_LIMIT_EXCEEDED' });
  expect(program.allowance.used).toBe(1);
  open();
  await running;
  expect((await gather(program.ask())).at(-1)).toEqual({ type: 'end', reason: 'stop' });
});

test('a drain lets it finish in the grace, then cuts it, returns unanswered uses and takes no new one', async () => {
  const { opened } = gate();
  const program = aProgram(new ScriptedModels(opened, 'never'));
  const running = gather(program.ask()).catch((error: unknown) => error);
  await until(() => program.models.requests.length === 1);
  const drained = program.activeReplies.drain(1000);
  await until(() => program.clock.sleeping > 0);
  expect(program.models.abandoned).toBe(0);
  await program.clock.advance(1000);
  expect(await running).toMatchObject({ kind: 'unavailable', code: 'SHUTTING_DOWN' });
  await drained;
  expect([program.models.abandoned, program.allowance.outcomeOf(first)]).toEqual([1, 'refunded']);
  await expect(gather(program.ask())).rejects.toMatchObject({ kind: 'unavailable' });
});

test('a use that cannot be settled is seen by operators and costs the answer nothing', async () => {
  const program = aProgram(new ScriptedModels('Hi'));
  program.allowance.settle = () => Promise.reject(new Error('no database'));
  expect((await gather(program.ask())).at(-1)?.type).toBe('end');
  expect(program.observer.failures).toEqual([
    { what: expect.stringContaining('settled'), error: new Error('no database') },
  ]);
});

test('ends for an account that was closed, within two seconds, refused like a missing session', async () => {
  const half = gate();
  const program = aProgram(new ScriptedModels('Half', half.opened, ' whole'));
  const heard = gather(program.ask()).catch((error: unknown) => error);
  await until(() => program.activeReplies.owners().has('user:ann'));
  const over = new AbortController();
  const keeping = program.maintenance.execute(over.signal);
  program.revoked.add('ann');
  await program.clock.advance(2000);
  expect(await heard).toMatchObject({ code: 'UNAUTHORIZED' });
  over.abort();
  await keeping;
  expect([...program.activeReplies.owners()]).toEqual([]);
});
