import type { Context } from 'koa';

import * as contract from '../../contract/agents.ts';
import type { AgentAccess } from '../../domain/agents/agent-access.ts';
import type { RelatedQuestions } from '../../domain/agents/related-questions.ts';
import type { Synthesise } from '../../domain/agents/synthesise.ts';
import { DomainError, InvalidInput } from '../../domain/kernel/domain-error.ts';
import { answer, type AnswerUses, filesOf, placeOf } from './answer.ts';
import { ANSWERED, type Mount } from './mount.ts';
import { askerOf, tierOf } from './principal.ts';
import { openStream, readerGone } from './stream.ts';

export interface AgentUses extends AnswerUses {
  readonly agentAccess: AgentAccess;
  readonly synthesise: Synthesise;
  readonly relatedQuestions: RelatedQuestions;
}

/** Answers of agents are longer than those of a plain chat. */
const GENERATION = { temperature: 0.6, maxTokens: 4096, topP: 1 } as const;

/** `failed` tells operators of what broke after a stream began. */
export const agentRoutes = (mount: Mount, use: AgentUses, failed: (what: string, error: unknown) => void): void => {
  mount(contract.askAgent, async ({ body, principal, ctx }) => {
    const fileIds = filesOf(body);
    if (body.message.trim() === '' && fileIds.length === 0)
      throw new InvalidInput('message: must not be blank', 'message');
    const messages = [...body.messages, { role: 'user' as const, content: body.message }];
    const { personality } = body;
    const mode = { kind: 'agent', agentType: body.agentType, searchFirst: body.mode === 'search' } as const;
    return answer(
      use,
      ctx,
      { asker: askerOf(principal), messages, place: placeOf(body), fileIds, mode, personality, ...GENERATION },
      body.stream,
    );
  });
  mount(contract.agentStatus, async ({ principal }) => ({ ...(await use.agentAccess.status(tierOf(principal))) }));
  mount(contract.agentsAvailable, async ({ principal }) => {
    const agents = await use.agentAccess.available(askerOf(principal));
    return { agents: agents.map((agent) => ({ ...agent, capabilities: [...agent.capabilities] })) };
  });
  mount(contract.orchestratedSearch, async ({ body, principal, ctx }) => {
    const { query, searchResults: results, sources, chatId, messageId } = body;
    const pieces = use.synthesise.execute(
      askerOf(principal),
      { query, results, message: { chatId, messageId } },
      readerGone(ctx),
    );
    await writePieces(ctx, pieces, sources, failed);
    return ANSWERED;
  });
  mount(contract.relatedQuestions, async ({ body: { chatId, messageId, ...answered }, principal, ctx }) => {
    const about = { ...answered, message: { chatId, messageId } };
    return { questions: await use.relatedQuestions.execute(askerOf(principal), about, readerGone(ctx)) };
  });
};

/** A refusal before the first piece is a plain answer with its status; after it, a line of the stream. */
const writePieces = async (
  ctx: Context,
  pieces: AsyncGenerator<string>,
  sources: readonly object[],
  failed: (what: string, error: unknown) => void,
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
    if (!(error instanceof DomainError)) failed('a synthesis', error);
    const known =
      error instanceof DomainError
        ? { error: error.message, code: error.code ?? 'INTERNAL_ERROR' }
        : { error: 'Internal error', code: 'INTERNAL_ERROR' };
    write({ type: 'error', ...known });
  }
  ctx.res.end();
};
