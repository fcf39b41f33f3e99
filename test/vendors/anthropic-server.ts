import { type Plan, type SeenRequest, type SseServer, startSseServer } from './sse-server.ts';

export interface AnthropicServer extends SseServer {
  /** Queues plans for the next messages, one each. */
  plan(...plans: readonly Plan[]): void;
  messages(): readonly SeenRequest[];
}

const event = (type: string, more: Readonly<Record<string, unknown>> = {}) => [{ type, ...more }, type] as const;

/** Says these pieces as the messages API does, pings included. */
export const anthropicSays = (pieces: readonly string[], stopReason = 'end_turn'): Plan => async (wire) => {
  await wire.frame(...event('message_start', { message: { id: 'msg_1', role: 'assistant', usage: { input_tokens: 9, output_tokens: 1 } } }));
  await wire.frame(...event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }));
  await wire.frame(...event('ping'));
  for (const text of pieces) await wire.frame(...event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }));
  await wire.frame(...event('content_block_stop', { index: 0 }));
  await wire.frame(...event('message_delta', { delta: { stop_reason: stopReason, stop_sequence: null }, usage: { output_tokens: pieces.length } }));
  await wire.frame(...event('message_stop'));
  wire.end();
};

export const anthropicError = (status: number, type: string, message: string): Plan => (wire) =>
  wire.refuse(status, { type: 'error', error: { type, message } });

const repeat: Plan = (wire, request) => {
  const messages = request.body['messages'] as { content: string }[];
  const words = ['You', ...` said: ${messages.at(-1)?.content ?? ''}`.split(/(?= )/)];
  const limit = Number(request.body['max_tokens']);
  return anthropicSays(words.slice(0, limit), words.length > limit ? 'max_tokens' : 'end_turn')(wire, request);
};

/** A server on the loopback that speaks Anthropic's messages API, honestly by default and faultily by plan. */
export const startAnthropicServer = async (models: readonly string[] = ['claude-sonnet-4-5']): Promise<AnthropicServer> => {
  const queue: Plan[] = [];
  const server = await startSseServer((wire, request) => {
    if (request.path.startsWith('/v1/models')) {
      const data = models.map((id) => ({ type: 'model', id, display_name: `Nice ${id}`, created_at: '2025-09-29T00:00:00Z' }));
      return wire.refuse(200, { data, has_more: false });
    }
    const planned = queue.shift();
    if (planned) return planned(wire, request);
    const { model } = request.body;
    return models.includes(String(model)) ? repeat(wire, request) : anthropicError(404, 'not_found_error', `model: ${String(model)}`)(wire, request);
  });
  return {
    ...server,
    plan: (...plans) => void queue.push(...plans),
    messages: () => server.requests.filter(({ path }) => path === '/v1/messages'),
  };
};
