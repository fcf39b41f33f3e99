import { connectModels, type ConnectOptions } from '../../../src/adapters/llm/connect-models.ts';
import type { LanguageModels, ModelEvent, ModelRequest } from '../../../src/domain/chat/models/ports.ts';
import type { Clock } from '../../../src/domain/kernel/ports.ts';

/** A clock that tests set; whoever sleeps wakes at once, and how long they wanted to sleep is written down. */
export class TestClock implements Clock {
  at = 1_800_000_000_000;
  readonly slept: number[] = [];

  now(): number {
    return this.at;
  }

  sleep(ms: number): Promise<void> {
    this.slept.push(ms);
    return new Promise((resolve) => setImmediate(resolve));
  }
}

export const MODEL = 'moonshotai/kimi-k2-instruct';

export const request = (more: Partial<ModelRequest> = {}): ModelRequest => ({
  model: MODEL,
  temperature: 0.6,
  topP: 1,
  maxTokens: 1024,
  messages: [{ role: 'user', content: 'Hello there' }],
  ...more,
});

/** Connects, and closes after the test. */
export const connecting = () => {
  const open: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((one) => one.close()));
  });
  return {
    keep: <T extends { close(): Promise<void> }>(one: T): T => {
      open.push(one);
      return one;
    },
    connect: (env: Record<string, string>, options: Partial<ConnectOptions> = {}) => {
      const connected = connectModels(env, { clock: new TestClock(), random: () => 0.5, ...options });
      open.unshift(connected);
      return connected;
    },
  };
};

export interface Heard {
  readonly text: string;
  readonly events: readonly ModelEvent[];
  /** What the reply threw, if it did. */
  readonly fault: unknown;
}

/** Listens to a reply until it ends in whatever way. */
export const listen = async (
  models: LanguageModels,
  more: Partial<ModelRequest> = {},
  signal = new AbortController().signal,
): Promise<Heard> => {
  const events: ModelEvent[] = [];
  let fault: unknown;
  try {
    for await (const event of models.reply(request(more), signal)) events.push(event);
  } catch (error) {
    fault = error;
  }
  return { text: events.map((event) => (event.type === 'text' ? event.text : '')).join(''), events, fault };
};

/** Resolves once `holds`; gives up with the test's own time limit. */
export const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 2));
};
