import { ModelError } from '../../src/domain/chat/errors.ts';
import type { LanguageModels, ModelEvent, ModelRequest } from '../../src/domain/chat/models/ports.ts';

export interface LanguageModelsFixture {
  readonly models: LanguageModels;
  /** An id that it has, and answers with at least four pieces when asked the question of this suite. */
  readonly model: string;
  /** An id that nobody has; absent where every id is served. */
  readonly unknownModel?: string;
  /** It has no tools and answers as if none had been offered. */
  readonly ignoresTools?: boolean;
  close(): Promise<void>;
}

const never = new AbortController().signal;

const collectEvents = async (events: AsyncIterable<ModelEvent>): Promise<ModelEvent[]> => {
  const all: ModelEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
};

/** What every LanguageModels must do; the fake and each adapter run it, so the fake cannot lie. */
export const behavesLikeLanguageModels = (create: () => Promise<LanguageModelsFixture>) => {
  let world: LanguageModelsFixture;
  beforeEach(async () => {
    world = await create();
  });
  afterEach(() => world.close());

  const request = (more: Partial<ModelRequest> = {}): ModelRequest => ({
    model: world.model,
    temperature: 0.6,
    topP: 1,
    maxTokens: 1024,
    messages: [
      { role: 'system', content: 'You are helpful.' },
      { role: 'user', content: 'What is Parley, and where does my data live?' },
    ],
    ...more,
  });
  const ask = (more: Partial<ModelRequest> = {}, signal = never) => world.models.reply(request(more), signal);

  test('says something, then ends once and last', async () => {
    const events = await collectEvents(ask());
    expect(events.filter(({ type }) => type === 'text').length).toBeGreaterThan(0);
    expect(events.filter(({ type }) => type === 'end')).toEqual([{ type: 'end', reason: 'stop' }]);
    expect(events.at(-1)).toEqual({ type: 'end', reason: 'stop' });
  });

  test('never says an empty piece and counts tokens at most once', async () => {
    const events = await collectEvents(ask());
    expect(events.filter((event) => event.type === 'text' && event.text === '')).toEqual([]);
    expect(events.filter(({ type }) => type === 'usage').length).toBeLessThanOrEqual(1);
  });

  test('tells that it was cut at its greatest length', async () => {
    expect((await collectEvents(ask({ maxTokens: 2 }))).at(-1)).toEqual({ type: 'end', reason: 'length' });
  });

  test('says nothing at all when it was stopped before it began', async () => {
    const stop = new AbortController();
    stop.abort();
    expect(await collectEvents(ask({}, stop.signal))).toEqual([]);
  });

  test('ends quietly and without an end event when it is stopped midway', async () => {
    const stop = new AbortController();
    const events: ModelEvent[] = [];
    for await (const event of ask({}, stop.signal)) {
      events.push(event);
      stop.abort();
    }
    expect(events.map(({ type }) => type)).toEqual(['text']);
  });

  test('may be left early, and stays usable', async () => {
    for await (const event of ask()) {
      expect(event.type).toBe('text');
      break;
    }
    expect((await collectEvents(ask())).at(-1)).toEqual({ type: 'end', reason: 'stop' });
  });

  test('answers several conversations at once', async () => {
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => collectEvents(ask())));
    expect(replies.map((events) => events.at(-1)?.type)).toEqual(['end', 'end', 'end', 'end', 'end']);
  });

  const tool = (name: string) => ({
    name,
    description: `Looks up ${name}`,
    parameters: {
      type: 'object',
      properties: { topic: { type: 'string' } },
      required: ['topic'],
      additionalProperties: false,
    },
  });
  const tools = [tool('weather'), tool('news')];
  const callsOf = (events: readonly ModelEvent[]) =>
    events.flatMap((event) => (event.type === 'tool-call' ? [event] : []));

  test('calls the tools it must use, each call whole and with its own id, and waits for results', async () => {
    const events = await collectEvents(ask({ tools, toolChoice: 'required' }));
    if (world.ignoresTools) {
      expect([callsOf(events), events.at(-1)]).toEqual([[], { type: 'end', reason: 'stop' }]);
      return;
    }
    const wished = callsOf(events);
    expect(wished.map(({ name, arguments: given }) => [name, JSON.parse(given)])).toEqual([
      ['weather', { topic: 'weather' }],
      ['news', { topic: 'news' }],
    ]);
    expect(new Set(wished.map(({ id }) => id)).size).toBe(2);
    expect(wished.every(({ id }) => id !== '')).toBe(true);
    expect(events.at(-1)).toEqual({ type: 'end', reason: 'tool-calls' });
    expect(events.findLastIndex(({ type }) => type === 'text')).toBeLessThan(
      events.findIndex(({ type }) => type === 'tool-call'),
    );
  });

  test('wishes for the one tool that is named', async () => {
    const wished = callsOf(await collectEvents(ask({ tools, toolChoice: { name: 'news' } })));
    expect(wished.map(({ name }) => name)).toEqual(world.ignoresTools ? [] : ['news']);
  });

  test('goes on in words once it has the results', async () => {
    const toolCalls = ['weather', 'news'].map((name) => ({
      id: `call-${name}`,
      name,
      arguments: `{"topic":"${name}"}`,
    }));
    const events = await collectEvents(
      ask({
        tools,
        parallelToolCalls: true,
        messages: [
          { role: 'user', content: 'What is Parley, and what is new?' },
          { role: 'assistant', content: '', toolCalls },
          { role: 'tool', callId: 'call-weather', content: 'Sunny' },
          { role: 'tool', callId: 'call-news', content: 'Parley has tools' },
        ],
      }),
    );
    expect(callsOf(events)).toEqual([]);
    expect(events.filter(({ type }) => type === 'text').length).toBeGreaterThan(0);
    expect(events.at(-1)).toEqual({ type: 'end', reason: 'stop' });
  });

  test('uses no tool that it is told not to use', async () => {
    const events = await collectEvents(ask({ tools, toolChoice: 'none' }));
    expect([callsOf(events), events.at(-1)]).toEqual([[], { type: 'end', reason: 'stop' }]);
  });

  test('lists models, each once and with a name', async () => {
    const models = await world.models.list();
    expect(models.length).toBeGreaterThan(0);
    expect(new Set(models.map(({ id }) => id)).size).toBe(models.length);
    expect(models.filter(({ displayName, ownedBy }) => displayName === '' || ownedBy === '')).toEqual([]);
  });

  test('refuses a model that nobody has, so that a fallback can be tried', async () => {
    const { unknownModel: model } = world;
    if (model === undefined) {
      expect((await collectEvents(ask({ model: 'any-id-at-all' }))).at(-1)?.type).toBe('end');
      return;
    }
    const failure: unknown = await collectEvents(ask({ model })).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ModelError);
    expect(failure).toMatchObject({ code: 'MODEL_CONFIG_ERROR', unknownModel: true });
  });
};
