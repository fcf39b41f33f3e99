import type { Clock, Ids, UnitOfWork } from '../kernel/ports.ts';
import { type Chat, blankChat, type Image, type RelatedQuestion, type Source } from './chat.ts';
import { MessageConflict } from './errors.ts';
import type { Message, MessageMode, Role } from './message.ts';
import type { Asker, ChatQuota, ChatRepository, MessageRepository } from './ports.ts';

type Person = Extract<Asker, { kind: 'user' }>;

export interface BroughtMessage {
  readonly id: string;
  readonly role: Role;
  readonly content: string;
  readonly at: number;
  readonly fileIds: readonly string[];
  readonly cached: boolean;
  readonly mode: MessageMode | null;
  /** undefined = the message before it in the list. */
  readonly parentId?: string | null | undefined;
}

export interface BroughtChat {
  readonly id: string;
  readonly messages: readonly BroughtMessage[];
  readonly title?: string | undefined;
  readonly gptType?: string | undefined;
  readonly leafId?: string | null | undefined;
  readonly sources?: readonly Source[] | undefined;
  readonly images?: readonly Image[] | undefined;
  readonly relatedQuestions?: readonly RelatedQuestion[] | undefined;
  /** When the page made this state, by its own clock; undefined = now. */
  readonly updatedAt?: number | undefined;
}

export interface SaveTools {
  readonly chats: ChatRepository;
  readonly messages: MessageRepository;
  readonly quota: ChatQuota;
  readonly work: UnitOfWork;
  readonly ids: Ids;
  readonly clock: Clock;
}

/**
 * Merges what a page brings into the stored chat: new messages are added, stored ones never shortened or replaced,
 * title and lists go to the latest writer. An interrupted reply may be completed by a page that had seen more of it.
 */
export class SaveChat {
  private readonly chats: ChatRepository;
  private readonly messages: MessageRepository;
  private readonly quota: ChatQuota;
  private readonly work: UnitOfWork;
  private readonly ids: Ids;
  private readonly clock: Clock;

  constructor({ chats, messages, quota, work, ids, clock }: SaveTools) {
    this.chats = chats;
    this.messages = messages;
    this.quota = quota;
    this.work = work;
    this.ids = ids;
    this.clock = clock;
  }

  /** Throws `MessageConflict` when a known id comes with other text, `ChatQuotaReached`; then nothing of the call is kept. */
  execute(asker: Person, brought: BroughtChat): Promise<Chat> {
    const ownerId = asker.uid;
    return this.work.run(async () => {
      const now = this.clock.now();
      const known = await this.chats.lock(ownerId, brought.id);
      const made = known ?? (await this.chats.create(blankChat(this.ids.next(), ownerId, brought.id, now)));
      const chat = known ?? (await this.chats.lock(ownerId, brought.id)) ?? made;
      const isNew = known === undefined;
      const { leafId, hasGrown } = await this.addMessages(chat, brought);
      const merged = merge(chat, brought, now);
      const saved = {
        ...merged,
        leafId: brought.leafId === undefined ? (leafId ?? chat.leafId) : brought.leafId,
        updatedAt: now,
      };
      await this.chats.update(saved);
      if (isNew || hasGrown) await this.quota.check(asker, { key: chat.key, isNew });
      return saved;
    });
  }

  /** `leafId`: the last message added, if any. */
  private async addMessages(
    chat: Chat,
    brought: BroughtChat,
  ): Promise<{ leafId?: string | undefined; hasGrown: boolean }> {
    if (brought.messages.length === 0) return { hasGrown: false };
    const known = await this.messages.some(
      chat.key,
      brought.messages.map(({ id }) => id),
    );
    const stored = new Map(known.map((message) => [message.id, message]));
    const added: Message[] = [];
    let hasGrown = false;
    let before = chat.leafId !== null && !brought.messages.some(({ id }) => stored.has(id)) ? chat.leafId : null;
    for (const message of brought.messages) {
      const known = stored.get(message.id);
      if (known) hasGrown = (await this.reconcile(chat.key, known, message.content)) || hasGrown;
      else added.push(toMessage(message, before));
      before = message.id;
    }
    await this.messages.add(chat.key, added);
    return { leafId: added.at(-1)?.id, hasGrown: hasGrown || added.length > 0 };
  }

  /** True when the stored one has become longer. */
  private async reconcile(chatKey: string, known: Message, content: string): Promise<boolean> {
    if (known.content === content || known.status === 'streaming') return false;
    // A page may have seen less, also of a reply that it was told to be interrupted and that is complete by now.
    if (known.role === 'assistant' && known.replyId !== null && known.content.startsWith(content)) return false;
    if (known.status !== 'interrupted' || !content.startsWith(known.content)) throw new MessageConflict(known.id);
    await this.messages.rewrite(chatKey, { ...known, content });
    return true;
  }
}

const merge = (chat: Chat, brought: BroughtChat, now: number): Chat => {
  const namedAt = Math.min(brought.updatedAt ?? now, now);
  if (namedAt < chat.namedAt) return chat;
  return {
    ...chat,
    title: brought.title?.trim() || chat.title,
    gptType: brought.gptType ?? chat.gptType,
    sources: brought.sources ?? chat.sources,
    images: brought.images ?? chat.images,
    relatedQuestions: brought.relatedQuestions ?? chat.relatedQuestions,
    namedAt,
  };
};

const toMessage = (message: BroughtMessage, before: string | null): Message => ({
  id: message.id,
  parentId: message.parentId === undefined ? before : message.parentId,
  role: message.role,
  content: message.content,
  at: message.at,
  status: 'complete',
  errorCode: null,
  model: null,
  fileIds: message.fileIds,
  cached: message.cached,
  mode: message.mode,
  replyId: null,
  details: null,
});
