import type { z } from 'zod';

import * as contract from '../../../contract/ai.ts';
import { answerToolQuestion } from '../../../contract/tools.ts';
import { hasSearchIntent } from '../../../contract/search-intent.ts';
import { ownerOf } from '../../../domain/chat/replies/ports/requesters.ts';
import { GenerateTitle } from '../../../domain/chat/replies/generate-title.ts';
import type { ReplyMode } from '../../../domain/chat/replies/ports/agents.ts';
import { AnswerToolQuestion } from '../../../domain/chat/replies/waiting/answer-tool-question.ts';
import { StopReply } from '../../../domain/chat/replies/stop-reply.ts';
import { InvalidInput } from '../../../domain/kernel/domain-error.ts';
import { GetTrialConfig } from '../../../domain/trial/get-trial-config.ts';
import {
  respondWithReply,
  type ReplyHandlers,
  toFileIds,
  toFollowUps,
  toTurnPlace,
} from '../streaming/reply-response.ts';
import type { Call, Mount } from '../mount.ts';
import { SUCCESS } from '../presenters.ts';
import { toRequester } from '../authenticator.ts';
import { toStopSequences } from '../stop-sequences.ts';
import { disconnectSignal, writeReplyStream } from '../streaming/event-stream.ts';
import type { Handlers } from '../handlers.ts';

export const aiHandlers = {
  stopReply: StopReply,
  answerToolQuestion: AnswerToolQuestion,
  generateTitle: GenerateTitle,
  getTrialConfig: GetTrialConfig,
};

export interface AiHandlers extends ReplyHandlers, Handlers<typeof aiHandlers> {
  /** Whether the built-in demo model answers. */
  readonly isDemoModel: () => boolean;
}

const GENERATION = { temperature: 0.6, maxTokens: 1024, topP: 1, personality: 'default' } as const;

export const aiRoutes = (mount: Mount, handlers: AiHandlers): void => {
  mount(contract.sendMessage, async ({ body, principal, ctx }) =>
    respondWithReply(
      handlers,
      ctx,
      {
        requester: toRequester(principal),
        target: toTurnPlace(body),
        fileIds: toFileIds(body),
        followUps: toFollowUps(body),
        toolServers: body.toolServers,
        ...toConversation(body),
      },
      body.stream,
    ),
  );
  mount(contract.sendTrialMessage, async ({ body, principal, ctx }) => {
    const messages = [...body.conversationHistory, { role: 'user' as const, content: body.message }];
    return respondWithReply(
      handlers,
      ctx,
      {
        requester: toRequester(principal),
        messages,
        idempotencyKey: body.replyMessageId,
        mode: toSearchMode(body.message, false),
        followUps: toFollowUps(body),
        ...GENERATION,
      },
      true,
    );
  });
  mount(
    contract.generateTitle,
    async ({ body: { messages, chatId, messageId, sessionId: trialSession }, principal, ctx }) => {
      const input = { messages, about: { chatId, messageId }, trialSession };
      return { title: await handlers.generateTitle.execute(toRequester(principal), input, disconnectSignal(ctx)) };
    },
  );
  replyRoutes(mount, handlers);
  mount(contract.freemiumConfig, async () => ({
    ...(await handlers.getTrialConfig.execute()),
    demoModel: handlers.isDemoModel(),
  }));
};

type Ctx = Call<'user', unknown, unknown, unknown>['ctx'];

const replyRoutes = (mount: Mount, handlers: AiHandlers): void => {
  mount(contract.followReply, async ({ params, principal, ctx }) => {
    const owner = ownerOf(toRequester(principal));
    const input = { replyId: params.id, owner, from: parseLastEventId(ctx), signal: disconnectSignal(ctx) };
    return writeReplyStream(ctx, await handlers.followReply.execute(input), {
      links: handlers.linksFor(owner),
      from: input.from,
    });
  });
  mount(contract.stopReply, async ({ params, principal }) => {
    await handlers.stopReply.execute({ replyId: params.id, owner: ownerOf(toRequester(principal)) });
    return SUCCESS;
  });
  mount(answerToolQuestion, async ({ params: { id: replyId, questionId }, body: answer, principal }) => {
    const owner = ownerOf(toRequester(principal));
    await handlers.answerToolQuestion.execute({ owner, replyId, questionId, answer });
    return SUCCESS;
  });
};

type SendBody = z.output<typeof contract.sendMessage.body>;

/** Requesters without agents get one search when the text looks like one; the domain decides. */
const toSearchMode = (text: string | undefined, hasFiles: boolean): ReplyMode | undefined =>
  text !== undefined && hasSearchIntent(text, hasFiles) ? { kind: 'search-first' } : undefined;

const hasFiles = ({ fileId, fileIds = [] }: SendBody): boolean => fileId !== undefined || fileIds.length > 0;

const toConversation = (body: SendBody) => ({
  messages: body.messages,
  mode: body.search === false ? undefined : toSearchMode(body.messages.at(-1)?.content, hasFiles(body)),
  model: body.model,
  personality: body.personality,
  temperature: body.temperature,
  maxTokens: body.max_completion_tokens,
  topP: body.top_p,
  stop: toStopSequences(body.stop),
});

/** `Last-Event-ID` is the last frame seen. */
const parseLastEventId = (ctx: Ctx): number => {
  const last = ctx.get('Last-Event-ID');
  if (last === '') return 0;
  if (!/^\d{1,9}$/.test(last)) throw new InvalidInput('Last-Event-ID must be a frame number', 'Last-Event-ID');
  return Number(last) + 1;
};
