import type { ModelRequest } from '../../domain/chat/ports.ts';
import type { UpstreamTrouble } from './upstream/trouble.ts';

/** Which optional fields a server takes. Compatible servers differ in nothing else that we use. */
export interface Dialect {
  readonly tokenLimit: 'max_completion_tokens' | 'max_tokens';
  readonly sampling: boolean;
  readonly usage: boolean;
}

/** The body of a streamed completion in that dialect. */
export const completionBody = ({ model, messages, temperature, topP, maxTokens }: ModelRequest, dialect: Dialect) => ({
  model,
  messages: messages.map(({ role, content }) => ({ role, content })),
  stream: true as const,
  [dialect.tokenLimit]: maxTokens,
  ...(dialect.sampling && { temperature, top_p: topP }),
  ...(dialect.usage && { stream_options: { include_usage: true } }),
});

/**
 * The dialect to try next after a server refused a request and named one of the optional fields: models that reason
 * refuse sampling, older servers know `max_tokens` only, some refuse what they do not know. Undefined: nothing to give up.
 */
export const humbler = (dialect: Dialect, refusal: UpstreamTrouble): Dialect | undefined => {
  if (refusal.situation !== 'requestRefused') return undefined;
  const said = refusal.message;
  if (dialect.sampling && /temperature|top_p/.test(said)) return { ...dialect, sampling: false };
  if (dialect.usage && /stream_options|include_usage/.test(said)) return { ...dialect, usage: false };
  if (dialect.tokenLimit === 'max_completion_tokens' && said.includes('max_completion_tokens')) {
    return { ...dialect, tokenLimit: 'max_tokens' };
  }
  return undefined;
};
