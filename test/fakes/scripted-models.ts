import { ModelError } from '../../src/domain/chat/errors.ts';
import type {
  KnownRoute,
  LanguageModels,
  ModelEvent,
  ModelInfo,
  ModelRequest,
} from '../../src/domain/chat/models/ports.ts';

/** A text, any event, a failure to throw, or something to wait for. */
export type ScriptItem = string | ModelEvent | Error | Promise<unknown>;

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) =>
    signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true }),
  );

/** What a piece says: a text or an event one thing, a promise nothing. Throws a piece that is a failure. */
const toEvents = (item: ScriptItem): readonly ModelEvent[] => {
  if (item instanceof Error) throw item;
  if (item instanceof Promise) return [];
  return [typeof item === 'string' ? { type: 'text', text: item } : item];
};

const isCall = (item: ScriptItem): boolean => typeof item === 'object' && 'type' in item && item.type === 'tool-call';

/** The calls of the tools that a request leaves no choice about. */
const forced = ({ tools = [], toolChoice = 'auto' }: ModelRequest): readonly ModelEvent[] | undefined => {
  const names =
    typeof toolChoice === 'object' ? [toolChoice.name] : toolChoice === 'required' ? tools.map(({ name }) => name) : [];
  if (names.length === 0) return undefined;
  return names.map((name, index) => ({
    type: 'tool-call',
    id: `call-${index}`,
    name,
    arguments: JSON.stringify({ topic: name }),
  }));
};

/**
 * Language models that say what a test tells them: the pieces of the constructor each time, or those of `next` once.
 * An `end` follows by itself unless the script has one or fails. More texts than `maxTokens` are cut, as models do; a
 * tool that the request forces is wished for when no script is queued.
 */
export class ScriptedModels implements LanguageModels {
  readonly requests: ModelRequest[] = [];
  /** Ids that no provider has. */
  readonly unknown = new Set<string>();
  readonly seeing = new Set<string>();
  /** Calls whose reader left or aborted before the end. */
  abandoned = 0;
  models: readonly ModelInfo[] = [
    { id: 'moonshotai/kimi-k2-instruct', displayName: 'Kimi K2', ownedBy: 'Moonshot AI', isPreview: false, created: 0 },
  ];
  readonly #always: readonly ScriptItem[];
  readonly #queue: (readonly ScriptItem[])[] = [];

  constructor(...items: readonly ScriptItem[]) {
    this.#always = items;
  }

  /** The script of the next call that has none yet. */
  next(...items: readonly ScriptItem[]): this {
    this.#queue.push(items);
    return this;
  }

  async *reply(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent, void> {
    if (signal.aborted) return;
    this.requests.push(request);
    if (this.unknown.has(request.model))
      throw new ModelError('MODEL_CONFIG_ERROR', 'No such model', { unknownModel: true });
    let hasEnded = false;
    try {
      for await (const event of this.#play(
        this.#queue.shift() ?? forced(request) ?? this.#always,
        request.maxTokens,
        signal,
      )) {
        hasEnded ||= event.type === 'end';
        yield event;
      }
    } catch (error) {
      hasEnded = true;
      throw error;
    } finally {
      if (!hasEnded) this.abandoned += 1;
    }
  }

  list(): Promise<readonly ModelInfo[]> {
    return Promise.resolve(this.models);
  }

  /** Whether the next catalogue is from memory, and whether a provider could not be asked. */
  listing = { cached: true, failed: false };

  catalogue() {
    return Promise.resolve({ models: this.models, ...this.listing });
  }

  /** What every model takes; undefined: nobody knows. */
  contextTokens: number | undefined;

  /** Ids that stand for another model. */
  readonly aliases = new Map<string, string>();

  routeOf(model: string): KnownRoute | undefined {
    if (this.unknown.has(model)) return undefined;
    const seesImages = this.seeing.has(model) ? true : undefined;
    return {
      provider: 'scripted',
      model: this.aliases.get(model) ?? model,
      contextTokens: this.contextTokens,
      seesImages,
    };
  }

  async *#play(
    script: readonly ScriptItem[],
    maxTokens: number,
    signal: AbortSignal,
  ): AsyncGenerator<ModelEvent, void> {
    let texts = 0;
    for (const item of script) {
      if (item instanceof Promise) await Promise.race([item, aborted(signal)]);
      if (signal.aborted) return;
      for (const event of toEvents(item)) {
        if (event.type === 'text' && (texts += 1) > maxTokens) return yield { type: 'end', reason: 'length' };
        yield event;
        if (event.type === 'end') return;
      }
    }
    if (!signal.aborted) yield { type: 'end', reason: script.some(isCall) ? 'tool-calls' : 'stop' };
  }
}
