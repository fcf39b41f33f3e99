import { errorFromFrame } from './upstream/provider-errors.ts';
import { parseFrameJson, readTokenCount, type FrameParser, type ParserState } from './upstream/reply-parser.ts';
import { ToolCallAccumulator } from './upstream/tool-call-accumulator.ts';

interface TokenCounts {
  readonly prompt_tokens?: unknown;
  readonly completion_tokens?: unknown;
}

interface ToolCallDelta {
  readonly index?: unknown;
  readonly id?: unknown;
  readonly function?: { readonly name?: unknown; readonly arguments?: unknown } | null;
}

interface Choice {
  readonly delta?: {
    readonly content?: unknown;
    readonly tool_calls?: readonly (ToolCallDelta | null)[] | null;
  } | null;
  readonly finish_reason?: unknown;
}

/** The fields used of a `chat.completion.chunk`; all are optional and untrusted. */
interface Frame {
  readonly error?: unknown;
  readonly choices?: readonly Choice[] | null;
  readonly usage?: TokenCounts | null;
  readonly x_groq?: { readonly usage?: TokenCounts | null } | null;
}

const isFrame = (value: unknown): value is Frame => typeof value === 'object' && value !== null;

const applyChoice = (state: ParserState, { delta, finish_reason: reason }: Choice): void => {
  const content = delta?.content;
  if (typeof content === 'string') state.text += content;
  if (typeof reason === 'string') state.reason = reason === 'length' ? 'length' : 'stop';
};

const countTokens = (state: ParserState, { usage, x_groq: groq }: Frame): void => {
  const counts = usage ?? groq?.usage;
  if (typeof counts?.prompt_tokens === 'number') state.inputTokens = readTokenCount(counts.prompt_tokens);
  if (typeof counts?.completion_tokens === 'number') state.outputTokens = readTokenCount(counts.completion_tokens);
};

const applyToolCalls = (state: ParserState, { delta }: Choice): void => {
  const deltas = delta?.tool_calls;
  if (!Array.isArray(deltas)) return;
  for (const piece of deltas) {
    if (piece) (state.calls ??= new ToolCallAccumulator()).add({ index: piece.index, id: piece.id, ...piece.function });
  }
};

const createFrameParser =
  (apply: (state: ParserState, choice: Choice) => void): FrameParser =>
  (data, state) => {
    if (data === '[DONE]') {
      state.done = true;
      return;
    }
    const frame = parseFrameJson(data, state);
    if (!isFrame(frame)) return;
    if (frame.error) throw errorFromFrame(frame.error);
    const choice = frame.choices?.[0];
    if (choice) apply(state, choice);
    countTokens(state, frame);
  };

/**
 * The chat-completions dialect. Reasoning (`reasoning_content` and the like), tool calls and unknown fields are not
 * text. Token counts come in a last frame without choices, on some servers in every frame: the newest wins.
 */
export const parseOpenAiFrame = createFrameParser(applyChoice);

/** The same for requests with tools: collects calls. */
export const parseOpenAiToolFrame = createFrameParser((state, choice) => {
  applyChoice(state, choice);
  applyToolCalls(state, choice);
});
