import type { CountedTokens } from '../../../domain/chat/errors.ts';
import type { CutReason, ModelEvent, ToolCall } from '../../../domain/chat/models/ports.ts';
import { isTokenCount } from '../../../domain/kernel/token-count.ts';
import { toStorable } from '../../../shared/unicode.ts';
import type { CallLimits } from './call-limits.ts';
import { OpenedThoughts } from './opened-thoughts.ts';
import type { ReasoningDetails } from './reasoning-details.ts';
import { SseParser } from './sse-parser.ts';
import type { ToolCallAccumulator } from './tool-call-accumulator.ts';
import { UpstreamError } from './upstream-error.ts';

/** Characters of one reply; a statement of a database takes them by its defaults. */
const MAX_TEXT_LENGTH = 2_000_000;

const FIRST_HALF = /[\ud800-\udbff]/;

/** Parser state of one reply. One object, changed in place: this is the hot path. */
export class ParserState {
  /** Text that was not emitted yet. */
  text = '';
  /** Thoughts that were not emitted yet. */
  thoughts = '';
  /** The model thinks before it answers, whether its thoughts are told or only counted. */
  hasThought = false;
  reason: 'stop' | CutReason | undefined;
  /** Tool calls so far; undefined in the ordinary reply, which has none. */
  calls: ToolCallAccumulator | undefined;
  /** With tools: thoughts in a form that goes back with the calls. */
  details: ReasoningDetails | undefined;
  /** The provider announced the end. */
  done = false;
  inputTokens: number | undefined;
  outputTokens: number | undefined;
  /** Frames that were skipped because they are not JSON. */
  brokenFrames = 0;
}

/** Parses one frame of a provider's dialect into the state. Throws `UpstreamError` for an error in the stream. */
export type FrameParser = (data: string, state: ParserState) => void;

/** Parses a frame's JSON without validation: dialects check each field they use. Skips and counts a broken one. */
export const parseFrameJson = (data: string, state: ParserState): unknown => {
  try {
    return JSON.parse(data);
  } catch {
    state.brokenFrames += 1;
    return undefined;
  }
};

/** Not a number for what is no count: then neither count is told, and both are estimated. */
export const readTokenCount = (value: number): number => (isTokenCount(value) ? value : Number.NaN);

/** What a reply without text and calls is, by how it ended. */
const EMPTY_REPLIES = { stop: 'empty', length: 'allTokensThought', filtered: 'filtered' } as const;

const withData = (data: NonNullable<ToolCall['providerData']>) =>
  Object.keys(data).length === 0 ? {} : { providerData: data };

/** Turns chunks into text and decides at the end whether the reply was complete. */
export class ReplyParser {
  readonly #state = new ParserState();
  readonly #sse: SseParser;
  readonly #bodyBytes: number;
  #bytes = 0;
  #textLength = 0;
  /** More than blanks was told of its thoughts. */
  #hasThoughts = false;
  #failure: { readonly error: unknown } | undefined;

  readonly #opened: OpenedThoughts;

  /** `opensThoughts`: the prompt opens the model's thoughts. */
  constructor(readFrame: FrameParser, limits: CallLimits, opensThoughts = false) {
    this.#opened = new OpenedThoughts(opensThoughts);
    this.#sse = new SseParser(limits.lineLength, (data) => readFrame(data, this.#state));
    this.#bodyBytes = limits.bodyBytes;
  }

  /** The thoughts and the text of these chunks, frames joined. What came before an error is still returned. */
  parse(chunks: readonly Buffer[]): readonly ModelEvent[] {
    try {
      for (const chunk of chunks) {
        this.#bytes += chunk.length;
        if (this.#bytes > this.#bodyBytes) throw new UpstreamError('oversized', 'the body is too long');
        this.#sse.push(chunk);
      }
    } catch (error) {
      this.#failure = { error };
    }
    return this.#newTexts(false);
  }

  /** The body broke. Harmless once the model has given its finish reason: only `[DONE]` is missing then. */
  fail(error: unknown): void {
    if (this.#state.reason === undefined) this.#failure ??= { error };
  }

  get #hasText(): boolean {
    return this.#textLength > 0;
  }

  get isFinished(): boolean {
    return this.#state.done || this.#failure !== undefined;
  }

  /** The provider ended its reply by itself, so the connection can be reused. */
  get isComplete(): boolean {
    return this.#state.done && this.#failure === undefined;
  }

  get brokenFrames(): number {
    return this.#state.brokenFrames;
  }

  /** The model thinks before it answers. Thoughts that are neither told nor counted show where nothing else came. */
  get hasThought(): boolean {
    const { hasThought, reason, calls } = this.#state;
    return hasThought || this.#opened.hasLoneTag || (reason === 'length' && !this.#hasText && calls === undefined);
  }

  /**
   * The end of the body: closing events, after text of an unterminated last frame. `hasMoreRoom`: another attempt gives
   * thoughts more room. Throws what was wrong.
   */
  finish(hasMoreRoom = false): ModelEvent[] {
    if (!this.isFinished) this.#sse.end();
    const texts = this.#newTexts(true);
    const { reason = 'stop' } = this.#state;
    const usage = this.#usage();
    const calls = this.#calls();
    this.#checkWhole(calls.length > 0);
    if (!this.#hasText && calls.length === 0) throw this.#emptyError(usage, hasMoreRoom);
    const events: ModelEvent[] = [...texts, ...calls];
    if (usage) events.push({ type: 'usage', ...usage });
    // Some servers report `stop` after tool calls.
    events.push({ type: 'end', reason: calls.length > 0 && reason === 'stop' ? 'tool-calls' : reason });
    return events;
  }

  #emptyError(usage: CountedTokens | undefined, hasMoreRoom: boolean): UpstreamError {
    const { reason = 'stop' } = this.#state;
    if (reason === 'length' && hasMoreRoom) return new UpstreamError('noThoughtRoom', '', { usage });
    const kind = reason === 'stop' && this.#hasThoughts ? 'thoughtsAlone' : EMPTY_REPLIES[reason];
    return new UpstreamError(kind, '', { usage });
  }

  /** Every prompt and answer has tokens: a server that tells none of one has not counted. */
  #usage(): CountedTokens | undefined {
    const { inputTokens = 0, outputTokens = 0 } = this.#state;
    return inputTokens > 0 && outputTokens > 0 ? { inputTokens, outputTokens } : undefined;
  }

  #calls(): ModelEvent[] {
    const { calls, details, reason } = this.#state;
    const complete = calls?.complete(reason !== 'stop') ?? [];
    const told = details?.complete();
    return complete.map(({ providerData, ...call }, index) => ({
      type: 'tool-call',
      ...call,
      // Of all calls of the reply: the first carries them.
      ...withData({ ...providerData, ...(told && index === 0 && { reasoning_details: told }) }),
    }));
  }

  #checkWhole(hasCalls: boolean): void {
    const { reason, done, brokenFrames } = this.#state;
    if (this.#failure !== undefined) throw this.#failure.error;
    if (brokenFrames > 0 && !this.#hasText && !hasCalls) throw new UpstreamError('garbled', 'no frame is readable');
    if (reason === undefined && !done) throw new UpstreamError('cut', 'the stream ended in the middle');
  }

  /** Whether the prompt opened the model's thoughts; undefined where the reply does not show it. */
  get opensThoughts(): boolean | undefined {
    if (this.#opened.hasLoneTag) return true;
    const isWhole = this.#state.reason === 'stop' && (this.#hasText || this.#hasThoughts);
    return isWhole ? false : undefined;
  }

  #newTexts(isLast: boolean): ModelEvent[] {
    const told = this.#take('thoughts', isLast);
    if (told !== '') this.#opened.toldApart();
    const { thoughts, text } = this.#opened.split(this.#take('text', isLast));
    const rest = isLast ? this.#opened.flush() : '';
    return [...this.#thinkingEvents(told + thoughts + rest), ...this.#textEvents(text)];
  }

  #thinkingEvents(text: string): ModelEvent[] {
    this.#hasThoughts ||= text.trim() !== '';
    return text === '' ? [] : [{ type: 'thinking', text }];
  }

  #textEvents(text: string): ModelEvent[] {
    if (text === '') return [];
    this.#textLength += text.length;
    if (this.#textLength > MAX_TEXT_LENGTH)
      this.#failure ??= { error: new UpstreamError('oversized', 'the text is too long') };
    return [{ type: 'text', text }];
  }

  /** What is told is stored, so it is made storable here. The first half of an emoji waits for the other one. */
  #take(what: 'text' | 'thoughts', isLast: boolean): string {
    const text = this.#state[what];
    if (text === '') return text;
    const end = text.length - (!isLast && FIRST_HALF.test(text.slice(-1)) ? 1 : 0);
    this.#state[what] = text.slice(end);
    return toStorable(text.slice(0, end));
  }
}
