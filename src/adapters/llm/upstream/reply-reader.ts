import type { ModelEvent } from '../../../domain/chat/ports.ts';
import type { CallLimits } from './limits.ts';
import { SseFrames } from './sse.ts';
import type { CallDrafts } from './tool-calls.ts';
import { UpstreamTrouble } from './trouble.ts';

/** What a provider's frames have said so far. One object per reply, changed in place: this is the hot path. */
export class ReplyState {
  /** Text not yet handed on. */
  text = '';
  reason: 'stop' | 'length' | undefined;
  /** Tool calls as far as they were told; undefined in the ordinary reply, which has none. */
  calls: CallDrafts | undefined;
  /** The provider said that nothing more follows. */
  done = false;
  inputTokens: number | undefined;
  outputTokens: number | undefined;
}

/** Reads one frame of a provider's dialect into the state. Throws `UpstreamTrouble` for an error told in the stream. */
export type ReadFrame = (data: string, state: ReplyState) => void;

/** Parses a frame's JSON without checking its shape: the dialects look at each field they use. */
export const parseFrame = (data: string): unknown => {
  try {
    return JSON.parse(data);
  } catch {
    throw new UpstreamTrouble('garbled', 'a frame is not JSON');
  }
};

/** Turns chunks into text and knows in the end whether the reply was whole. */
export class ReplyReader {
  readonly #state = new ReplyState();
  readonly #frames: SseFrames;
  readonly #bodyBytes: number;
  #bytes = 0;
  #spoken = false;
  #failure: { readonly error: unknown } | undefined;

  constructor(readFrame: ReadFrame, limits: CallLimits) {
    this.#frames = new SseFrames(limits.lineLength, (data) => readFrame(data, this.#state));
    this.#bodyBytes = limits.bodyBytes;
  }

  /** The text of these chunks, all their frames joined. What stood before a fault in them is still answered. */
  read(chunks: readonly Buffer[]): string {
    try {
      for (const chunk of chunks) {
        this.#bytes += chunk.length;
        if (this.#bytes > this.#bodyBytes) throw new UpstreamTrouble('oversized', 'the body is too long');
        this.#frames.push(chunk);
      }
    } catch (error) {
      this.#failure = { error };
    }
    return this.#drain();
  }

  /** The body broke. Harmless once the model has said why it stopped: only the farewell is missing then. */
  fail(error: unknown): void {
    if (this.#state.reason === undefined) this.#failure ??= { error };
  }

  get finished(): boolean {
    return this.#state.done || this.#failure !== undefined;
  }

  /** The provider ended its reply by itself, so the connection may be used again. */
  get whole(): boolean {
    return this.#state.done && this.#failure === undefined;
  }

  /** The body is over: the closing events, after text that stood in a last frame without its end. Throws what was wrong. */
  conclude(): ModelEvent[] {
    if (!this.finished) this.#frames.end();
    const rest = this.#drain();
    const { inputTokens = 0, outputTokens = 0, reason = 'stop' } = this.#state;
    const calls = this.#calls();
    this.#checkWhole(calls.length > 0);
    const events: ModelEvent[] = rest === '' ? [] : [{ type: 'text', text: rest }];
    events.push(...calls);
    if (inputTokens + outputTokens > 0) events.push({ type: 'usage', inputTokens, outputTokens });
    // Some servers say `stop` behind their calls.
    events.push({ type: 'end', reason: calls.length > 0 && reason === 'stop' ? 'tool-calls' : reason });
    return events;
  }

  #calls(): ModelEvent[] {
    const { calls, reason } = this.#state;
    return calls?.complete(reason === 'length').map((call) => ({ type: 'tool-call', ...call })) ?? [];
  }

  #checkWhole(hasCalls: boolean): void {
    const { reason, done } = this.#state;
    if (this.#failure !== undefined) throw this.#failure.error;
    if (reason === undefined && !done) throw new UpstreamTrouble('cut', 'the stream ended in the middle');
    if (!this.#spoken && !hasCalls) throw new UpstreamTrouble(reason === 'length' ? 'allTokensThought' : 'empty');
  }

  #drain(): string {
    const { text } = this.#state;
    if (text !== '') {
      this.#state.text = '';
      this.#spoken = true;
    }
    return text;
  }
}
