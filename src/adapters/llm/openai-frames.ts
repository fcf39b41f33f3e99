import { isRecord } from '../../shared/schema.ts';
import { errorFromFrame } from './upstream/provider-errors.ts';
import { parseFrameJson, readTokenCount, type FrameParser, type ParserState } from './upstream/reply-parser.ts';
import { ReasoningDetails } from './upstream/reasoning-details.ts';
import { ToolCallAccumulator } from './upstream/tool-call-accumulator.ts';
import { UpstreamError } from './upstream/upstream-error.ts';

interface TokenCounts {
  readonly prompt_tokens?: unknown;
  readonly completion_tokens?: unknown;
  readonly completion_tokens_details?: { readonly reasoning_tokens?: unknown } | null;
}

interface ToolCallDelta {
  readonly index?: unknown;
  readonly id?: unknown;
  readonly extra_content?: unknown;
  readonly function?: { readonly name?: unknown; readonly arguments?: unknown } | null;
}

interface Delta {
  readonly content?: unknown;
  /** Of DeepSeek, Kimi, Qwen, vLLM, SGLang, llama.cpp, LM Studio and LiteLLM. */
  readonly reasoning_content?: unknown;
  /** Of OpenRouter, Groq, Ollama, Together and newer vLLM. */
  readonly reasoning?: unknown;
  readonly reasoning_details?: unknown;
  readonly tool_calls?: readonly (ToolCallDelta | null)[] | null;
}

interface Choice {
  readonly delta?: Delta | null;
  /** Of servers that do not stream: all at once. */
  readonly message?: Delta | null;
  readonly finish_reason?: unknown;
  readonly error?: unknown;
}

/** The fields used of a `chat.completion.chunk`; all are optional and untrusted. */
interface Frame {
  /** `error` where the frame itself is one. */
  readonly object?: unknown;
  readonly error?: unknown;
  readonly choices?: readonly Choice[] | null;
  readonly usage?: TokenCounts | null;
  readonly x_groq?: { readonly usage?: TokenCounts | null } | null;
}

const isFrame = (value: unknown): value is Frame => typeof value === 'object' && value !== null;

/** Length: of Mistral, and of gateways to Anthropic and Google. */
const LENGTH_REASONS = /^(?:length|model_length|max_tokens)$/i;
/** The server gave up, as OpenRouter, Mistral, vLLM, DeepSeek and Zhipu tell. */
const BROKEN_REASONS = /^(?:error|abort|insufficient_system_resource|network_error)$/;
const FILTER_REASONS = /^(?:content_filter|safety|sensitive)$/i;

const applyReason = (state: ParserState, { finish_reason: reason, error }: Choice): void => {
  // Some servers send a blank one with every piece.
  if (typeof reason !== 'string' || reason === '' || reason === 'null') return;
  if (BROKEN_REASONS.test(reason)) throw error ? errorFromFrame(error) : new UpstreamError('cut', reason);
  state.reason = LENGTH_REASONS.test(reason) ? 'length' : FILTER_REASONS.test(reason) ? 'filtered' : 'stop';
};

/** One part of a content: a text, or of Mistral's reasoning models thoughts, which are a list of texts. */
const applyPart = (state: ParserState, part: unknown): void => {
  if (!isRecord(part)) return;
  if (typeof part['text'] === 'string') state.text += part['text'];
  const thoughts = part['thinking'];
  if (Array.isArray(thoughts))
    for (const thought of thoughts) if (isRecord(thought)) addThoughts(state, thought['text']);
};

const addThoughts = (state: ParserState, text: unknown): void => {
  if (typeof text !== 'string' || text === '') return;
  state.thoughts += text;
  state.hasThought = true;
};

const applyChoice = (state: ParserState, choice: Choice): void => {
  const { content, reasoning_content: thoughts, reasoning = thoughts } = choice.delta ?? choice.message ?? {};
  // Some servers tell both, of which one is empty or null.
  addThoughts(state, thoughts || reasoning);
  if (typeof content === 'string') state.text += content;
  else if (Array.isArray(content)) for (const part of content) applyPart(state, part);
  applyReason(state, choice);
};

const countTokens = (state: ParserState, { usage, x_groq: groq }: Frame): void => {
  const counts = usage ?? groq?.usage;
  if (typeof counts?.prompt_tokens === 'number') state.inputTokens = readTokenCount(counts.prompt_tokens);
  if (typeof counts?.completion_tokens === 'number') state.outputTokens = readTokenCount(counts.completion_tokens);
  if (Number(counts?.completion_tokens_details?.reasoning_tokens) > 0) state.hasThought = true;
};

const applyToolCalls = (state: ParserState, { delta, message }: Choice): void => {
  const { tool_calls: deltas, reasoning_details: details } = delta ?? message ?? {};
  if (details) (state.details ??= new ReasoningDetails()).add(details);
  if (!Array.isArray(deltas)) return;
  for (const piece of deltas) {
    if (!piece) continue;
    const { index, id, extra_content: extra } = piece;
    (state.calls ??= new ToolCallAccumulator()).add({ index, id, extra, ...piece.function });
  }
};

const createFrameParser =
  (apply: (state: ParserState, choice: Choice) => void): FrameParser =>
  (data, state) => {
    if (data.startsWith('[DONE]')) {
      state.done = true;
      return;
    }
    const frame = parseFrameJson(data, state);
    if (!isFrame(frame)) return;
    if (frame.error || frame.object === 'error') throw errorFromFrame(frame.error || frame);
    const choice = frame.choices?.[0];
    if (choice) apply(state, choice);
    countTokens(state, frame);
  };

/**
 * The chat-completions dialect. Tool calls and unknown fields are not text. Token counts come in a last frame without
 * choices, on some servers in every frame: the newest wins.
 */
export const parseOpenAiFrame = createFrameParser(applyChoice);

/** The same for requests with tools: collects calls. */
export const parseOpenAiToolFrame = createFrameParser((state, choice) => {
  applyChoice(state, choice);
  applyToolCalls(state, choice);
});
