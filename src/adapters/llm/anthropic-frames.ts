import { troubleInReply } from './upstream/provider-errors.ts';
import { parseFrame, type ReadFrame, type ReplyState } from './upstream/reply-reader.ts';
import { CallDrafts } from './upstream/tool-calls.ts';

interface Counted {
  readonly input_tokens?: unknown;
  readonly output_tokens?: unknown;
}

/** What we look at in an event of the messages API; nothing of it is sure to be there or of that type. */
interface Frame {
  readonly type?: unknown;
  readonly error?: unknown;
  readonly message?: { readonly usage?: Counted | null } | null;
  readonly index?: unknown;
  readonly content_block?: { readonly type?: unknown; readonly id?: unknown; readonly name?: unknown } | null;
  readonly delta?: {
    readonly type?: unknown;
    readonly text?: unknown;
    readonly partial_json?: unknown;
    readonly stop_reason?: unknown;
  } | null;
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

/** A block begins with the call's name, its arguments follow in pieces under the block's number. */
const readCall = (state: ReplyState, { type, index, content_block: block, delta }: Frame): void => {
  if (type === 'content_block_start' && block?.type === 'tool_use') {
    (state.calls ??= new CallDrafts()).add({ index, id: block.id, name: block.name });
  }
  if (type === 'content_block_delta' && delta?.type === 'input_json_delta')
    state.calls?.add({ index, arguments: delta.partial_json });
};

const readFrame = (frame: Frame, state: ReplyState): void => {
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

/** The messages dialect: the kind of each event stands in its data. Thinking and tool input are not text. */
export const readAnthropicFrame: ReadFrame = (data, state) => {
  const frame = parseFrame(data);
  if (isFrame(frame)) readFrame(frame, state);
};

/** The same for requests that offer tools: calls are heard too. */
export const readAnthropicToolFrame: ReadFrame = (data, state) => {
  const frame = parseFrame(data);
  if (!isFrame(frame)) return;
  readFrame(frame, state);
  readCall(state, frame);
};
