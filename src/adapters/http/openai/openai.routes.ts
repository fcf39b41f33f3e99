import type { Context } from 'koa';

import * as contract from '../../../contract/openai.ts';
import { CreateCompletion, type CompletionEvent } from '../../../domain/chat/replies/create-completion.ts';
import { LanguageModels } from '../../../domain/chat/models/ports.ts';
import { UnknownModel } from '../../../domain/chat/errors.ts';
import type { Ids } from '../../../domain/kernel/ports.ts';
import { reportStreamError } from '../analytics-middleware.ts';
import { RESPONSE_SENT, type Mount } from '../mount.ts';
import {
  toToolCall,
  CompletionChunkEncoder,
  encodeErrorChunk,
  FINISH_REASONS,
  type CompletionHead,
  toUsage,
} from './openai-chunk-encoder.ts';
import { toOpenAiFailure } from './openai-errors.ts';
import { toModelRequest } from './openai-request.ts';
import { toRequester } from '../authenticator.ts';
import { toFailure } from '../errors/report-errors.ts';
import { openStream, disconnectSignal, writeWithBackpressure } from '../streaming/event-stream.ts';
import type { Handlers } from '../handlers.ts';

export const openAiHandlers = {
  createCompletion: CreateCompletion,
  models: LanguageModels,
};

export type OpenAiHandlers = Handlers<typeof openAiHandlers>;

/** Dependencies besides the handlers: ids for completions, and how errors of a stream are reported and told. */
export interface OpenAiDeps {
  readonly ids: Ids;
  readonly failed: (what: string, error: unknown, id: string) => void;
  readonly sellsPlans: boolean;
}

type Events = AsyncGenerator<CompletionEvent, void>;
type Step = IteratorResult<CompletionEvent, void>;

/** How long the head waits for the first event, so that a refusal has its status; later, proxies would give up. */
const FIRST_EVENT_TIMEOUT_MS = 15_000;

export const openAiRoutes = (mount: Mount, handlers: OpenAiHandlers, deps: OpenAiDeps): void => {
  const modelsFor = async (allowed: readonly string[] | null | undefined) =>
    (await handlers.models.list())
      .filter(({ id }) => allowed?.includes(id) ?? true)
      .map(({ id, created, ownedBy }) => ({ id, object: 'model' as const, created, owned_by: ownedBy }));
  mount(contract.listModels, async ({ principal: { rights } }) => ({
    object: 'list' as const,
    data: await modelsFor(rights?.models),
  }));
  mount(contract.getModel, async ({ params: { id }, principal: { rights } }) => {
    const model = (await modelsFor(rights?.models)).find((each) => each.id === id);
    if (!model) throw new UnknownModel(id);
    return model;
  });
  mount(contract.createCompletion, async ({ body, principal, ctx }) => {
    const input = { requester: toRequester(principal), request: toModelRequest(body), signal: disconnectSignal(ctx) };
    const events = handlers.createCompletion.execute(input);
    const admitted = await events.next();
    const model = admitted.done !== true && admitted.value.type === 'model' ? admitted.value.model : body.model;
    const head = { id: `chatcmpl-${deps.ids.next()}`, created: Math.floor(Date.now() / 1000), model };
    if (!body.stream) return collectCompletion(head, events);
    return streamCompletion(
      ctx,
      events,
      new CompletionChunkEncoder(head, body.stream_options?.include_usage ?? false),
      deps,
    );
  });
};

const collectCompletion = async (head: CompletionHead, events: Events) => {
  const calls: ReturnType<typeof toToolCall>[] = [];
  const texts = { text: '', thinking: '' };
  let usage = toUsage(0, 0);
  let finish: (typeof FINISH_REASONS)[keyof typeof FINISH_REASONS] = 'stop';
  for await (const event of events) {
    if (event.type === 'text' || event.type === 'thinking') texts[event.type] += event.text;
    else if (event.type === 'tool-call') calls.push(toToolCall(event));
    else if (event.type === 'usage') usage = toUsage(event.inputTokens, event.outputTokens);
    else if (event.type === 'end') finish = FINISH_REASONS[event.reason];
  }
  return {
    ...head,
    object: 'chat.completion' as const,
    choices: [
      { index: 0, message: toMessage(texts.text, texts.thinking, calls), logprobs: null, finish_reason: finish },
    ],
    usage,
  };
};

const toMessage = (text: string, thoughts: string, calls: readonly ReturnType<typeof toToolCall>[]) => ({
  role: 'assistant' as const,
  content: text === '' && calls.length > 0 ? null : text,
  refusal: null,
  ...(thoughts !== '' && { reasoning_content: thoughts }),
  ...(calls.length > 0 && { tool_calls: [...calls] }),
});

/** Waits for the first event, opens the stream and writes. Throws only errors before the stream was open. */
const streamCompletion = async (
  ctx: Context,
  events: Events,
  chunks: CompletionChunkEncoder,
  deps: OpenAiDeps,
): Promise<typeof RESPONSE_SENT> => {
  const first = events.next();
  await waitAtMost(first);
  openStream(ctx);
  ctx.res.write(chunks.first());
  try {
    await writeEvents(ctx, first, events, chunks);
  } catch (error) {
    writeError(ctx, error, deps);
  } finally {
    await events.return();
  }
  ctx.res.end();
  return RESPONSE_SENT;
};

const writeEvents = async (
  { res }: Context,
  first: Promise<Step>,
  events: Events,
  chunks: CompletionChunkEncoder,
): Promise<void> => {
  for (let step = await first; step.done !== true; step = await events.next()) {
    if (step.value.type === 'model') continue;
    await writeWithBackpressure(res, chunks.encode(step.value));
  }
};

const writeError = (ctx: Context, error: unknown, { ids, failed, sellsPlans }: OpenAiDeps): void => {
  const id = ids.next();
  const plain = toFailure(error, id, { sellsPlans });
  failed(`${ctx.method} ${String(ctx['_matchedRoute'] ?? '')}`, error, String(plain.body['id'] ?? ''));
  reportStreamError(ctx, [{ type: 'error', ...plain.body }]);
  ctx.res.write(encodeErrorChunk(toOpenAiFailure(error, plain).error));
};

/** Resolves with `work` or after `FIRST_EVENT_TIMEOUT_MS`; rejects if `work` does before. */
const waitAtMost = async (work: Promise<Step>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => (timer = setTimeout(resolve, FIRST_EVENT_TIMEOUT_MS)));
  try {
    await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
};
