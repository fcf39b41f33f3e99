import type { CutReason } from '../../domain/chat/models/ports.ts';
import { errorFromFrame } from './upstream/provider-errors.ts';
import { parseFrameJson, readTokenCount, type FrameParser, type ParserState } from './upstream/reply-parser.ts';
import { ToolCallAccumulator } from './upstream/tool-call-accumulator.ts';

interface TokenCounts {
  readonly input_tokens?: unknown;
  readonly cache_creation_input_tokens?: unknown;
  readonly cache_read_input_tokens?: unknown;
  readonly output_tokens?: unknown;
}

/** The fields used of a messages API event; all are optional and untrusted. */
interface Frame {
  readonly type?: unknown;
  readonly error?: unknown;
  readonly message?: { readonly usage?: TokenCounts | null } | null;
  readonly index?: unknown;
  readonly content_block?: { readonly type?: unknown; readonly id?: unknown; readonly name?: unknown } | null;
  readonly delta?: {
    readonly type?: unknown;
    readonly text?: unknown;
    readonly thinking?: unknown;
    readonly partial_json?: unknown;
    readonly stop_reason?: unknown;
  } | null;
  readonly usage?: TokenCounts | null;
}

const isFrame = (value: unknown): value is Frame => typeof value === 'object' && value !== null;

/** Others end a whole answer. */
const CUT_REASONS = new Map<string, CutReason>([
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['refusal', 'filtered'],
]);

const toCount = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** What is written to a cache or comes from one is counted apart. */
const countTokens = (state: ParserState, counts: TokenCounts | null | undefined): void => {
  if (typeof counts?.input_tokens === 'number')
    state.inputTokens = readTokenCount(
      counts.input_tokens + toCount(counts.cache_creation_input_tokens) + toCount(counts.cache_read_input_tokens),
    );
  if (typeof counts?.output_tokens === 'number') state.outputTokens = readTokenCount(counts.output_tokens);
};

const applyDelta = (state: ParserState, { delta }: Frame): void => {
  if (delta?.type === 'text_delta' && typeof delta.text === 'string') state.text += delta.text;
  if (delta?.type !== 'thinking_delta' || typeof delta.thinking !== 'string') return;
  state.thoughts += delta.thinking;
  state.hasThought = true;
};

const applyEnding = (state: ParserState, { delta, usage }: Frame): void => {
  countTokens(state, usage);
  if (typeof delta?.stop_reason === 'string') state.reason = CUT_REASONS.get(delta.stop_reason) ?? 'stop';
};

/** A block starts with the call's name; arguments follow in pieces under the block's index. */
const applyToolCall = (state: ParserState, { type, index, content_block: block, delta }: Frame): void => {
  if (type === 'content_block_start' && block?.type === 'tool_use') {
    (state.calls ??= new ToolCallAccumulator()).add({ index, id: block.id, name: block.name });
  }
  if (type === 'content_block_delta' && delta?.type === 'input_json_delta')
    state.calls?.add({ index, arguments: delta.partial_json });
};

const applyFrame = (frame: Frame, state: ParserState): void => {
  switch (frame.type) {
    case 'content_block_delta':
      applyDelta(state, frame);
      break;
    case 'message_start':
      countTokens(state, frame.message?.usage);
      break;
    case 'message_delta':
      applyEnding(state, frame);
      break;
    case 'message_stop':
      state.done = true;
      break;
    case 'error':
      throw errorFromFrame(frame.error);
    default: // pings, block borders, future events
  }
};

/** The messages dialect: the event type is in its data. Tool input is not text. */
export const parseAnthropicFrame: FrameParser = (data, state) => {
  const frame = parseFrameJson(data, state);
  if (isFrame(frame)) applyFrame(frame, state);
};

/** The same for requests with tools: collects calls. */
export const parseAnthropicToolFrame: FrameParser = (data, state) => {
  const frame = parseFrameJson(data, state);
  if (!isFrame(frame)) return;
  applyFrame(frame, state);
  applyToolCall(state, frame);
};
