import { type ScriptedResponse, type RecordedRequest, type SseServer, startSseServer } from './sse-server.ts';

export interface AnthropicServer extends SseServer {
  /** Queues plans for the next messages, one each. */
  enqueue(...plans: readonly ScriptedResponse[]): void;
  messages(): readonly RecordedRequest[];
}

const event = (type: string, more: Readonly<Record<string, unknown>> = {}) => [{ type, ...more }, type] as const;

/** Says these pieces as the messages API does, pings included. */
export const anthropicText =
  (pieces: readonly string[], stopReason = 'end_turn', cached: object = {}): ScriptedResponse =>
  async (wire) => {
    await wire.sendEvent(
      ...event('message_start', {
        message: { id: 'msg_1', role: 'assistant', usage: { input_tokens: 9, output_tokens: 1, ...cached } },
      }),
    );
    await wire.sendEvent(...event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }));
    await wire.sendEvent(...event('ping'));
    for (const text of pieces)
      await wire.sendEvent(...event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }));
    await wire.sendEvent(...event('content_block_stop', { index: 0 }));
    await wire.sendEvent(
      ...event('message_delta', {
        delta: { stop_reason: stopReason, stop_sequence: null },
        usage: { output_tokens: pieces.length },
      }),
    );
    await wire.sendEvent(...event('message_stop'));
    wire.end();
  };

export interface ScriptedToolCall {
  readonly id: string;
  readonly name: string;
  /** The arguments in the pieces in which they are sent. */
  readonly pieces: readonly string[];
}

/** Says a text and then wishes for these calls, each a block of its own. */
export const anthropicToolCalls =
  (text: string, ...toolCalls: readonly ScriptedToolCall[]): ScriptedResponse =>
  async (wire) => {
    await wire.sendEvent(
      ...event('message_start', {
        message: { id: 'msg_1', role: 'assistant', usage: { input_tokens: 20, output_tokens: 1 } },
      }),
    );
    await wire.sendEvent(...event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }));
    if (text !== '')
      await wire.sendEvent(...event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }));
    await wire.sendEvent(...event('content_block_stop', { index: 0 }));
    for (const [at, { id, name, pieces }] of toolCalls.entries()) {
      const index = at + 1;
      await wire.sendEvent(
        ...event('content_block_start', { index, content_block: { type: 'tool_use', id, name, input: {} } }),
      );
      for (const piece of ['', ...pieces])
        await wire.sendEvent(
          ...event('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json: piece } }),
        );
      await wire.sendEvent(...event('content_block_stop', { index }));
    }
    await wire.sendEvent(
      ...event('message_delta', {
        delta: { stop_reason: 'tool_use', stop_sequence: null },
        usage: { output_tokens: 5 },
      }),
    );
    await wire.sendEvent(...event('message_stop'));
    wire.end();
  };

/** The tools that a request forces the model to wish for. */
const forcedTools = ({ body }: RecordedRequest): string[] => {
  const choice = body['tool_choice'] as { type: string; name: string } | undefined;
  const tools = (body['tools'] ?? []) as { name: string }[];
  if (choice?.type === 'any') return tools.map(({ name }) => name);
  return choice?.type === 'tool' ? [choice.name] : [];
};

export const anthropicError =
  (status: number, type: string, message: string): ScriptedResponse =>
  (wire) =>
    wire.respond(status, { type: 'error', error: { type, message } });

/** The last text that was said, or the last result of a tool. */
const lastText = (request: RecordedRequest): string => {
  const { content } = (request.body['messages'] as { content: string | { content?: string }[] }[]).at(-1) ?? {
    content: '',
  };
  return typeof content === 'string' ? content : (content.at(-1)?.content ?? '');
};

const echo: ScriptedResponse = (wire, request) => {
  const names = forcedTools(request);
  if (names.length > 0) {
    return anthropicToolCalls(
      '',
      ...names.map((name, index) => ({ id: `toolu_${index}`, name, pieces: ['{"to', `pic":"${name}"`, '}'] })),
    )(wire, request);
  }
  const words = ['You', ...` said: ${lastText(request)}`.split(/(?= )/)];
  const limit = Number(request.body['max_tokens']);
  return anthropicText(words.slice(0, limit), words.length > limit ? 'max_tokens' : 'end_turn')(wire, request);
};

/** A server on the loopback that speaks Anthropic's messages API, honestly by default and faultily by plan. */
export const startAnthropicServer = async (
  models: readonly string[] = ['claude-sonnet-4-5'],
): Promise<AnthropicServer> => {
  const queue: ScriptedResponse[] = [];
  const server = await startSseServer((wire, request) => {
    if (request.path.startsWith('/v1/models')) {
      const data = models.map((id) => ({
        type: 'model',
        id,
        display_name: `Nice ${id}`,
        created_at: '2025-09-29T00:00:00Z',
      }));
      return wire.respond(200, { data, has_more: false });
    }
    const scripted = queue.shift();
    if (scripted) return scripted(wire, request);
    const { model } = request.body;
    return models.includes(String(model))
      ? echo(wire, request)
      : anthropicError(404, 'not_found_error', `model: ${String(model)}`)(wire, request);
  });
  return {
    ...server,
    enqueue: (...plans) => void queue.push(...plans),
    messages: () => server.requests.filter(({ path }) => path === '/v1/messages'),
  };
};
