import type { z } from 'zod';

import * as contract from '../../contract/ai.ts';
import { ownerOf } from '../../domain/chat/asker.ts';
import { ModelFault, type ModelFaultCode } from '../../domain/chat/errors.ts';
import type { FollowReply } from '../../domain/chat/follow-reply.ts';
import type { GenerateTitle } from '../../domain/chat/generate-title.ts';
import { type EventBatch, textOf } from '../../domain/chat/reply.ts';
import type { TurnPlace } from '../../domain/chat/keep-turn.ts';
import type { Question, StartReply } from '../../domain/chat/start-reply.ts';
import type { StopReply } from '../../domain/chat/stop-reply.ts';
import { InvalidInput } from '../../domain/kernel/domain-error.ts';
import type { ReadTrialConfig } from '../../domain/trial/read-trial-config.ts';
import type { Call, Mount } from './mount.ts';
import { done } from './present.ts';
import { askerOf } from './principal.ts';
import { heldBack, readerGone, writeStream } from './stream.ts';

export interface AiUses {
  readonly startReply: StartReply;
  readonly followReply: FollowReply;
  readonly stopReply: StopReply;
  readonly generateTitle: GenerateTitle;
  readonly readTrialConfig: ReadTrialConfig;
  /** The built-in demo model answers. */
  readonly demoModel: boolean;
}

const GENERATION = { temperature: 0.6, maxTokens: 1024, topP: 1, personality: 'default' } as const;

export const aiRoutes = (mount: Mount, use: AiUses): void => {
  const answer = async (ctx: Ctx, question: Question, stream: boolean) => {
    const owner = ownerOf(question.asker);
    const replyId = await use.startReply.execute(question);
    const batches = await use.followReply.execute({ replyId, owner, from: 0, signal: readerGone(ctx) });
    if (!stream) return wholeReply(batches);
    return writeStream(ctx, await heldBack(batches, faultOf));
  };

  mount(contract.sendMessage, async ({ body, principal, ctx }) =>
    answer(ctx, { asker: askerOf(principal), place: placeOf(body), ...conversationOf(body) }, body.stream),
  );
  mount(contract.sendTrialMessage, async ({ body, principal, ctx }) => {
    const messages = [...body.conversationHistory, { role: 'user' as const, content: body.message }];
    return answer(ctx, { asker: askerOf(principal), messages, ...GENERATION }, true);
  });
  mount(contract.generateTitle, async ({ body, principal, ctx }) => ({
    title: await use.generateTitle.execute(askerOf(principal), body.messages, readerGone(ctx)),
  }));
  replyRoutes(mount, use);
  mount(contract.freemiumConfig, async () => ({ ...(await use.readTrialConfig.execute()), demoModel: use.demoModel }));
};

type Ctx = Call<'user', unknown, unknown, unknown>['ctx'];

const replyRoutes = (mount: Mount, use: AiUses): void => {
  mount(contract.followReply, async ({ params, principal, ctx }) => {
    const owner = ownerOf(askerOf(principal));
    const watch = { replyId: params.id, owner, from: nextEvent(ctx), signal: readerGone(ctx) };
    return writeStream(ctx, await use.followReply.execute(watch), watch.from);
  });
  mount(contract.stopReply, async ({ params, principal }) => {
    await use.stopReply.execute({ replyId: params.id, owner: ownerOf(askerOf(principal)) });
    return done;
  });
};

type SendBody = z.output<typeof contract.sendMessage.body>;

const placeOf = ({ chatId, messageId, parentId, replyMessageId }: SendBody): TurnPlace | undefined => {
  if (chatId === undefined && messageId === undefined) return undefined;
  if (chatId === undefined) throw new InvalidInput('chatId is needed with messageId', 'chatId');
  if (messageId === undefined) throw new InvalidInput('messageId is needed with chatId', 'messageId');
  return { chatId, messageId, parentId, replyMessageId };
};

const conversationOf = (body: SendBody) => ({
  messages: body.messages,
  model: body.model,
  personality: body.personality,
  temperature: body.temperature,
  maxTokens: body.max_completion_tokens,
  topP: body.top_p,
});

/** `Last-Event-ID` names the last frame seen. */
const nextEvent = (ctx: Ctx): number => {
  const last = ctx.get('Last-Event-ID');
  if (last === '') return 0;
  if (!/^\d{1,9}$/.test(last)) throw new InvalidInput('Last-Event-ID must be a frame number', 'Last-Event-ID');
  return Number(last) + 1;
};

const CODES: Readonly<Record<string, ModelFaultCode>> = {
  API_RATE_LIMIT_EXCEEDED: 'API_RATE_LIMIT_EXCEEDED',
  API_QUOTA_EXCEEDED: 'API_QUOTA_EXCEEDED',
  AI_SERVICE_TIMEOUT: 'AI_SERVICE_TIMEOUT',
  AI_SERVICE_AUTH_ERROR: 'AI_SERVICE_AUTH_ERROR',
  MODEL_CONFIG_ERROR: 'MODEL_CONFIG_ERROR',
};

const faultOf = (code: string, text: string): ModelFault => new ModelFault(CODES[code] ?? 'INTERNAL_ERROR', text);

/** A reply told at once. Throws the fault it ended with. */
const wholeReply = async (batches: AsyncIterable<EventBatch>) => {
  let content = '';
  for await (const { events } of batches) {
    content += textOf(events);
    const failed = events.find((event) => event.type === 'error');
    if (failed?.type === 'error' && content === '') throw faultOf(failed.code, failed.error);
  }
  return { choices: [{ message: { role: 'assistant' as const, content } }] };
};
