import { once } from 'node:events';

import type { Context } from 'koa';

import * as contract from '../../contract/openai.ts';
import type { Complete, CompletionEvent } from '../../domain/chat/complete.ts';
import type { LanguageModels } from '../../domain/chat/ports.ts';
import type { Ids } from '../../domain/kernel/ports.ts';
import { ANSWERED, type Mount } from './mount.ts';
import { callOf, Chunks, errorChunk, FINISH, type Head, usageOf } from './openai-chunks.ts';
import { openAiFailureOf } from './openai-errors.ts';
import { requestOf } from './openai-request.ts';
import { askerOf } from './principal.ts';
import { failureOf } from './report-errors.ts';
import { openStream, readerGone } from './stream.ts';

export interface OpenAiUses {
  readonly complete: Complete;
  readonly models: LanguageModels;
}

/** What the routes need besides their uses: names for completions, and somebody who sees what went wrong in a stream. */
export interface OpenAiTools {
  readonly ids: Ids;
  readonly failed: (what: string, error: unknown, id: string) => void;
}

type Events = AsyncGenerator<CompletionEvent, void>;
type Step = IteratorResult<CompletionEvent, void>;

/** How long the head waits for what comes first, so that a refusal has its status; then it must go, or proxies give up. */
const HOLD_MS = 15_000;

export const openAiRoutes = (mount: Mount, use: OpenAiUses, tools: OpenAiTools): void => {
  mount(contract.listModels, async () => ({
    object: 'list' as const,
    data: (await use.models.list()).map(({ id, created, ownedBy }) => ({
      id,
      object: 'model' as const,
      created,
      owned_by: ownedBy,
    })),
  }));
  mount(contract.createCompletion, async ({ body, principal, ctx }) => {
    const wish = { asker: askerOf(principal), request: requestOf(body), signal: readerGone(ctx) };
    const events = use.complete.execute(wish);
    const admitted = await events.next();
    const model = admitted.done !== true && admitted.value.type === 'model' ? admitted.value.model : body.model;
    const head = { id: `chatcmpl-${tools.ids.next()}`, created: Math.floor(Date.now() / 1000), model };
    if (!body.stream) return wholeOf(head, events);
    return stream(ctx, events, new Chunks(head, body.stream_options?.include_usage ?? false), tools);
  });
};

const wholeOf = async (head: Head, events: Events) => {
  const calls: ReturnType<typeof callOf>[] = [];
  let content = '';
  let usage = usageOf(0, 0);
  let finish: (typeof FINISH)[keyof typeof FINISH] = 'stop';
  for await (const event of events) {
    if (event.type === 'text') content += event.text;
    else if (event.type === 'tool-call') calls.push(callOf(event));
    else if (event.type === 'usage') usage = usageOf(event.inputTokens, event.outputTokens);
    else if (event.type === 'end') finish = FINISH[event.reason];
  }
  const said = content === '' && calls.length > 0 ? null : content;
  const message = {
    role: 'assistant' as const,
    content: said,
    refusal: null,
    ...(calls.length > 0 && { tool_calls: calls }),
  };
  return {
    ...head,
    object: 'chat.completion' as const,
    choices: [{ index: 0, message, logprobs: null, finish_reason: finish }],
    usage,
  };
};

/** Waits a while for the first event, opens the stream and writes. Throws only what came before the stream was open. */
const stream = async (ctx: Context, events: Events, chunks: Chunks, tools: OpenAiTools): Promise<typeof ANSWERED> => {
  const first = events.next();
  await patiently(first);
  openStream(ctx);
  ctx.res.write(chunks.opening());
  try {
    await write(ctx, first, events, chunks);
  } catch (error) {
    tellFault(ctx, error, tools);
  } finally {
    await events.return();
  }
  ctx.res.end();
  return ANSWERED;
};

const write = async ({ res }: Context, first: Promise<Step>, events: Events, chunks: Chunks): Promise<void> => {
  for (let step = await first; step.done !== true; step = await events.next()) {
    if (step.value.type === 'model') continue;
    await send(res, chunks.of(step.value));
  }
};

/** A slow reader slows the model down: nothing is collected for it. */
const send = async (res: Context['res'], text: string): Promise<void> => {
  if (text === '' || res.write(text) || res.destroyed) return;
  const over = new AbortController();
  const drained = once(res, 'drain', { signal: over.signal });
  const closed = once(res, 'close', { signal: over.signal });
  await Promise.race([drained, closed]).finally(() => {
    over.abort();
    drained.catch(() => undefined);
    closed.catch(() => undefined);
  });
};

const tellFault = (ctx: Context, error: unknown, { ids, failed }: OpenAiTools): void => {
  const id = ids.next();
  const plain = failureOf(error, id);
  failed(`${ctx.method} ${String(ctx['_matchedRoute'] ?? '')}`, error, String(plain.body['id'] ?? ''));
  ctx.res.write(errorChunk(openAiFailureOf(error, plain).error));
};

/** Resolves when `work` does or when `HOLD_MS` are over; rejects when it does before that. */
const patiently = async (work: Promise<Step>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => (timer = setTimeout(resolve, HOLD_MS)));
  try {
    await Promise.race([work, patience]);
  } finally {
    clearTimeout(timer);
  }
};
