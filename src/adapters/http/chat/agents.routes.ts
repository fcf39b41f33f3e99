import type { Context } from 'koa';

import * as contract from '../../../contract/agents.ts';
import { AgentAccess } from '../../../domain/agents/agent-access.ts';
import { GenerateRelatedQuestions } from '../../../domain/agents/generate-related-questions.ts';
import { SynthesiseResults } from '../../../domain/agents/synthesise-results.ts';
import { DomainError, InvalidInput } from '../../../domain/kernel/domain-error.ts';
import {
  respondWithReply,
  type ReplyHandlers,
  toFileIds,
  toFollowUps,
  toTurnPlace,
} from '../streaming/reply-response.ts';
import { reportStreamError } from '../analytics-middleware.ts';
import { RESPONSE_SENT, type Mount } from '../mount.ts';
import { toRequester, toUserRequester } from '../authenticator.ts';
import { openStream, disconnectSignal } from '../streaming/event-stream.ts';
import type { Handlers } from '../handlers.ts';

export const agentHandlers = {
  agentAccess: AgentAccess,
  synthesiseResults: SynthesiseResults,
  generateRelatedQuestions: GenerateRelatedQuestions,
};

export type AgentHandlers = ReplyHandlers & Handlers<typeof agentHandlers> & { readonly sellsPlans: boolean };

/** Agents' answers are longer than those of a plain chat. */
const GENERATION = { temperature: 0.6, maxTokens: 4096, topP: 1 } as const;

/** `reportError` is told of errors after a stream has started. */
export const agentRoutes = (
  mount: Mount,
  handlers: AgentHandlers,
  reportError: (what: string, error: unknown) => void,
): void => {
  mount(contract.sendAgentMessage, async ({ body, principal, ctx }) => {
    const fileIds = toFileIds(body);
    if (body.message.trim() === '' && fileIds.length === 0)
      throw new InvalidInput('message: must not be blank', 'message');
    const messages = [...body.messages, { role: 'user' as const, content: body.message }];
    const { personality } = body;
    const mode = { kind: 'agent', agentType: body.agentType, searchFirst: body.mode === 'search' } as const;
    return respondWithReply(
      handlers,
      ctx,
      {
        requester: toRequester(principal),
        messages,
        target: toTurnPlace(body),
        idempotencyKey: body.replyMessageId,
        fileIds,
        followUps: toFollowUps(body),
        mode,
        toolServers: body.toolServers,
        personality,
        ...GENERATION,
      },
      body.stream,
    );
  });
  mount(contract.agentStatus, async ({ principal }) => {
    const { refusal, lowestPlan = null, ...status } = await handlers.agentAccess.status(toUserRequester(principal));
    const { message: reason } = (handlers.sellsPlans ? refusal : refusal?.withoutPlans()) ?? { message: '' };
    return { ...status, reason, lowestPlan: handlers.sellsPlans ? lowestPlan : null };
  });
  mount(contract.agentsAvailable, async ({ principal }) => {
    const agents = await handlers.agentAccess.available(toRequester(principal));
    return { agents: agents.map((agent) => ({ ...agent, capabilities: [...agent.capabilities] })) };
  });
  mount(contract.orchestratedSearch, async ({ body, principal, ctx }) => {
    const { query, searchResults: results, sources, chatId, messageId } = body;
    const pieces = handlers.synthesiseResults.execute(
      toRequester(principal),
      { query, results, message: { chatId, messageId } },
      disconnectSignal(ctx),
    );
    await writeSynthesisStream(ctx, pieces, sources, reportError);
    return RESPONSE_SENT;
  });
  mount(contract.relatedQuestions, async ({ body: { chatId, messageId, ...exchange }, principal, ctx }) => {
    const about = { ...exchange, message: { chatId, messageId } };
    return {
      questions: await handlers.generateRelatedQuestions.execute(toRequester(principal), about, disconnectSignal(ctx)),
    };
  });
};

/** An error before the first piece is a plain response with its status; after it, a frame of the stream. */
const writeSynthesisStream = async (
  ctx: Context,
  pieces: AsyncGenerator<string>,
  sources: readonly object[],
  reportError: (what: string, error: unknown) => void,
) => {
  const first = await pieces.next();
  openStream(ctx);
  const write = (data: object) => ctx.res.write(`data: ${JSON.stringify(data)}\n\n`);
  write({ type: 'sources', sources });
  try {
    for (let piece = first; piece.done !== true; piece = await pieces.next()) {
      if (ctx.res.destroyed) return;
      write({ type: 'content', content: piece.value });
    }
    write({ type: 'complete', sources });
  } catch (error) {
    if (!(error instanceof DomainError)) reportError('a synthesis', error);
    const failure =
      error instanceof DomainError
        ? { error: error.message, code: error.code ?? 'INTERNAL_ERROR' }
        : { error: 'Internal error', code: 'INTERNAL_ERROR' };
    write({ type: 'error', ...failure });
    reportStreamError(ctx, [{ type: 'error', ...failure }]);
  }
  ctx.res.end();
};
