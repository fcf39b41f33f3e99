import { troubleInReply } from './upstream/provider-errors.ts';
import { parseFrame, type ReadFrame, type ReplyState } from './upstream/reply-reader.ts';
import { CallDrafts } from './upstream/tool-calls.ts';

interface Counted {
  readonly prompt_tokens?: unknown;
  readonly completion_tokens?: unknown;
}

interface CallDelta {
  readonly index?: unknown;
  readonly id?: unknown;
  readonly function?: { readonly name?: unknown; readonly arguments?: unknown } | null;
}

interface Choice {
  readonly delta?: { readonly content?: unknown; readonly tool_calls?: readonly (CallDelta | null)[] | null } | null;
  readonly finish_reason?: unknown;
}

/** What we look at in a `chat.completion.chunk`; nothing of it is sure to be there or of that type. */
interface Frame {
  readonly error?: unknown;
  readonly choices?: readonly Choice[] | null;
  readonly usage?: Counted | null;
  readonly x_groq?: { readonly usage?: Counted | null } | null;
}

const isFrame = (value: unknown): value is Frame => typeof value === 'object' && value !== null;

const readChoice = (state: ReplyState, { delta, finish_reason: reason }: Choice): void => {
  const content = delta?.content;
  if (typeof content === 'string') state.text += content;
  if (typeof reason === 'string') state.reason = reason === 'length' ? 'length' : 'stop';
};

const countTokens = (state: ReplyState, { usage, x_groq: groq }: Frame): void => {
  const counted = usage ?? groq?.usage;
  if (typeof counted?.prompt_tokens === 'number') state.inputTokens = counted.prompt_tokens;
  if (typeof counted?.completion_tokens === 'number') state.outputTokens = counted.completion_tokens;
};

const readCalls = (state: ReplyState, { delta }: Choice): void => {
  const told = delta?.tool_calls;
  if (!Array.isArray(told)) return;
  for (const piece of told) {
    if (piece) (state.calls ??= new CallDrafts()).add({ index: piece.index, id: piece.id, ...piece.function });
  }
};

const readWith =
  (read: (state: ReplyState, choice: Choice) => void): ReadFrame =>
  (data, state) => {
    if (data === '[DONE]') {
      state.done = true;
      return;
    }
    const frame = parseFrame(data);
    if (!isFrame(frame)) return;
    if (frame.error) throw troubleInReply(frame.error);
    const choice = frame.choices?.[0];
    if (choice) read(state, choice);
    countTokens(state, frame);
  };

/**
 * The chat-completions dialect. Thoughts (`reasoning_content` and the like), tool calls and unknown fields are not
 * text. Counts come in a last frame without choices, on some servers in every frame: the newest holds.
 */
export const readOpenAiFrame = readWith(readChoice);

/** The same for requests that offer tools: calls are heard too. */
export const readOpenAiToolFrame = readWith((state, choice) => {
  readChoice(state, choice);
  readCalls(state, choice);
});
