import type { Chat, ChatSummary, FoundChat, ListedChat } from './chat.ts';
import { ChatNotFound } from '../errors.ts';
import type { ActiveReplies } from '../replies/active-replies.ts';
import type { StopRequests } from '../replies/bus/stop-requests.ts';
import { withLists } from '../../../shared/with-lists.ts';
import { matchIn } from './match-in.ts';
import type { Message } from './message.ts';
import { createYield } from '../../kernel/create-yield.ts';
import type { AuditLog } from '../../audit/ports.ts';
import type { Clock, UnitOfWork } from '../../kernel/ports.ts';
import { toBatches } from '../../kernel/batches.ts';
import { DAY_MS } from '../../kernel/day.ts';
import type { ChatPage, ChatRepository, MessageRepository, OutlinedMessage } from './ports.ts';
import type { ReplyRepository } from '../replies/ports/reply-store.ts';
import { detailsOf, reduceEvents } from '../../../shared/reply-state.ts';
import { pathTo } from '../../../shared/message-tree.ts';
import { MAX_PINNED_CHATS } from '../../../shared/pinned-chats.ts';

/** Newest first; with a query, chats that contain all its words, archived ones too. */
export class ListChats {
  constructor(
    private readonly chats: ChatRepository,
    private readonly clock: Clock,
  ) {}

  /** The last pinned first, all of them. */
  listPinned(ownerId: string): Promise<readonly ChatSummary[]> {
    return this.chats.listPinned(ownerId, MAX_PINNED_CHATS);
  }

  async execute(ownerId: string, page: ChatPage & { readonly query?: string }): Promise<readonly ListedChat[]> {
    const { query: typed, ...range } = page;
    const query = typed?.trim() ?? '';
    if (query === '') return this.chats.list(ownerId, range);
    return this.withExcerpts(await this.chats.search(ownerId, query, range), query);
  }

  private async withExcerpts(chats: readonly FoundChat[], query: string): Promise<readonly ListedChat[]> {
    const yieldIfNeeded = createYield(this.clock);
    const listed: ListedChat[] = [];
    for (const { found, ...chat } of chats) {
      await yieldIfNeeded();
      listed.push(found ? { ...chat, match: matchIn(found, query) } : chat);
    }
    return listed;
  }
}

export interface OpenedChat {
  readonly chat: Chat;
  /** The shown messages, oldest first. */
  readonly path: readonly Message[];
  /** The messages of other versions. */
  readonly others: readonly Message[];
}

/** The same, with the messages in lazily loaded batches. */
export interface StreamedChat {
  readonly chat: Chat;
  readonly path: AsyncIterable<readonly Message[]>;
  readonly others: AsyncIterable<readonly Message[]>;
}

/** Loads a chat with all messages; a streaming one has the text so far. */
export class OpenChat {
  constructor(
    private readonly chats: ChatRepository,
    private readonly messages: MessageRepository,
    private readonly replies: ReplyRepository,
    private readonly clock: Clock,
  ) {}

  async execute(ownerId: string, chatId: string): Promise<OpenedChat> {
    const chat = await this.chats.find(ownerId, chatId);
    if (!chat) throw new ChatNotFound();
    const stored = await this.messages.list(chat.key);
    const turns = await this.withRunning(chat.key, stored);
    const path = pathTo(turns, chat.leafId ?? turns.at(-1)?.id ?? null);
    const shown = new Set(path.map(({ id }) => id));
    return {
      chat,
      path: path.map(withLists(chat, path, turns)),
      others: turns.filter(({ id }) => !shown.has(id)),
    };
  }

  /** Its owner uses it. For slow clients: at most one batch of a long chat is in memory. Throws `ChatNotFound`. */
  async stream(ownerId: string, chatId: string): Promise<StreamedChat> {
    const chat = await this.chats.find(ownerId, chatId);
    if (!chat) throw new ChatNotFound();
    const now = this.clock.now();
    if (now - chat.usedAt > DAY_MS) await this.chats.markUsed(chat.key, now);
    const outline = await this.messages.outline(chat.key);
    const path = pathTo(outline, chat.leafId ?? outline.at(-1)?.id ?? null);
    const shown = new Set(path.map(({ id }) => id));
    const others = outline.filter(({ id }) => !shown.has(id));
    const complete = withLists(chat, path, outline);
    return { chat, path: this.streamTurns(chat.key, path, complete), others: this.streamTurns(chat.key, others) };
  }

  private async *streamTurns(
    chatKey: string,
    outline: readonly OutlinedMessage[],
    complete = (message: Message): Message => message,
  ): AsyncGenerator<readonly Message[], void> {
    for (const batch of toBatches(outline)) {
      const ids = batch.map(({ id }) => id);
      yield (await this.withRunning(chatKey, await this.messages.findMany(chatKey, ids))).map(complete);
    }
  }

  /** Adds the text so far and the state of follow-ups. */
  private async withRunning(chatKey: string, turns: readonly Message[]): Promise<readonly Message[]> {
    const followedUp = new Set((await this.replies.listFollowedUp(chatKey)).map(({ id }) => id));
    return Promise.all(
      turns.map((message) => {
        if (message.status === 'streaming') return this.withLoggedText(message);
        return followedUp.has(message.replyId ?? '') ? { ...message, followUps: 'running' } : message;
      }),
    );
  }

  private async withLoggedText(message: Message): Promise<Message> {
    if (message.replyId === null) return message;
    const batches = await this.replies.listEvents(message.replyId, 0);
    const logged = reduceEvents(batches.flatMap(({ events }) => events));
    return { ...message, content: logged.text, details: detailsOf(logged) };
  }
}

/** Deletes a chat and stops its running reply. Throws `ChatNotFound`. */
export class DeleteChat {
  constructor(
    private readonly chats: ChatRepository,
    private readonly messages: MessageRepository,
    private readonly stopRequests: StopRequests,
    private readonly activeReplies: ActiveReplies,
    private readonly work: UnitOfWork,
    private readonly audit: AuditLog,
  ) {}

  async execute(ownerId: string, chatId: string): Promise<void> {
    const chat = await this.chats.find(ownerId, chatId);
    if (!chat) throw new ChatNotFound();
    for (const { status, replyId } of await this.messages.outline(chat.key)) {
      if (replyId === null) continue;
      if (this.activeReplies.find(replyId)) await this.activeReplies.stopAndWait(replyId);
      else if (status === 'streaming') await this.stopRequests.send(replyId);
    }
    await this.work.run(async () => {
      await this.chats.remove(ownerId, chatId);
      await this.audit.record({ action: 'chat.delete', target: { kind: 'chat', id: chatId } });
    });
  }
}
