import type { Clock, Ids, Secrets, UnitOfWork } from '../../kernel/ports.ts';
import {
  ownerOf,
  type Allowance,
  type Requester,
  type ModelPolicy,
  type CustomInstructions,
} from './ports/requesters.ts';
import { keyedReplyId, requireVerified } from './requester.ts';
import { type AppendTurn, type PreparedTurn, questionText } from '../conversations/append-turn.ts';
import { isUntitled } from '../conversations/chat.ts';
import { requestedFollowUps } from './requested-follow-ups.ts';
import type { ActiveReplies } from './active-replies.ts';
import { systemPromptFor } from './custom-instructions.ts';
import { filesOf, listFileIds } from './add-file-context.ts';
import type { ChatQuota } from '../conversations/ports.ts';
import type { Agents } from './ports/agents.ts';
import type { FileContextProvider } from './ports/files.ts';
import type { ReplyObserver, ReplyRepository, Runners } from './ports/reply-store.ts';
import { fitWithArtifacts } from './artifact-prompt.ts';
import type { Reply } from './reply.ts';
import type { GenerateReply } from './generate-reply.ts';
import type { AdmittedReply, ResolvedQuestion, StartReplyInput, TurnInput } from './start-reply-input.ts';
import { metaEvent } from './meta-event.ts';
import { callerHistory, lastUserText } from './caller-messages.ts';
import { chosenServers, planWith } from './chosen-servers.ts';

const CACHE_TTL_MS = 3_600_000;

export interface StartReplyDeps {
  readonly activeReplies: ActiveReplies;
  readonly generateReply: GenerateReply;
  readonly appendTurn: AppendTurn;
  readonly quota: ChatQuota;
  readonly replies: ReplyRepository;
  readonly allowance: Allowance;
  readonly policy: ModelPolicy;
  readonly agents: Agents;
  readonly fileContext: FileContextProvider;
  readonly instructions: CustomInstructions;
  readonly runners: Runners;
  readonly work: UnitOfWork;
  readonly ids: Ids;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly observer: ReplyObserver;
}

/**
 * Admits a question, stores it with an empty reply and starts the job. One transaction: the use is charged and the turn
 * stored, or neither. The same turn sent again attaches to its first reply.
 */
export class StartReply {
  constructor(private readonly deps: StartReplyDeps) {}

  /** Returns the reply's id. Throws limits, unknown models, invalid targets, `TooBusy`, `ShuttingDown`. */
  async execute(input: StartReplyInput): Promise<string> {
    const text = lastUserText(input);
    requireVerified(input.requester);
    const release = this.deps.activeReplies.admit();
    try {
      return await this.begin(input, text);
    } finally {
      release();
    }
  }

  private async begin(input: StartReplyInput, text: string): Promise<string> {
    const { policy, work, agents, instructions } = this.deps;
    const plan = input.mode && (await agents.plan(input.requester, input.mode));
    const requestedModel = plan?.model ?? (await policy.choose(input.requester, input.model));
    const fileIds = [...new Set(input.fileIds)];
    const { fallback } = await policy.defaults(input.requester); // nothing may fail after the question is charged
    const system = await systemPromptFor(input.requester, input.personality, instructions);
    const resolved = { model: requestedModel, fallback, text, fileIds, plan, system };
    const admitted = await work.runShared(() => this.admit(input, resolved)).catch(this.attachToFirst(input));
    if ('attachTo' in admitted) return admitted.attachTo;

    this.launch(input, resolved, admitted);
    return admitted.reply.id;
  }

  private launch(
    input: StartReplyInput,
    { text, fileIds, system, fallback }: ResolvedQuestion,
    admitted: AdmittedReply,
  ): void {
    const { activeReplies, observer, generateReply } = this.deps;
    const { reply, cachedText, files, plan, servers } = admitted;
    const { model } = reply;
    const active = activeReplies.add(reply);
    observer.started({ model, owner: input.requester.kind });
    const meta = metaEvent(active, model, input.target?.chatId ?? null, plan, admitted.insteadOf);
    active.publish([meta]);
    const history = admitted.history ?? callerHistory(input.messages, fileIds);
    const prompt = { system, history, isStored: admitted.history !== undefined };
    const { messages, count: leftOut } = fitWithArtifacts(prompt);
    const { temperature, maxTokens, topP, stop, requester } = input;
    const fromAdmin = requester.kind === 'user' && requester.isAdmin;
    const resolved = questionText(text, files?.fileIds ?? []);
    const run = { servers, fileIds: listFileIds(files), question: resolved, hasFiles: files !== undefined };
    const agent = plan && { plan, ...run };
    void generateReply.execute({
      active,
      question: resolved,
      requester,
      files,
      fallback,
      meta,
      isShortened: leftOut > 0,
      cachedText,
      agent,
      followUps: requestedFollowUps(input, admitted, text),
      request: { model, messages, temperature, maxTokens, topP, fromAdmin, ...(stop && { stop }) },
    });
  }

  private async admit(
    input: StartReplyInput,
    resolved: ResolvedQuestion,
  ): Promise<AdmittedReply | { attachTo: string }> {
    const { requester, target } = input;
    if (target && requester.kind === 'user') return this.admitTurn({ ...input, requester, target }, resolved);
    const id = keyedReplyId(this.deps.secrets, input);
    if (id !== undefined && (await this.deps.replies.find(id))) return { attachTo: id };
    const fileNames = await this.deps.fileContext.check(requester, resolved.fileIds);
    const servers = chosenServers(requester, input.toolServers);
    const { reply: unkeyed, insteadOf } = await this.reserve(requester, resolved);
    const reply = { ...unkeyed, id: id ?? unkeyed.id };
    await this.deps.replies.create(reply);
    const files = filesOf(requester, resolved.fileIds, []);
    const plan = planWith(resolved.plan, servers);
    const outside = { history: undefined, cachedText: undefined, isUntitled: false };
    return { reply, files, plan, servers, insteadOf, fileNames, ...outside };
  }

  /** Of two attempts at the same time one fails to store its reply. */
  private attachToFirst(input: StartReplyInput): (error: unknown) => Promise<{ attachTo: string }> {
    return async (error) => {
      const id = input.target ? undefined : keyedReplyId(this.deps.secrets, input);
      if (id !== undefined && (await this.deps.replies.find(id))) return { attachTo: id };
      throw error;
    };
  }

  private async admitTurn(input: TurnInput, resolved: ResolvedQuestion): Promise<AdmittedReply | { attachTo: string }> {
    const { requester, target } = input;
    const turn = await this.deps.appendTurn.prepare(requester.uid, target, resolved);
    if (turn.existingReplyId !== undefined) return { attachTo: turn.existingReplyId };
    const fileNames = await this.deps.fileContext.check(requester, resolved.fileIds);
    const files = filesOf(requester, [...new Set([...turn.question.fileIds, ...resolved.fileIds])], turn.earlierFiles);
    const servers = chosenServers(requester, input.toolServers, turn.chat.toolServers);
    const plan = planWith(resolved.plan, servers);
    const promptKey =
      turn.history.length === 1 && !files && !plan && turn.chat.expiresAt === null
        ? this.computePromptKey(input, resolved)
        : null;
    const cachedText =
      turn.isNew && promptKey !== null
        ? await this.findCachedText(ownerOf(requester), promptKey, resolved.model)
        : undefined;
    const reserved = await this.reserve(requester, resolved, turn, promptKey);
    const fromCache = {
      reply: { ...reserved.reply, model: resolved.model, cached: true, promptKey: null },
      insteadOf: undefined,
    };
    const { reply, insteadOf } = cachedText === undefined ? reserved : fromCache;
    const toolServers = input.toolServers && servers;
    await this.deps.appendTurn.store(turn, reply, { ...input, plan, toolServers });
    await this.deps.quota.check(requester, { key: turn.chat.key, isNew: turn.chat.messageCount === 0 });
    await this.deps.replies.create(reply);
    const { history, chat } = turn;
    const isNew = isUntitled(chat);
    return { reply, history, files, cachedText, plan, servers, insteadOf, isUntitled: isNew, fileNames };
  }

  private async reserve(
    requester: Requester,
    resolved: ResolvedQuestion,
    turn?: PreparedTurn,
    promptKey: string | null = null,
  ): Promise<Pick<AdmittedReply, 'reply' | 'insteadOf'>> {
    const { allowance, ids, clock, runners } = this.deps;
    const kind = resolved.plan?.kind === 'agent' ? 'agent' : 'message';
    const admission = await allowance.reserve(requester, resolved.model, kind);
    const reply: Reply = {
      id: ids.next(),
      owner: ownerOf(requester),
      chatKey: turn?.chat.key ?? null,
      messageId: turn?.replyMessageId ?? null,
      status: 'streaming',
      model: admission.model,
      cached: false,
      errorCode: null,
      runnerId: runners.id,
      epoch: 1,
      reservationId: admission.id,
      promptKey: admission.model === resolved.model ? promptKey : null, // a fallback's reply is not cached
      text: '',
      followUps: 'none',
      createdAt: clock.now(),
      finishedAt: null,
    };
    return { reply, insteadOf: admission.insteadOf };
  }

  /** Cache key: everything that can change the answer to a first question. */
  private computePromptKey(
    { temperature, maxTokens, topP, stop = [] }: StartReplyInput,
    { model, system, text }: ResolvedQuestion,
  ): string {
    return this.deps.secrets.fingerprint(
      JSON.stringify([temperature, maxTokens, topP, stop, model, system.content, text]),
    );
  }

  /** Not what the fallback answered. */
  private async findCachedText(owner: string, promptKey: string, model: string): Promise<string | undefined> {
    const earlier = await this.deps.replies.findCached(owner, promptKey, this.deps.clock.now() - CACHE_TTL_MS);
    return earlier?.model === model ? earlier.text || undefined : undefined;
  }
}
