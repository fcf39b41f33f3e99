import { ModelFault } from '../../src/domain/chat/errors.ts';
import type { LanguageModels, ModelEvent, ModelRequest } from '../../src/domain/chat/ports.ts';

export interface ModelWorld {
  readonly models: LanguageModels;
  /** An id that it has, and answers with at least four pieces when asked the question of this suite. */
  readonly model: string;
  /** An id that nobody has; absent where every id is served. */
  readonly unknownModel?: string;
  close(): Promise<void>;
}

const never = new AbortController().signal;

const gather = async (events: AsyncIterable<ModelEvent>): Promise<ModelEvent[]> => {
  const all: ModelEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
};

/** What every LanguageModels must do; the fake and each adapter run it, so the fake cannot lie. */
export const behavesLikeLanguageModels = (create: () => Promise<ModelWorld>) => {
  let world: ModelWorld;
  beforeEach(async () => {
    world = await create();
  });
  afterEach(() => world.close());

  const request = (more: Partial<ModelRequest> = {}): ModelRequest => ({
    model: world.model, temperature: 0.6, topP: 1, maxTokens: 1024,
    messages: [{ role: 'system', content: 'You are helpful.' }, { role: 'user', content: 'What is Parley, and where does my data live?' }],
    ...more,
  });
  const ask = (more: Partial<ModelRequest> = {}, signal = never) => world.models.reply(request(more), signal);

  test('says something, then ends once and last', async () => {
    const events = await gather(ask());
    expect(events.filter(({ type }) => type === 'text').length).toBeGreaterThan(0);
    expect(events.filter(({ type }) => type === 'end')).toEqual([{ type: 'end', reason: 'stop' }]);
    expect(events.at(-1)).toEqual({ type: 'end', reason: 'stop' });
  });

  test('never says an empty piece and counts tokens at most once', async () => {
    const events = await gather(ask());
    expect(events.filter((event) => event.type === 'text' && event.text === '')).toEqual([]);
    expect(events.filter(({ type }) => type === 'usage').length).toBeLessThanOrEqual(1);
  });

  test('tells that it was cut at its greatest length', async () => {
    expect((await gather(ask({ maxTokens: 2 }))).at(-1)).toEqual({ type: 'end', reason: 'length' });
  });

  test('says nothing at all when it was stopped before it began', async () => {
    const stop = new AbortController();
    stop.abort();
    expect(await gather(ask({}, stop.signal))).toEqual([]);
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
    expect((await gather(ask())).at(-1)).toEqual({ type: 'end', reason: 'stop' });
  });

  test('answers several conversations at once', async () => {
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => gather(ask())));
    expect(replies.map((events) => events.at(-1)?.type)).toEqual(['end', 'end', 'end', 'end', 'end']);
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
      expect((await gather(ask({ model: 'any-id-at-all' }))).at(-1)?.type).toBe('end');
      return;
    }
    const failure: unknown = await gather(ask({ model })).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ModelFault);
    expect(failure).toMatchObject({ code: 'MODEL_CONFIG_ERROR', unknownModel: true });
  });
};
