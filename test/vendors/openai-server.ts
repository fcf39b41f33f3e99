import {
  type ScriptedResponse,
  type RecordedRequest,
  type SseServer,
  startSseServer,
  type SseConnection,
} from './sse-server.ts';

export type { ScriptedResponse, RecordedRequest, SseConnection } from './sse-server.ts';

export interface OpenAiServerOptions {
  /** The models it lists; asked for another one it answers 404. Not given: it lists one and serves any. */
  readonly models?: readonly string[];
  /**
   * How it answers a completion when no plan is queued. Not given: it repeats the question word by word, and calls
   * the tools it is forced to.
   */
  readonly reply?: ScriptedResponse;
  /** How it answers a request for its list of models. */
  readonly list?: ScriptedResponse;
}

export interface OpenAiServer extends SseServer {
  /** Queues plans for the next completions, one each. */
  enqueue(...plans: readonly ScriptedResponse[]): void;
  /** The completions among the requests. */
  completions(): readonly RecordedRequest[];
  /** The requests for the list of models. */
  listings(): readonly RecordedRequest[];
}

/** One `chat.completion.chunk` as OpenAI writes it. */
export const chunk = (delta: Readonly<Record<string, unknown>>, finish: string | null = null) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  system_fingerprint: 'fp_1',
  choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
});

export const usageChunk = (input: number, output: number) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [],
  usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
});

export const DONE = 'data: [DONE]\n\n';

/** Says these pieces, each in its own network write, and ends as OpenAI does. */
export const streamsText =
  (...pieces: readonly string[]): ScriptedResponse =>
  async (wire) => {
    await wire.sendEvent(chunk({ role: 'assistant', content: '' }));
    for (const content of pieces) await wire.sendEvent(chunk({ content }));
    await wire.sendEvent(chunk({}, 'stop'));
    await wire.sendEvent(usageChunk(7, pieces.length));
    await wire.sendBytes(DONE);
    wire.end();
  };

export interface ScriptedToolCall {
  readonly id: string;
  readonly name: string;
  /** The arguments in the pieces in which they are sent. */
  readonly pieces: readonly string[];
}

/** Says a text and then wishes for these calls, piece by piece as OpenAI does. */
export const streamsToolCalls =
  (text: string, ...toolCalls: readonly ScriptedToolCall[]): ScriptedResponse =>
  async (wire) => {
    await wire.sendEvent(chunk({ role: 'assistant', content: text === '' ? null : text }));
    for (const [index, { id, name, pieces }] of toolCalls.entries()) {
      await wire.sendEvent(chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }));
      for (const piece of pieces)
        await wire.sendEvent(chunk({ tool_calls: [{ index, function: { arguments: piece } }] }));
    }
    await wire.sendEvent(chunk({}, 'tool_calls'));
    await wire.sendEvent(usageChunk(20, 5));
    await wire.sendBytes(DONE);
    wire.end();
  };

/** The tools that a request forces the model to wish for. */
const forcedTools = ({ body }: RecordedRequest): string[] => {
  const choice = body['tool_choice'] as string | { function: { name: string } } | undefined;
  const tools = (body['tools'] ?? []) as { function: { name: string } }[];
  if (choice === 'required') return tools.map((tool) => tool.function.name);
  return typeof choice === 'object' ? [choice.function.name] : [];
};

export const respondsWithError =
  (status: number, error: unknown, headers: Readonly<Record<string, string>> = {}): ScriptedResponse =>
  (wire) =>
    wire.respond(status, typeof error === 'string' ? error : { error }, headers);

/** Sends one frame of `text` every `everyMs` milliseconds, `tokens` times: the load of the bench. */
export const streamsPaced = ({
  tokens,
  everyMs,
  text = 'token ',
}: {
  tokens: number;
  everyMs: number;
  text?: string;
}): ScriptedResponse => {
  const frame = `data: ${JSON.stringify(chunk({ content: text }))}\n\n`;
  return (wire) =>
    new Promise((resolve) => {
      let sent = 0;
      const timer = setInterval(() => {
        sent += 1;
        if (sent <= tokens) {
          void wire.sendBytes(frame);
          return;
        }
        clearInterval(timer);
        void wire.sendBytes(
          `data: ${JSON.stringify(chunk({}, 'stop'))}\n\ndata: ${JSON.stringify(usageChunk(1, tokens))}\n\n${DONE}`,
        );
        wire.end();
        resolve();
      }, everyMs);
      void wire.closed.then(() => {
        clearInterval(timer);
        resolve();
      });
    });
};

const lastQuestion = (body: RecordedRequest['body']): string => {
  const messages = Array.isArray(body['messages']) ? (body['messages'] as { content?: unknown }[]) : [];
  return String(messages.at(-1)?.content ?? '');
};

const echo: ScriptedResponse = async (wire, { body }) => {
  const words = ['You', ...` said: ${lastQuestion(body)}`.split(/(?= )/)];
  const limit = Number(body['max_completion_tokens'] ?? body['max_tokens'] ?? Infinity);
  for (const content of words.slice(0, limit)) await wire.sendEvent(chunk({ content }));
  await wire.sendEvent(chunk({}, words.length > limit ? 'length' : 'stop'));
  await wire.sendEvent(usageChunk(words.length, Math.min(words.length, limit)));
  await wire.sendBytes(DONE);
  wire.end();
};

export const listsModels =
  (models: readonly string[]): ScriptedResponse =>
  (wire) =>
    wire.respond(200, {
      object: 'list',
      data: models.map((id) => ({ id, object: 'model', created: 1700000000, owned_by: 'Fake Labs' })),
    });

const unknownModel = (model: unknown): ScriptedResponse =>
  respondsWithError(404, {
    message: `The model \`${String(model)}\` does not exist`,
    type: 'invalid_request_error',
    code: 'model_not_found',
  });

/** A server on the loopback that speaks OpenAI's wire format, honestly by default and faultily by plan. */
export const startOpenAiServer = async (options: OpenAiServerOptions = {}): Promise<OpenAiServer> => {
  const queue: ScriptedResponse[] = [];
  const { models, reply = echo } = options;
  const complete = (wire: SseConnection, request: RecordedRequest) => {
    const scripted = queue.shift();
    if (scripted) return scripted(wire, request);
    if (models && !models.includes(String(request.body['model'])))
      return unknownModel(request.body['model'])(wire, request);
    const names = forcedTools(request);
    if (names.length === 0 || options.reply) return reply(wire, request);
    return streamsToolCalls(
      '',
      ...names.map((name, index) => ({ id: `call_${index}`, name, pieces: ['{"to', `pic":"${name}"`, '}'] })),
    )(wire, request);
  };
  const list = options.list ?? listsModels(models ?? ['fake-model']);
  const server = await startSseServer((wire, request) => {
    if (request.path.endsWith('/chat/completions')) return complete(wire, request);
    if (request.path.endsWith('/models')) return list(wire, request);
    return respondsWithError(404, { message: 'no such address' })(wire, request);
  });
  return {
    ...server,
    url: `${server.url}/v1`,
    enqueue: (...plans) => void queue.push(...plans),
    completions: () => server.requests.filter(({ path }) => path.endsWith('/chat/completions')),
    listings: () => server.requests.filter(({ path }) => path.endsWith('/models')),
  };
};
