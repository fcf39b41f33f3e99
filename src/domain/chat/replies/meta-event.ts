import type { InsteadOf } from '../../../shared/reply-details.ts';
import type { EventOf } from '../../../shared/reply-event.ts';
import type { ActiveReply } from './active-reply.ts';
import type { ReplyPlan } from './ports/agents.ts';

/** The first event of a reply. */
export const metaEvent = (
  active: Pick<ActiveReply, 'reply'>,
  model: string,
  chatId: string | null = null,
  plan?: Pick<ReplyPlan, 'agentType' | 'maxIterations'>,
  insteadOf?: InsteadOf,
): EventOf<'meta'> => ({
  type: 'meta',
  replyId: active.reply.id,
  model,
  cached: active.reply.cached,
  agentType: plan?.agentType ?? null,
  maxIterations: plan?.maxIterations ?? null,
  chatId,
  messageId: active.reply.messageId,
  ...(insteadOf && { insteadOf }),
});
