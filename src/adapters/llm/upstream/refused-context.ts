import type { UpstreamError } from './upstream-error.ts';

/** How vLLM and OpenAI, llama.cpp, LM Studio, Together, Google and Anthropic name what a model takes. */
const CONTEXTS = [
  /maximum context length is (\d+)/i,
  /context size \((\d+) tokens\)/i,
  /context length of only (\d+)/i,
  /must be <= (\d+)/,
  /number of tokens allowed \((\d+)\)/i,
  /tokens > (\d+) maximum/,
];

/** Less is no model's. */
const MIN_CONTEXT_TOKENS = 256;

/** Tokens of prompt and answer together, if a refusal names them: many lists do not. */
export const refusedContext = ({ kind, message }: UpstreamError): number | undefined => {
  const told = kind === 'tooLong' ? CONTEXTS.map((pattern) => pattern.exec(message)?.[1]).find(Boolean) : undefined;
  const tokens = Number(told ?? 0);
  return tokens >= MIN_CONTEXT_TOKENS ? tokens : undefined;
};
