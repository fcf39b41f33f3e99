import { ModelError } from '../errors.ts';
import { leaveOutOldest } from './conversation-length.ts';
import type { LanguageModels, ModelEvent, ModelRequest } from './ports.ts';
import { ModelsDecorator } from './models-decorator.ts';

export interface Resilience {
  /** Undefined: none is configured, or fallback is switched off. */
  readonly fallback: string | undefined;
  /** How many messages of the conversation are older than the question and may be left out. */
  readonly olderMessages?: number;
  /** Another model answers. Not called for a model that failed in an earlier call. */
  readonly onFallback?: (model: string, failedModel: string) => void;
  /** Older messages are left out; once. */
  readonly onLeftOut?: () => void;
}

/**
 * Before the first word or call, the fallback takes over from a model that is unknown, overloaded or silent, and
 * a conversation that is too long for the model loses its oldest messages. A reply of thoughts alone, which no fallback
 * replaces, ends as any other. Meant for one reply: what failed in a call is not tried again in the next.
 */
export const resilientModels = (metered: LanguageModels, resilience: Resilience): LanguageModels =>
  new ResilientModels(metered, resilience);

/** Thoughts are no answer: another model may still take over. */
const hasStarted = (seen: ReadonlySet<ModelEvent['type']>): boolean =>
  [...seen].some((type) => type !== 'thinking' && type !== 'retry');

/** Thoughts alone end a reply; all else is thrown. */
function* endOf(error: unknown): Generator<ModelEvent, void> {
  if (!(error instanceof ModelError && error.thoughtsAlone)) throw error;
  yield { type: 'end', reason: 'stop' };
}

class ResilientModels extends ModelsDecorator {
  private readonly failed = new Set<string>();
  /** Of the messages; undefined: no conversation was too long. */
  private maxCharacters: number | undefined;

  constructor(
    private readonly metered: LanguageModels,
    private readonly resilience: Resilience,
  ) {
    super(metered);
  }

  async *reply(requested: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent, void> {
    const { fallback = requested.model } = this.resilience;
    let request = this.failed.has(requested.model) ? { ...requested, model: fallback } : requested;
    for (;;) {
      const fitted = this.fit(request);
      const seen = new Set<ModelEvent['type']>();
      try {
        for await (const event of this.metered.reply(fitted, signal)) {
          seen.add(event.type);
          yield event;
        }
        return;
      } catch (error) {
        const next = hasStarted(seen) || signal.aborted ? undefined : this.afterFailure(error, request, fitted);
        if (!next) return yield* endOf(error);
        if (seen.has('thinking')) yield { type: 'thinking', text: '\n\n' };
        request = next;
      }
    }
  }

  /** The request to try next; undefined: the error is final. */
  private afterFailure(error: unknown, request: ModelRequest, fitted: ModelRequest): ModelRequest | undefined {
    if (!(error instanceof ModelError)) return undefined;
    if (error.tooLong) return this.shorten(request, fitted);
    const { fallback, onFallback } = this.resilience;
    if (!error.canFallBack || fallback === undefined || request.model === fallback) return undefined;
    this.failed.add(request.model);
    onFallback?.(fallback, request.model);
    return { ...request, model: fallback };
  }

  /** Halves the limit; undefined when nothing older is left. */
  private shorten(request: ModelRequest, fitted: ModelRequest): ModelRequest | undefined {
    const { olderMessages = 0, onLeftOut } = this.resilience;
    const characters = fitted.messages.reduce((sum, { content }) => sum + content.length, 0);
    const before = this.leaveOut(request)?.count ?? 0;
    this.maxCharacters = Math.floor(characters / 2);
    const { count } = leaveOutOldest(request.messages, { maxCharacters: this.maxCharacters, olderMessages });
    if (count <= before) return undefined;
    if (before === 0) onLeftOut?.();
    return request;
  }

  private fit(request: ModelRequest): ModelRequest {
    return { ...request, messages: this.leaveOut(request)?.messages ?? request.messages };
  }

  private leaveOut({ messages }: ModelRequest) {
    const { maxCharacters, resilience } = this;
    if (maxCharacters === undefined) return undefined;
    return leaveOutOldest(messages, { maxCharacters, olderMessages: resilience.olderMessages ?? 0 });
  }
}
