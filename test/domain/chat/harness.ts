import { ToolPictures } from '../../../src/domain/chat/models/tool-pictures.ts';
import { STORAGE_LIMITS, VISION } from '../../../src/domain/files/settings.ts';
import { RecordingAuditLog } from '../../fakes/audit.ts';
import { inMemorySettings } from '../../fakes/settings.ts';
import { TierChatQuota } from '../../../src/domain/chat/conversations/chat-quota.ts';
import { CommitReply } from '../../../src/domain/chat/replies/commit-reply.ts';
import { FollowUps } from '../../../src/domain/chat/replies/follow-ups.ts';
import { GenerateTitle } from '../../../src/domain/chat/replies/generate-title.ts';
import { FollowReply } from '../../../src/domain/chat/replies/follow-reply.ts';
import { ReplyMaintenance } from '../../../src/domain/chat/replies/maintenance/index.ts';
import { AppendTurn } from '../../../src/domain/chat/conversations/append-turn.ts';
import { PassThroughPostProcessor } from '../../fakes/pass-through-post-processor.ts';
import { SqlReplyBus } from '../../../src/adapters/reply-bus/sql-reply-bus.ts';
import type { ReplyBus } from '../../../src/domain/chat/replies/bus/ports.ts';
import { StopRequests } from '../../../src/domain/chat/replies/bus/stop-requests.ts';
import { ActiveReplies } from '../../../src/domain/chat/replies/active-replies.ts';
import type { Agents } from '../../../src/domain/chat/replies/ports/agents.ts';
import type {
  FollowUpGenerators,
  UtilityModel,
  ReplyPostProcessor,
} from '../../../src/domain/chat/replies/ports/answers.ts';
import type { Requester } from '../../../src/domain/chat/replies/ports/requesters.ts';
import type { FileContextProvider } from '../../../src/domain/chat/replies/ports/files.ts';
import { DeleteChat, OpenChat } from '../../../src/domain/chat/conversations/open-chat.ts';
import { AddFileContext } from '../../../src/domain/chat/replies/add-file-context.ts';
import { RunAgentReply } from '../../../src/domain/chat/replies/run-agent-reply.ts';
import { GenerateReply } from '../../../src/domain/chat/replies/generate-reply.ts';
import { MergeChat } from '../../../src/domain/chat/conversations/merge-chat.ts';
import { OwnVersions } from '../../../src/domain/chat/conversations/own-versions.ts';
import { StartReply } from '../../../src/domain/chat/replies/start-reply.ts';
import type { StartReplyInput } from '../../../src/domain/chat/replies/start-reply-input.ts';
import { CommitWithRetry } from '../../../src/domain/chat/replies/commit-with-retry.ts';
import { StopReply } from '../../../src/domain/chat/replies/stop-reply.ts';
import type { UnitOfWork } from '../../../src/domain/kernel/ports.ts';
import {
  CountedAllowance,
  FixedModelPolicy,
  FixedRequesters,
  NoAgents,
  NoFileContext,
  RecordingLedger,
  RecordingObserver,
} from '../../fakes/reply-ports.ts';
import { ChatStore, InMemoryChatRepository, InMemoryChatUsage, InMemoryMessageRepository } from '../../fakes/chats.ts';
import { CountingIds, FixedClock, InMemoryQuotas, InMemoryUnitOfWork, PlainSecrets } from '../../fakes/kernel.ts';
import { InMemoryCustomInstructions } from '../../fakes/custom-instructions.ts';
import { InMemoryReplyRepository, InMemoryRunners, Leases } from '../../fakes/replies.ts';
import { ScriptedFollowUps, ScriptedUtilityModel } from '../../fakes/follow-ups.ts';
import { Activity } from '../../../src/domain/kernel/activity.ts';
import { FakePictures, InMemoryToolPermissions, InMemoryToolQuestions } from '../../fakes/connected-tools.ts';
import { AnswerToolQuestion } from '../../../src/domain/chat/replies/waiting/answer-tool-question.ts';
import { OpenQuestions } from '../../../src/domain/chat/replies/waiting/open-questions.ts';
import { PresentRights } from '../../../src/domain/chat/replies/waiting/present-rights.ts';
import { ResumeReply } from '../../../src/domain/chat/replies/waiting/resume-reply.ts';
import { InMemoryJobLocks } from '../../fakes/payments.ts';
import { ScriptedModels } from '../../fakes/scripted-models.ts';
import { chatIdOf } from '../../support/builders.ts';
import type { ReplyEvent } from '../../../src/shared/reply-event.ts';

export const ann = {
  kind: 'user',
  uid: 'ann',
  tier: 'free',
  isAdmin: false,
  verified: true,
} as const satisfies Requester;
export const CHAT = chatIdOf('c1');

/** What several processes on one database share. */
export interface SharedState {
  readonly store: ChatStore;
  readonly clock: FixedClock;
  readonly leases: Leases;
  readonly ids: CountingIds;
  readonly allowance: CountedAllowance;
  readonly ledger: RecordingLedger;
  readonly questions: InMemoryToolQuestions;
  readonly permissions: InMemoryToolPermissions;
  /** Accounts that were suspended or deleted meanwhile. */
  readonly revoked: Set<string>;
  readonly requesters: FixedRequesters;
  readonly pictures: FakePictures;
}

export const sharedState = (messages = Infinity, store = new ChatStore()): SharedState => ({
  store,
  questions: new InMemoryToolQuestions(store),
  permissions: new InMemoryToolPermissions(store),
  clock: new FixedClock(),
  leases: new Leases(),
  ids: new CountingIds(),
  allowance: new CountedAllowance(messages),
  ledger: new RecordingLedger(),
  revoked: new Set(),
  requesters: new FixedRequesters(),
  pictures: new FakePictures(),
});

/** A database that can go away, and one whose answer to a commit is lost. */
export class DatabaseError {
  isDown = false;
  /** So many commits arrive without their answer. */
  lostCommits = 0;
  attempts = 0;

  around(work: UnitOfWork): UnitOfWork {
    const run: UnitOfWork['run'] = async (inside) => {
      this.attempts += 1;
      if (this.isDown) throw new Error('the database is away');
      const result = await work.run(inside);
      if (this.lostCommits === 0) return result;
      this.lostCommits -= 1;
      throw new Error('the connection was lost');
    };
    return { run, runShared: run };
  }
}

interface HarnessOptions {
  readonly name?: string;
  readonly capacity?: number;
  readonly agents?: Agents;
  readonly editor?: ReplyPostProcessor;
  readonly attached?: FileContextProvider;
  /** What goes wrong with transactions. */
  readonly trouble?: DatabaseError;
  /** How it hears of other processes' replies. */
  readonly bus?: ReplyBus;
  readonly followUpModels?: { readonly utilityModel: UtilityModel; readonly generators: FollowUpGenerators };
}

const aProcess = () => ({
  name: 'runner-1',
  capacity: 100,
  agents: new NoAgents(),
  editor: new PassThroughPostProcessor(),
  attached: new NoFileContext(),
  trouble: new DatabaseError(),
  bus: new SqlReplyBus(),
});

/** One process: the use cases around replies on the fakes. */
export const aHarness = (
  models = new ScriptedModels('Hel', 'lo'),
  on: SharedState = sharedState(),
  options: HarnessOptions = {},
) => {
  const {
    name,
    capacity,
    agents,
    editor: postProcessor,
    attached: fileContext,
    trouble: fault,
    bus,
  } = {
    ...aProcess(),
    ...options,
  };
  const { store, clock, leases, ids, allowance, ledger, questions, permissions, revoked, requesters } = on;
  const chats = new InMemoryChatRepository(store);
  const messages = new InMemoryMessageRepository(store);
  const replies = new InMemoryReplyRepository(store);
  const runners = new InMemoryRunners(name, leases, clock);
  const observer = new RecordingObserver();
  const stopRequests = new StopRequests(replies, bus);
  const work = fault.around(new InMemoryUnitOfWork(store, allowance, ledger, questions, permissions));
  const activeReplies = new ActiveReplies(replies, bus, clock, observer, capacity);
  const finish = new CommitReply({
    replies,
    messages,
    allowance,
    ledger,
    quotes: { redactDeletedFiles: async () => undefined },
    questions,
    clock,
  });
  const openQuestions = new OpenQuestions(questions, clock);
  const policy = new FixedModelPolicy();
  const rights = new PresentRights({ requesters, policy, fileContext });
  const runAgentReply = new RunAgentReply(agents, rights, { questions, permissions, openQuestions, ids, clock });
  const commitReply = new CommitWithRetry({ activeReplies, commitReply: finish, work, clock, observer });
  const { utilityModel, generators } = {
    utilityModel: new ScriptedUtilityModel(),
    generators: new ScriptedFollowUps(),
    ...options.followUpModels,
  };
  const followUps = new FollowUps({
    generateTitle: new GenerateTitle(utilityModel, new PlainSecrets()),
    generators,
    activeReplies,
    chats,
    messages,
    replies,
    work,
    clock,
    observer,
  });
  const generateReply = new GenerateReply({
    models,
    runAgentReply,
    rights,
    pictures: new ToolPictures(on.pictures, inMemorySettings(VISION)),
    addFileContext: new AddFileContext(fileContext, models),
    postProcessor,
    activeReplies,
    commitReply,
    followUps,
    secrets: new PlainSecrets(),
    clock,
    observer,
  });
  const appendTurn = new AppendTurn(chats, messages, ids, clock);
  const instructions = new InMemoryCustomInstructions();
  const storage = inMemorySettings(STORAGE_LIMITS);
  const quota = new TierChatQuota(new InMemoryChatUsage(store), storage);
  const tools = {
    quota,
    instructions,
    activeReplies,
    generateReply,
    appendTurn,
    replies,
    allowance,
    policy,
    agents,
    fileContext,
    runners,
    work,
    ids,
    secrets: new PlainSecrets(),
    clock,
    observer,
  };
  const start = new StartReply(tools);
  const revocations = { findRevoked: async (uids: readonly string[]) => uids.filter((uid) => revoked.has(uid)) };
  const follow = new FollowReply(replies, activeReplies, bus, clock);

  const ask = (text: string, more: Partial<StartReplyInput> = {}) =>
    start.execute({
      requester: ann,
      messages: [{ role: 'user', content: text }],
      target: { chatId: CHAT, messageId: 'q1' },
      personality: 'default',
      temperature: 0.6,
      maxTokens: 1024,
      topP: 1,
      ...more,
    });

  /** Everything a watcher is told from event `from` on. The clock runs for watchers that poll. */
  const watch = async (replyId: string, { from = 0, owner = 'user:ann' } = {}): Promise<ReplyEvent[]> => {
    const events: ReplyEvent[] = [];
    for await (const batch of await follow.execute({ replyId, owner, from, signal: new AbortController().signal }))
      events.push(...batch.events);
    return events;
  };

  /** The turns of the chat, as `role: text (status)`. */
  const turns = async () => {
    const { path } = await new OpenChat(chats, messages, replies, clock).execute('ann', CHAT);
    return path.map(({ role, content, status }) => `${role}: ${content} (${status})`);
  };

  return {
    ...on,
    trouble: fault,
    storage,
    instructions,
    models,
    chats,
    messages,
    replies,
    runners,
    observer,
    work,
    activeReplies,
    policy,
    start,
    follow,
    ask,
    watch,
    turns,
    stop: new StopReply(replies, activeReplies, stopRequests),
    maintenance: new ReplyMaintenance({
      replies,
      messages,
      activeReplies,
      commitReply: finish,
      runners,
      bus,
      revocations,
      quotas: new InMemoryQuotas(),
      searchIndex: { indexPending: async () => true, adoptExpired: async () => 0 },
      activity: new Activity(clock),
      jobLocks: new InMemoryJobLocks(),
      work,
      clock,
      observer,
      questions,
      openQuestions,
      resumeReply: new ResumeReply({
        replies,
        questions,
        activeReplies,
        generateReply,
        requesters,
        runners,
        bus,
        observer,
      }),
    }),
    openQuestions,
    answer: new AnswerToolQuestion({ replies, activeReplies, questions, permissions, openQuestions, work, clock }),
    save: new MergeChat({ chats, messages, quota, work, secrets: new PlainSecrets(), ids, clock }),
    own: new OwnVersions({ chats, messages, quota, work, clock }),
    open: new OpenChat(chats, messages, replies, clock),
    remove: new DeleteChat(chats, messages, stopRequests, activeReplies, work, new RecordingAuditLog()),
  };
};

const UNTIL_TIMEOUT_MS = 4000;

/** Waits until `done` holds, letting other work go on; throws when that takes seconds of real time. */
export const until = async (done: () => boolean | Promise<boolean>): Promise<void> => {
  for (const deadline = Date.now() + UNTIL_TIMEOUT_MS; !(await done());) {
    if (Date.now() > deadline) throw new Error(`never came true: ${done.toString()}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
};

/** A promise and what resolves it: a reply that waits for the test. */
export const gate = () => {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
};
