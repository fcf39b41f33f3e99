import type { z } from 'zod';

import * as contract from '../../contract/ai.ts';
import { isSearchLike } from '../../contract/search-like.ts';
import { ownerOf } from '../../domain/chat/asker.ts';
import type { GenerateTitle } from '../../domain/chat/generate-title.ts';
import type { ReplyMode } from '../../domain/chat/ports.ts';
import type { StopReply } from '../../domain/chat/stop-reply.ts';
import { InvalidInput } from '../../domain/kernel/domain-error.ts';
import type { ReadTrialConfig } from '../../domain/trial/read-trial-config.ts';
import { answer, type AnswerUses, filesOf, placeOf } from './answer.ts';
import type { Call, Mount } from './mount.ts';
import { done } from './present.ts';
import { askerOf } from './principal.ts';
import { readerGone, writeStream } from './stream.ts';

export interface AiUses extends AnswerUses {
  readonly stopReply: StopReply;
  readonly generateTitle: GenerateTitle;
  readonly readTrialConfig: ReadTrialConfig;
  /** The built-in demo model answers. */
  readonly demoModel: boolean;
}

const GENERATION = { temperature: 0.6, maxTokens: 1024, topP: 1, personality: 'default' } as const;

export const aiRoutes = (mount: Mount, use: AiUses): void => {
  mount(contract.sendMessage, async ({ body, principal, ctx }) =>
    answer(
      use,
      ctx,
      { asker: askerOf(principal), place: placeOf(body), fileIds: filesOf(body), ...conversationOf(body) },
      body.stream,
    ),
  );
  mount(contract.sendTrialMessage, async ({ body, principal, ctx }) => {
    const messages = [...body.conversationHistory, { role: 'user' as const, content: body.message }];
    return answer(
      use,
      ctx,
      { asker: askerOf(principal), messages, mode: searchModeOf(body.message), ...GENERATION },
      true,
    );
  });
  mount(
    contract.generateTitle,
    async ({ body: { messages, chatId, messageId, sessionId: trialSession }, principal, ctx }) => {
      const titled = { messages, about: { chatId, messageId }, trialSession };
      return { title: await use.generateTitle.execute(askerOf(principal), titled, readerGone(ctx)) };
    },
  );
  replyRoutes(mount, use);
  mount(contract.freemiumConfig, async () => ({ ...(await use.readTrialConfig.execute()), demoModel: use.demoModel }));
};

type Ctx = Call<'user', unknown, unknown, unknown>['ctx'];

const replyRoutes = (mount: Mount, use: AiUses): void => {
  mount(contract.followReply, async ({ params, principal, ctx }) => {
    const owner = ownerOf(askerOf(principal));
    const watch = { replyId: params.id, owner, from: nextEvent(ctx), signal: readerGone(ctx) };
    return writeStream(ctx, await use.followReply.execute(watch), { links: use.linksFor(owner), from: watch.from });
  });
  mount(contract.stopReply, async ({ params, principal }) => {
    await use.stopReply.execute({ replyId: params.id, owner: ownerOf(askerOf(principal)) });
    return done;
  });
};

type SendBody = z.output<typeof contract.sendMessage.body>;

/** Who has no agents gets one search for what looks like one; the domain knows who that is. */
const searchModeOf = (text: string | undefined): ReplyMode | undefined =>
  text !== undefined && isSearchLike(text) ? { kind: 'search-first' } : undefined;

const conversationOf = (body: SendBody) => ({
  messages: body.messages,
  mode: searchModeOf(body.messages.at(-1)?.content),
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
