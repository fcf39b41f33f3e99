import type { Clock, Ids, UnitOfWork } from '../../kernel/ports.ts';
import { type Chat, createChat } from './chat.ts';
import { MessageConflict } from '../errors.ts';
import type { Message, MessageMode, Role } from './message.ts';
import type { ChatQuota, ChatRepository, MessageRepository } from './ports.ts';
import type { Requester } from '../replies/ports.ts';
import type { Image, RelatedQuestion, Source } from '../../../shared/reply-details.ts';

type UserRequester = Extract<Requester, { kind: 'user' }>;

export interface ChatPatchMessage {
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

export interface ChatPatch {
  readonly id: string;
  readonly messages: readonly ChatPatchMessage[];
  readonly title?: string | undefined;
  readonly gptType?: string | undefined;
  readonly leafId?: string | null | undefined;
  readonly sources?: readonly Source[] | undefined;
  readonly images?: readonly Image[] | undefined;
  readonly relatedQuestions?: readonly RelatedQuestion[] | undefined;
  /** When the page made this state, by its own clock; undefined = now. */
  readonly updatedAt?: number | undefined;
}

export interface MergeChatDeps {
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
export class MergeChat {
  private readonly chats: ChatRepository;
  private readonly messages: MessageRepository;
  private readonly quota: ChatQuota;
  private readonly work: UnitOfWork;
  private readonly ids: Ids;
  private readonly clock: Clock;

  constructor({ chats, messages, quota, work, ids, clock }: MergeChatDeps) {
    this.chats = chats;
    this.messages = messages;
    this.quota = quota;
    this.work = work;
    this.ids = ids;
    this.clock = clock;
  }

  /** Throws `MessageConflict` when a known id comes with other text, `ChatQuotaReached`; then nothing of the call is kept. */
  execute(requester: UserRequester, patch: ChatPatch): Promise<Chat> {
    const ownerId = requester.uid;
    return this.work.run(async () => {
      const now = this.clock.now();
      const existing = await this.chats.lock(ownerId, patch.id);
      const created = existing ?? (await this.chats.create(createChat(this.ids.next(), ownerId, patch.id, now)));
      const chat = existing ?? (await this.chats.lock(ownerId, patch.id)) ?? created;
      const isNew = existing === undefined;
      const { leafId, hasGrown } = await this.addMessages(chat, patch);
      const merged = mergeMetadata(chat, patch, now);
      const saved = {
        ...merged,
        leafId: patch.leafId === undefined ? (leafId ?? chat.leafId) : patch.leafId,
        updatedAt: now,
      };
      await this.chats.update(saved);
      if (isNew || hasGrown) await this.quota.check(requester, { key: chat.key, isNew });
      return saved;
    });
  }

  /** `leafId`: the last message added, if any. */
  private async addMessages(chat: Chat, patch: ChatPatch): Promise<{ leafId?: string | undefined; hasGrown: boolean }> {
    if (patch.messages.length === 0) return { hasGrown: false };
    const existing = await this.messages.findMany(
      chat.key,
      patch.messages.map(({ id }) => id),
    );
    const stored = new Map(existing.map((message) => [message.id, message]));
    const added: Message[] = [];
    let hasGrown = false;
    let previousId = chat.leafId !== null && !patch.messages.some(({ id }) => stored.has(id)) ? chat.leafId : null;
    for (const message of patch.messages) {
      const existing = stored.get(message.id);
      if (existing) hasGrown = (await this.reconcile(chat.key, existing, message.content)) || hasGrown;
      else added.push(toMessage(message, previousId));
      previousId = message.id;
    }
    await this.messages.add(chat.key, added);
    return { leafId: added.at(-1)?.id, hasGrown: hasGrown || added.length > 0 };
  }

  /** True when the stored one has become longer. */
  private async reconcile(chatKey: string, existing: Message, content: string): Promise<boolean> {
    if (existing.content === content || existing.status === 'streaming') return false;
    // A page may have seen less, also of a reply that it was told to be interrupted and that is complete by now.
    if (existing.role === 'assistant' && existing.replyId !== null && existing.content.startsWith(content))
      return false;
    if (existing.status !== 'interrupted' || !content.startsWith(existing.content))
      throw new MessageConflict(existing.id);
    await this.messages.update(chatKey, { ...existing, content });
    return true;
  }
}

const mergeMetadata = (chat: Chat, patch: ChatPatch, now: number): Chat => {
  const namedAt = Math.min(patch.updatedAt ?? now, now);
  if (namedAt < chat.namedAt) return chat;
  return {
    ...chat,
    title: patch.title?.trim() || chat.title,
    gptType: patch.gptType ?? chat.gptType,
    sources: patch.sources ?? chat.sources,
    images: patch.images ?? chat.images,
    relatedQuestions: patch.relatedQuestions ?? chat.relatedQuestions,
    namedAt,
  };
};

const toMessage = (message: ChatPatchMessage, previousId: string | null): Message => ({
  id: message.id,
  parentId: message.parentId === undefined ? previousId : message.parentId,
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
