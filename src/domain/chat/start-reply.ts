import { InvalidInput } from '../kernel/domain-error.ts';
import type { Clock, Ids, Secrets, UnitOfWork } from '../kernel/ports.ts';
import { ownerOf, requireVerified } from './asker.ts';
import { type KeepTurn, type KeptTurn, type TurnPlace, wordsFor } from './keep-turn.ts';
import type { LiveReplies } from './live-replies.ts';
import { systemPromptFor } from './own-instruction.ts';
import type { FilesRun } from './read-files.ts';
import type {
  Agents,
  Allowance,
  Asker,
  AttachedFiles,
  ChatQuota,
  ModelMessage,
  ModelPolicy,
  OwnInstructions,
  ReplyMode,
  ReplyObserver,
  ReplyPlan,
  ReplyRepository,
  Runners,
} from './ports.ts';
import { fitContext } from './prompts.ts';
import type { Reply } from './reply.ts';
import { metaFor, type RunReply } from './run-reply.ts';

const CACHE_MS = 3_600_000;

export interface Question {
  readonly asker: Asker;
  /** The conversation as the caller knows it, ending with the question. Kept chats use what the server stored. */
  readonly messages: readonly ModelMessage[];
  readonly place?: TurnPlace | undefined;
  /** Files that come with the question; a known question keeps those it had. */
  readonly fileIds?: readonly string[] | undefined;
  readonly model?: string | undefined;
  /** Undefined: the model alone answers. */
  readonly mode?: ReplyMode | undefined;
  /** Anything but the default counts for those who act as premium only. */
  readonly personality: string;
  readonly temperature: number;
  readonly maxTokens: number;
  readonly topP: number;
}

type TurnQuestion = Question & { readonly asker: Extract<Asker, { kind: 'user' }>; readonly place: TurnPlace };

interface Asked {
  readonly model: string;
  readonly text: string;
  readonly fileIds: readonly string[];
  readonly plan: ReplyPlan | undefined;
  /** What the model is told before the conversation. */
  readonly system: ModelMessage;
}

interface Admitted {
  readonly reply: Reply;
  /** The stored path that the model is told; undefined when no chat keeps the turn. */
  readonly history: readonly ModelMessage[] | undefined;
  readonly files: FilesRun | undefined;
  readonly cachedText: string | undefined;
}

export interface StartTools {
  readonly lives: LiveReplies;
  readonly runReply: RunReply;
  readonly keepTurn: KeepTurn;
  readonly quota: ChatQuota;
  readonly replies: ReplyRepository;
  readonly allowance: Allowance;
  readonly policy: ModelPolicy;
  readonly agents: Agents;
  readonly attached: AttachedFiles;
  readonly instructions: OwnInstructions;
  readonly runners: Runners;
  readonly work: UnitOfWork;
  readonly ids: Ids;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly observer: ReplyObserver;
}

/**
 * Admits a question, stores it with an empty reply, and starts the job that writes the reply. One transaction:
 * either the use is charged and the turn is stored, or neither. The same turn sent again attaches to its first reply.
 */
export class StartReply {
  private readonly tools: StartTools;

  constructor(tools: StartTools) {
    this.tools = tools;
  }

  /** Answers the reply's id. Throws what refuses: limits, unknown models, a bad place, `TooBusy`, `ShuttingDown`. */
  async execute(question: Question): Promise<string> {
    const text = lastQuestion(question);
    requireVerified(question.asker);
    const leave = this.tools.lives.admit();
    try {
      return await this.begin(question, text);
    } finally {
      leave();
    }
  }

  private async begin(question: Question, text: string): Promise<string> {
    const { policy, work, agents, instructions } = this.tools;
    const plan = question.mode && (await agents.plan(question.asker, question.mode));
    const wished = plan?.model ?? (await policy.choose(question.asker, question.model));
    const fileIds = [...new Set(question.fileIds)];
    const system = await systemPromptFor(question.asker, question.personality, instructions);
    const asked = { model: wished, text, fileIds, plan, system };
    const admitted = await work.run(() => this.admit(question, asked));
    if ('attachTo' in admitted) return admitted.attachTo;

    await this.launch(question, asked, admitted);
    return admitted.reply.id;
  }

  private async launch(question: Question, { text, fileIds, plan, system }: Asked, admitted: Admitted): Promise<void> {
    const { lives, policy, observer, runReply } = this.tools;
    const { reply, cachedText, files } = admitted;
    const { model } = reply;
    const live = lives.add(reply);
    observer.started({ model, owner: question.asker.kind });
    live.publish([metaFor(live, model, question.place?.chatId ?? null, plan)]);
    const { fallback } = await policy.defaults(question.asker);
    const history = admitted.history ?? broughtOf(question.messages, fileIds);
    const messages = [system, ...fitContext(history)];
    const { temperature, maxTokens, topP } = question;
    const asked = wordsFor(text, files?.fileIds ?? []);
    const agent = plan && { plan, question: asked };
    void runReply.execute({
      live,
      question: asked,
      files,
      fallback,
      cachedText,
      agent,
      request: { model, messages, temperature, maxTokens, topP },
    });
  }

  private async admit(question: Question, asked: Asked): Promise<Admitted | { attachTo: string }> {
    const { asker, place } = question;
    if (place && asker.kind === 'user') return this.admitTurn({ ...question, asker, place }, asked);
    await this.tools.attached.check(asker, asked.fileIds);
    const reply = await this.reserve(asker, asked);
    await this.tools.replies.create(reply);
    return { reply, history: undefined, files: filesOf(asker, asked.fileIds, []), cachedText: undefined };
  }

  private async admitTurn(question: TurnQuestion, asked: Asked): Promise<Admitted | { attachTo: string }> {
    const { asker, place } = question;
    const turn = await this.tools.keepTurn.prepare(asker.uid, place, asked);
    if (turn.attachTo !== undefined) return { attachTo: turn.attachTo };
    await this.tools.attached.check(asker, asked.fileIds);
    const files = filesOf(asker, [...new Set([...turn.question.fileIds, ...asked.fileIds])], turn.earlierFiles);
    const promptKey = turn.history.length === 1 && !files && !asked.plan ? this.promptKey(question, asked) : null;
    const cachedText = turn.isNew && promptKey !== null ? await this.cached(ownerOf(asker), promptKey) : undefined;
    const reserved = await this.reserve(asker, asked, turn, promptKey);
    const reply = cachedText === undefined ? reserved : { ...reserved, model: asked.model, cached: true };
    await this.tools.keepTurn.store(turn, reply, asked.plan?.agentType ?? null);
    await this.tools.quota.check(asker, { key: turn.chat.key, isNew: turn.chat.messageCount === 0 });
    await this.tools.replies.create(reply);
    return { reply, history: turn.history, files, cachedText };
  }

  private async reserve(asker: Asker, asked: Asked, turn?: KeptTurn, promptKey: string | null = null): Promise<Reply> {
    const { allowance, ids, clock, runners } = this.tools;
    const admission = await allowance.reserve(asker, asked.model, asked.plan?.kind === 'agent' ? 'agent' : 'message');
    return {
      id: ids.next(),
      owner: ownerOf(asker),
      chatKey: turn?.chat.key ?? null,
      messageId: turn?.replyMessageId ?? null,
      status: 'streaming',
      model: admission.model,
      cached: false,
      errorCode: null,
      runnerId: runners.id,
      epoch: 1,
      reservationId: admission.id,
      promptKey: admission.model === asked.model ? promptKey : null, // the cache speaks of the wished model
      text: '',
      createdAt: clock.now(),
      finishedAt: null,
    };
  }

  /** Of all that the answer to a first question hangs on. */
  private promptKey({ temperature, maxTokens, topP }: Question, { model, system, text }: Asked): string {
    return this.tools.secrets.fingerprint(JSON.stringify([temperature, maxTokens, topP, model, system.content, text]));
  }

  private async cached(owner: string, promptKey: string): Promise<string | undefined> {
    const earlier = await this.tools.replies.findAnswered(owner, promptKey, this.tools.clock.now() - CACHE_MS);
    return earlier?.text || undefined;
  }
}

/** The last turn's text; it may be blank only when files speak for it. */
const lastQuestion = ({ messages, fileIds = [] }: Question): string => {
  const last = messages.at(-1);
  if (last?.role !== 'user') throw new InvalidInput('The last message must be the user’s', 'messages');
  if (last.content.trim() === '' && fileIds.length === 0)
    throw new InvalidInput('The message must not be blank', 'messages');
  return last.content;
};

/** A conversation that no chat keeps, as its caller tells it. */
const broughtOf = (messages: readonly ModelMessage[], fileIds: readonly string[]): ModelMessage[] => {
  const spoken = messages.filter(({ role }) => role !== 'system');
  return spoken.map((message, at) =>
    message.role === 'user' && at === spoken.length - 1
      ? { ...message, content: wordsFor(message.content, fileIds) }
      : message,
  );
};

const filesOf = (asker: Asker, fileIds: readonly string[], earlier: readonly string[]): FilesRun | undefined =>
  asker.kind === 'user' && fileIds.length + earlier.length > 0 ? { ownerId: asker.uid, fileIds, earlier } : undefined;
