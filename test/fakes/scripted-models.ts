import { ModelFault } from '../../src/domain/chat/errors.ts';
import type { LanguageModels, ModelEvent, ModelInfo, ModelRequest } from '../../src/domain/chat/ports.ts';

/** A text, any event, a failure to throw, or something to wait for. */
export type Piece = string | ModelEvent | Error | Promise<unknown>;

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) =>
    signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true }),
  );

/** What a piece says: a text or an event one thing, a promise nothing. Throws a piece that is a failure. */
const asEvents = (piece: Piece): readonly ModelEvent[] => {
  if (piece instanceof Error) throw piece;
  if (piece instanceof Promise) return [];
  return [typeof piece === 'string' ? { type: 'text', text: piece } : piece];
};

const isCall = (piece: Piece): boolean => typeof piece === 'object' && 'type' in piece && piece.type === 'tool-call';

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
  /** Calls whose reader left or aborted before the end. */
  abandoned = 0;
  models: readonly ModelInfo[] = [
    { id: 'moonshotai/kimi-k2-instruct', displayName: 'Kimi K2', ownedBy: 'Moonshot AI', isPreview: false, created: 0 },
  ];
  readonly #always: readonly Piece[];
  readonly #queue: (readonly Piece[])[] = [];

  constructor(...pieces: readonly Piece[]) {
    this.#always = pieces;
  }

  /** The script of the next call that has none yet. */
  next(...pieces: readonly Piece[]): this {
    this.#queue.push(pieces);
    return this;
  }

  async *reply(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent, void> {
    if (signal.aborted) return;
    this.requests.push(request);
    if (this.unknown.has(request.model))
      throw new ModelFault('MODEL_CONFIG_ERROR', 'No such model', { unknownModel: true });
    let whole = false;
    try {
      for await (const event of this.#play(
        this.#queue.shift() ?? forced(request) ?? this.#always,
        request.maxTokens,
        signal,
      )) {
        whole ||= event.type === 'end';
        yield event;
      }
    } catch (error) {
      whole = true;
      throw error;
    } finally {
      if (!whole) this.abandoned += 1;
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

  providerOf(model: string): string | undefined {
    return this.unknown.has(model) ? undefined : 'scripted';
  }

  async *#play(script: readonly Piece[], maxTokens: number, signal: AbortSignal): AsyncGenerator<ModelEvent, void> {
    let texts = 0;
    for (const piece of script) {
      if (piece instanceof Promise) await Promise.race([piece, aborted(signal)]);
      if (signal.aborted) return;
      for (const event of asEvents(piece)) {
        if (event.type === 'text' && (texts += 1) > maxTokens) return yield { type: 'end', reason: 'length' };
        yield event;
        if (event.type === 'end') return;
      }
    }
    if (!signal.aborted) yield { type: 'end', reason: script.some(isCall) ? 'tool-calls' : 'stop' };
  }
}
