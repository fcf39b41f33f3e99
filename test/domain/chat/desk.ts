import { TierChatQuota } from '../../../src/domain/chat/chat-quota.ts';
import { FinishReply } from '../../../src/domain/chat/finish-reply.ts';
import { FollowReply } from '../../../src/domain/chat/follow-reply.ts';
import { KeepReplies } from '../../../src/domain/chat/keep-replies.ts';
import { KeepTurn } from '../../../src/domain/chat/keep-turn.ts';
import { KeepDetails } from '../../fakes/keep-details.ts';
import { LiveReplies } from '../../../src/domain/chat/live-replies.ts';
import type { Agents, Asker, AttachedFiles, ReplyEditor } from '../../../src/domain/chat/ports.ts';
import { DeleteChat, OpenChat } from '../../../src/domain/chat/read-chats.ts';
import type { ReplyEvent } from '../../../src/domain/chat/reply.ts';
import { ReadFiles } from '../../../src/domain/chat/read-files.ts';
import { ReadAgent } from '../../../src/domain/chat/read-agent.ts';
import { RunReply } from '../../../src/domain/chat/run-reply.ts';
import { SaveChat } from '../../../src/domain/chat/save-chat.ts';
import { type Question, StartReply } from '../../../src/domain/chat/start-reply.ts';
import { StoreReply } from '../../../src/domain/chat/store-reply.ts';
import { StopReply } from '../../../src/domain/chat/stop-reply.ts';
import type { UnitOfWork } from '../../../src/domain/kernel/ports.ts';
import {
  CountedAllowance,
  FixedModelPolicy,
  NoAgents,
  NoFiles,
  RecordingLedger,
  RecordingObserver,
} from '../../fakes/asking.ts';
import { ChatStore, InMemoryChatRepository, InMemoryChatUsage, InMemoryMessageRepository } from '../../fakes/chats.ts';
import { InMemoryStorageSettings } from '../../fakes/files.ts';
import { CountingIds, FixedClock, InMemoryQuotas, InMemoryUnitOfWork, PlainSecrets } from '../../fakes/kernel.ts';
import { InMemoryOwnInstructions } from '../../fakes/own-instructions.ts';
import { InMemoryReplyRepository, InMemoryRunners, Leases } from '../../fakes/replies.ts';
import { ScriptedModels } from '../../fakes/scripted-models.ts';
import { chatIdOf } from '../../support/builders.ts';

export const ann = { kind: 'user', uid: 'ann', tier: 'free', isAdmin: false, verified: true } as const satisfies Asker;
export const CHAT = chatIdOf('c1');

/** What several processes on one database share. */
export interface Shared {
  readonly store: ChatStore;
  readonly clock: FixedClock;
  readonly leases: Leases;
  readonly ids: CountingIds;
  readonly allowance: CountedAllowance;
  readonly ledger: RecordingLedger;
  /** Accounts that were suspended or deleted meanwhile. */
  readonly gone: Set<string>;
}

export const shared = (messages = Infinity): Shared => ({
  store: new ChatStore(),
  clock: new FixedClock(),
  leases: new Leases(),
  ids: new CountingIds(),
  allowance: new CountedAllowance(messages),
  ledger: new RecordingLedger(),
  gone: new Set(),
});

/** A database that can go away, and one whose answer to a commit is lost. */
export class Trouble {
  away = false;
  /** So many commits arrive without their answer. */
  unanswered = 0;
  tries = 0;

  around(work: UnitOfWork): UnitOfWork {
    return {
      run: async (inside) => {
        this.tries += 1;
        if (this.away) throw new Error('the database is away');
        const result = await work.run(inside);
        if (this.unanswered === 0) return result;
        this.unanswered -= 1;
        throw new Error('the connection was lost');
      },
    };
  }
}

interface DeskOptions {
  readonly name?: string;
  readonly capacity?: number;
  readonly agents?: Agents;
  readonly editor?: ReplyEditor;
  readonly attached?: AttachedFiles;
  /** What goes wrong with transactions. */
  readonly trouble?: Trouble;
}

/** One process: the use cases around replies on the fakes. */
export const aDesk = (
  models = new ScriptedModels('Hel', 'lo'),
  on: Shared = shared(),
  {
    name = 'runner-1',
    capacity = 100,
    agents = new NoAgents(),
    editor = new KeepDetails(),
    attached = new NoFiles(),
    trouble = new Trouble(),
  }: DeskOptions = {},
) => {
  const { store, clock, leases, ids, allowance, ledger, gone } = on;
  const chats = new InMemoryChatRepository(store);
  const messages = new InMemoryMessageRepository(store);
  const replies = new InMemoryReplyRepository(store);
  const runners = new InMemoryRunners(name, leases, clock);
  const observer = new RecordingObserver();
  const work = trouble.around(new InMemoryUnitOfWork(store, allowance, ledger));
  const lives = new LiveReplies(replies, clock, observer, capacity);
  const finish = new FinishReply({
    replies,
    messages,
    allowance,
    ledger,
    quotes: { withdrawGone: async () => undefined },
    clock,
  });
  const readAgent = new ReadAgent(agents, models);
  const storeReply = new StoreReply({ lives, finish, work, clock, observer });
  const runReply = new RunReply({
    models,
    readAgent,
    readFiles: new ReadFiles(attached),
    editor,
    lives,
    store: storeReply,
    clock,
    observer,
  });
  const keepTurn = new KeepTurn(chats, messages, ids, clock);
  const instructions = new InMemoryOwnInstructions();
  const storage = new InMemoryStorageSettings();
  const quota = new TierChatQuota(new InMemoryChatUsage(store), storage);
  const tools = {
    quota,
    instructions,
    lives,
    runReply,
    keepTurn,
    replies,
    allowance,
    policy: new FixedModelPolicy(),
    agents,
    attached,
    runners,
    work,
    ids,
    secrets: new PlainSecrets(),
    clock,
    observer,
  };
  const start = new StartReply(tools);
  const revocations = { among: async (uids: readonly string[]) => uids.filter((uid) => gone.has(uid)) };
  const follow = new FollowReply(replies, lives, clock);

  const ask = (text: string, more: Partial<Question> = {}) =>
    start.execute({
      asker: ann,
      messages: [{ role: 'user', content: text }],
      place: { chatId: CHAT, messageId: 'q1' },
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
    const { path } = await new OpenChat(chats, messages, replies).execute('ann', CHAT);
    return path.map(({ role, content, status }) => `${role}: ${content} (${status})`);
  };

  return {
    ...on,
    trouble,
    storage,
    instructions,
    models,
    chats,
    messages,
    replies,
    runners,
    observer,
    work,
    lives,
    start,
    follow,
    ask,
    watch,
    turns,
    stop: new StopReply(replies, lives),
    keep: new KeepReplies({
      replies,
      lives,
      finish,
      runners,
      revocations,
      quotas: new InMemoryQuotas(),
      search: { catchUp: async () => true },
      work,
      clock,
      observer,
    }),
    save: new SaveChat({ chats, messages, quota, work, ids, clock }),
    open: new OpenChat(chats, messages, replies),
    remove: new DeleteChat(chats, messages, replies, lives),
  };
};

const PATIENCE_MS = 4000;

/** Waits until `done` holds, letting other work go on; throws when that takes seconds of real time. */
export const until = async (done: () => boolean | Promise<boolean>): Promise<void> => {
  for (const giveUp = Date.now() + PATIENCE_MS; !(await done());) {
    if (Date.now() > giveUp) throw new Error(`never came true: ${done.toString()}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
};

/** A promise and what resolves it: a reply that waits for the test. */
export const gate = () => {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
};
