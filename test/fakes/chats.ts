import type { Chat, ChatSummary, FoundChat } from '../../src/domain/chat/conversations/chat.ts';
import { ChatNotFound } from '../../src/domain/chat/errors.ts';
import { chatBytes, messageBytes } from '../../src/domain/chat/conversations/chat-size.ts';
import type { ToolQuestion } from '../../src/domain/chat/replies/waiting/question.ts';
import type { Message } from '../../src/domain/chat/conversations/message.ts';
import {
  type AgedChat,
  ChatAges,
  type ChatPage,
  ChatRepository,
  ChatUsage,
  type ChatUsageTotals,
  type LockedChat,
  type MessageUpdate,
  MessageRepository,
  type NewTurn,
  type OutlinedMessage,
  type PrecedingPath,
} from '../../src/domain/chat/conversations/ports.ts';
import type { EventBatch, Reply } from '../../src/domain/chat/replies/reply.ts';
import { type Restorable, Rows } from './kernel.ts';
import type { Artifact } from '../../src/shared/artifact.ts';
import { readPath } from '../../src/shared/artifact-blocks.ts';
import { artifactWords, OUTSIDE_FORMS, writeOutside } from '../../src/shared/outside-chat.ts';
import { pathTo } from '../../src/shared/message-tree.ts';

export interface StoredReply {
  readonly reply: Reply;
  readonly stopRequested: boolean;
}

export interface StoredQuestion extends ToolQuestion {
  readonly replyId: string;
}

/** What the fakes of chats, messages and replies share, because a chat takes its messages and replies with it. */
export class ChatStore implements Restorable {
  readonly chats = new Rows<Chat>();
  readonly messages = new Rows<readonly Message[]>();
  readonly replies = new Rows<StoredReply>();
  readonly logs = new Rows<readonly EventBatch[]>();
  readonly questions = new Rows<StoredQuestion>();

  snapshot(): () => void {
    const back = [this.chats, this.messages, this.replies, this.logs, this.questions].map((rows) => rows.snapshot());
    return () => back.forEach((restore) => restore());
  }
}

const isListed = ({ expiresAt }: Chat): boolean => expiresAt === null;

const byNewest = (a: Chat, b: Chat): number => b.updatedAt - a.updatedAt || (a.key < b.key ? 1 : -1);

export class InMemoryChatRepository extends ChatRepository {
  private readonly store: ChatStore;

  constructor(store = new ChatStore()) {
    super();
    this.store = store;
  }

  async find(ownerId: string, chatId: string): Promise<Chat | undefined> {
    return this.of(ownerId, chatId);
  }

  async create(chat: Chat): Promise<Chat> {
    const first = this.of(chat.ownerId, chat.id);
    if (first) return first;
    this.store.chats.set(chat.key, chat);
    return chat;
  }

  async update(chat: Chat): Promise<void> {
    const stored = this.of(chat.ownerId, chat.id);
    if (!stored) return;
    const { key, createdAt, expiresAt, pinnedAt, archived } = stored;
    this.store.chats.set(key, { ...chat, key, createdAt, expiresAt, pinnedAt, archived });
  }

  async organize({ key, pinnedAt, archived, usedAt }: Parameters<ChatRepository['organize']>[0]): Promise<void> {
    const stored = this.store.chats.get(key);
    if (stored) this.store.chats.set(key, { ...stored, pinnedAt, archived, usedAt });
  }

  async archiveMany(ownerId: string, archived: boolean, limit: number): Promise<number> {
    const changed = this.store.chats
      .all()
      .filter((chat) => chat.ownerId === ownerId && chat.archived !== archived && chat.pinnedAt === null)
      .filter(isListed)
      .slice(0, limit);
    for (const chat of changed) this.store.chats.set(chat.key, { ...chat, archived });
    return changed.length;
  }

  async markUsed(chatKey: string, at: number): Promise<void> {
    const chat = this.store.chats.get(chatKey);
    if (chat && chat.usedAt < at) this.store.chats.set(chatKey, { ...chat, usedAt: at });
  }

  // InMemoryUnitOfWork runs one transaction at a time.
  async lock(ownerId: string, chatId: string): Promise<LockedChat | undefined> {
    const chat = this.of(ownerId, chatId);
    return chat && { ...chat, messageCount: this.messagesOf(chat.key).length };
  }

  async remove(ownerId: string, chatId: string): Promise<boolean> {
    const chat = this.of(ownerId, chatId);
    if (!chat) return false;
    const { chats, messages, replies, logs } = this.store;
    for (const { reply } of replies.all()) {
      if (reply.chatKey !== chat.key) continue;
      replies.delete(reply.id);
      logs.delete(reply.id);
    }
    messages.delete(chat.key);
    return chats.delete(chat.key);
  }

  async list(ownerId: string, { archived = false, ...page }: ChatPage): Promise<readonly ChatSummary[]> {
    return this.page(ownerId, { ...page, archived }, isListed);
  }

  async listPinned(ownerId: string, limit: number): Promise<readonly ChatSummary[]> {
    return this.page(ownerId, { limit: Infinity }, ({ pinnedAt }) => pinnedAt !== null)
      .toSorted((a, b) => (b.pinnedAt ?? 0) - (a.pinnedAt ?? 0))
      .slice(0, limit);
  }

  async countPinned(ownerId: string): Promise<number> {
    return (await this.listPinned(ownerId, Infinity)).length;
  }

  async listIds(ownerId: string): Promise<readonly string[]> {
    return (await this.page(ownerId, { limit: Infinity }, () => true)).map(({ id }) => id);
  }

  async search(ownerId: string, query: string, page: ChatPage): Promise<readonly FoundChat[]> {
    const queryWords = searchWords(query);
    if (queryWords.length === 0) return [];
    const countIn = (text: string): number => {
      const present = searchWords(text);
      return queryWords.filter((word) => present.some((other) => startsWithWord(other, word))).length;
    };
    const textsOf = (chatKey: string) =>
      this.messagesOf(chatKey)
        .filter(({ status }) => status !== 'streaming')
        .map(({ id, content, details }) => {
          const edited = this.editedBy(chatKey, id);
          const text = [writeOutside(content, OUTSIDE_FORMS.own), details?.synthesis].filter(Boolean).join('\n');
          const words = [writeOutside(text, OUTSIDE_FORMS.words), ...edited.map(artifactWords)];
          return { id, text, edited, searched: words.join('\n') };
        });
    const chats = this.page(
      ownerId,
      page,
      ({ key, title, expiresAt }) =>
        expiresAt === null &&
        countIn([title, ...textsOf(key).map(({ searched }) => searched)].join('\n')) === queryWords.length,
    );
    return chats.map((chat) => {
      const counted = textsOf(this.of(ownerId, chat.id)?.key ?? '').map((of) => ({
        ...of,
        count: countIn(of.searched),
      }));
      const most = Math.max(1, ...counted.map(({ count }) => count));
      const best = counted.findLast(({ count }) => count === most);
      return {
        ...chat,
        found: best
          ? { messageId: best.id, text: best.text, ...(best.edited.length > 0 && { edited: best.edited }) }
          : null,
      };
    });
  }

  private editedBy(chatKey: string, id: string): readonly Artifact[] {
    const path = pathTo(this.messagesOf(chatKey), id).filter(({ role }) => role === 'assistant');
    const answers = path.map(({ content, details }) => ({ text: content, own: details?.ownVersions }));
    const { blocks = [], own = [] } = readPath(answers).at(-1) ?? {};
    if (path.at(-1)?.id !== id) return [];
    const made = [
      ...blocks.flatMap(({ artifact, edit }) => (artifact && edit && !edit.failure ? [artifact] : [])),
      ...own.map(({ artifact }) => artifact),
    ];
    return [...new Map(made.map((artifact) => [artifact.id, artifact])).values()];
  }

  private of(ownerId: string, chatId: string): Chat | undefined {
    return this.store.chats.all().find((chat) => chat.ownerId === ownerId && chat.id === chatId);
  }

  private page(
    ownerId: string,
    { limit, before = Infinity, archived: only }: ChatPage,
    wanted: (chat: Chat) => boolean,
  ): ChatSummary[] {
    return this.store.chats
      .all()
      .filter((chat) => chat.ownerId === ownerId && chat.updatedAt < before && wanted(chat))
      .filter(({ archived }) => archived === (only ?? archived))
      .sort(byNewest)
      .slice(0, limit)
      .map(({ key, id, title, gptType, toolServers, createdAt, updatedAt, pinnedAt, archived }) => {
        const messageCount = this.messagesOf(key).length;
        const place = { pinnedAt, archived, waits: this.waits(key) };
        return { id, title, messageCount, gptType, toolServers, createdAt, updatedAt, ...place };
      });
  }

  private waits(chatKey: string): boolean {
    const { questions, replies } = this.store;
    return questions.all().some(({ end, replyId }) => {
      const reply = replies.get(replyId)?.reply;
      return end === null && reply?.chatKey === chatKey && reply.finishedAt === null;
    });
  }

  private messagesOf(chatKey: string): readonly Message[] {
    return this.store.messages.get(chatKey) ?? [];
  }
}

/** `shared`: keys of chats with a public link that can be read. */
export class InMemoryChatAges extends ChatAges {
  readonly shared = new Set<string>();

  constructor(private readonly store: ChatStore) {
    super();
  }

  async listExpired(now: number, limit: number): Promise<readonly AgedChat[]> {
    return this.store.chats
      .all()
      .filter(({ expiresAt }) => expiresAt !== null && expiresAt < now)
      .toSorted((a, b) => (a.expiresAt ?? 0) - (b.expiresAt ?? 0))
      .slice(0, limit)
      .map(({ ownerId, id }) => ({ ownerId, id }));
  }

  async listOwnersOfUnused(before: number, uid: string, limit: number): Promise<readonly string[]> {
    const owners = new Set(this.unused(before).map(({ ownerId }) => ownerId));
    return [...owners]
      .filter((owner) => owner > uid)
      .toSorted()
      .slice(0, limit);
  }

  async listUnused(ownerId: string, before: number, limit: number): Promise<readonly AgedChat[]> {
    return this.unused(before)
      .filter((chat) => chat.ownerId === ownerId)
      .slice(0, limit)
      .map(({ id }) => ({ ownerId, id }));
  }

  private unused(before: number): Chat[] {
    return this.store.chats
      .all()
      .filter(({ usedAt, expiresAt, pinnedAt }) => usedAt < before && expiresAt === null && pinnedAt === null)
      .filter(({ key }) => !this.shared.has(key))
      .toSorted((a, b) => a.usedAt - b.usedAt);
  }
}

const searchWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Without spaces between words, any place in a run may be the beginning of one. */
const startsWithWord = (word: string, queryWords: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(queryWords)
    ? word.includes(queryWords)
    : word.startsWith(queryWords);

export class InMemoryMessageRepository extends MessageRepository {
  private readonly store: ChatStore;

  constructor(store = new ChatStore()) {
    super();
    this.store = store;
  }

  async list(chatKey: string): Promise<readonly Message[]> {
    return [...this.of(chatKey)].sort((a, b) => a.at - b.at);
  }

  async find(chatKey: string, id: string): Promise<Message | undefined> {
    return this.of(chatKey).find((message) => message.id === id);
  }

  /** Transactions of the fakes run one after the other. */
  lockChat(): Promise<void> {
    return Promise.resolve();
  }

  async outline(chatKey: string): Promise<readonly OutlinedMessage[]> {
    const nothing = messageBytes({ content: '', details: null });
    return (await this.list(chatKey)).map(({ id, parentId, role, status, replyId, content, details }) => ({
      id,
      parentId,
      role,
      status,
      replyId,
      bytes: messageBytes({ content, details }) - nothing,
    }));
  }

  async findMany(chatKey: string, ids: readonly string[]): Promise<readonly Message[]> {
    return [...new Set(ids)].flatMap((wanted) => this.of(chatKey).find(({ id }) => id === wanted) ?? []);
  }

  async listChildren(chatKey: string, id: string): Promise<readonly Message[]> {
    return (await this.list(chatKey)).filter(({ parentId }) => parentId === id);
  }

  async findPrecedingPath(chatKey: string, leafId: string, maxCharacters: number): Promise<PrecedingPath> {
    const path = pathTo(this.of(chatKey), leafId).reverse();
    let behind = 0;
    const turns = path.filter(({ content }) => {
      const fits = behind < maxCharacters;
      behind += [...content].length;
      return fits;
    });
    return {
      turns: turns.reverse().map(({ role, content, fileIds, details }) => {
        const own = details?.ownVersions ?? [];
        return { role, content, fileIds, ...(own.length > 0 && { own }) };
      }),
      fileIds: path.flatMap(({ fileIds }) => fileIds.toReversed()),
    };
  }

  async add(chatKey: string, messages: readonly Message[]): Promise<void> {
    if (!this.store.chats.get(chatKey)) throw new ChatNotFound();
    const stored = [...this.of(chatKey)];
    for (const message of messages) if (!stored.some(({ id }) => id === message.id)) stored.push(message);
    this.store.messages.set(chatKey, stored);
  }

  async appendTurn({ key }: Pick<Chat, 'key'>, { messages, at, expiresAt }: NewTurn): Promise<void> {
    const chat = this.store.chats.get(key);
    if (!chat) throw new ChatNotFound();
    this.store.messages.set(key, [...this.of(key), ...messages]);
    this.store.chats.set(key, {
      ...chat,
      leafId: messages.at(-1)?.id ?? chat.leafId,
      updatedAt: at,
      usedAt: at,
      expiresAt: expiresAt ?? chat.expiresAt,
    });
  }

  async update(
    chatKey: string,
    { id, content, status, errorCode, cached, details, model }: MessageUpdate,
  ): Promise<void> {
    const rewritten = this.of(chatKey).map((old) =>
      old.id === id ? { ...old, content, status, errorCode, cached, details, model: model ?? old.model } : old,
    );
    if (this.store.chats.get(chatKey)) this.store.messages.set(chatKey, rewritten);
  }

  private of(chatKey: string): readonly Message[] {
    return this.store.messages.get(chatKey) ?? [];
  }
}

/** Adds up what the store holds. */
export class InMemoryChatUsage extends ChatUsage {
  private readonly store: ChatStore;

  constructor(store = new ChatStore()) {
    super();
    this.store = store;
  }

  async totals(ownerId: string, chatKey = ''): Promise<ChatUsageTotals> {
    const own = this.store.chats.all().filter((chat) => chat.ownerId === ownerId);
    const sizes = own.map((chat) => ({ key: chat.key, bytes: this.size(chat) }));
    const bytes = sizes.reduce((sum, chat) => sum + chat.bytes, 0);
    return { chats: own.length, bytes, chatBytes: sizes.find(({ key }) => key === chatKey)?.bytes ?? 0 };
  }

  private size(chat: Chat): number {
    return (this.store.messages.get(chat.key) ?? []).reduce(
      (sum, message) => sum + messageBytes(message),
      chatBytes(chat),
    );
  }
}
