import { troubleInReply } from './upstream/provider-errors.ts';
import { parseFrame, type ReadFrame, type ReplyState } from './upstream/reply-reader.ts';

interface Counted {
  readonly input_tokens?: unknown;
  readonly output_tokens?: unknown;
}

/** What we look at in an event of the messages API; nothing of it is sure to be there or of that type. */
interface Frame {
  readonly type?: unknown;
  readonly error?: unknown;
  readonly message?: { readonly usage?: Counted | null } | null;
  readonly delta?: { readonly type?: unknown; readonly text?: unknown; readonly stop_reason?: unknown } | null;
  readonly usage?: Counted | null;
}

const isFrame = (value: unknown): value is Frame => typeof value === 'object' && value !== null;

const LENGTH = new Set<unknown>(['max_tokens', 'model_context_window_exceeded']);

const count = (state: ReplyState, counted: Counted | null | undefined): void => {
  if (typeof counted?.input_tokens === 'number') state.inputTokens = counted.input_tokens;
  if (typeof counted?.output_tokens === 'number') state.outputTokens = counted.output_tokens;
};

const readDelta = (state: ReplyState, { delta }: Frame): void => {
  if (delta?.type === 'text_delta' && typeof delta.text === 'string') state.text += delta.text;
};

const readEnding = (state: ReplyState, { delta, usage }: Frame): void => {
  count(state, usage);
  if (typeof delta?.stop_reason === 'string') state.reason = LENGTH.has(delta.stop_reason) ? 'length' : 'stop';
};

/** The messages dialect: the kind of each event stands in its data. Thinking and tool input are not text. */
export const readAnthropicFrame: ReadFrame = (data, state) => {
  const frame = parseFrame(data);
  if (!isFrame(frame)) return;
  switch (frame.type) {
    case 'content_block_delta':
      readDelta(state, frame);
      break;
    case 'message_start':
      count(state, frame.message?.usage);
      break;
    case 'message_delta':
      readEnding(state, frame);
      break;
    case 'message_stop':
      state.done = true;
      break;
    case 'error':
      throw troubleInReply(frame.error);
    default: // pings, block borders and whatever is added one day
  }
};
