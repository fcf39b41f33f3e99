import { InvalidInput } from '../../kernel/domain-error.ts';
import type { Clock, Ids, Secrets, UnitOfWork } from '../../kernel/ports.ts';
import { isSealed, type VouchedAnswer } from './answer-seal.ts';
import { type Chat, createChat } from './chat.ts';
import { ChatNotFound, MessageConflict } from '../errors.ts';
import { createMessage, type Message } from './message.ts';
import type { ChatQuota, ChatRepository, MessageRepository } from './ports.ts';
import type { UserRequester } from '../replies/ports/requesters.ts';
import { hasRoomFor } from '../../../shared/own-version.ts';
import { type BroughtDetails, toReplyDetails } from '../../../shared/brought-details.ts';
import {
  NO_DETAILS,
  type Image,
  type RelatedQuestion,
  type ReplyDetails,
  type Source,
} from '../../../shared/reply-details.ts';
import { detailsOf } from '../../../shared/reply-state.ts';

type PatchedFields = Pick<Message, 'id' | 'role' | 'content' | 'at' | 'fileIds' | 'cached' | 'mode'>;

/** The details are of a new answer; one that is stored keeps what it has. */
export interface ChatPatchMessage extends PatchedFields, BroughtDetails {
  /** undefined = the message before it in the list. */
  readonly parentId?: string | null | undefined;
  /** Of a visitor's answer; ignored unless this server sealed it with this text and these sources. */
  readonly sealed?: (VouchedAnswer & { readonly seal: string }) | undefined;
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
  /** Of a new chat; undefined or in the future = now. */
  readonly createdAt?: number | undefined;
  /** The client's time of this state; undefined = now. */
  readonly updatedAt?: number | undefined;
  /** Of a new chat; an existing one stays what it is. */
  readonly temporary?: boolean | undefined;
  /** The client has seen the chat: it was deleted if it is not there, and stays so. */
  readonly mustExist?: boolean | undefined;
}

export interface MergeChatDeps {
  readonly chats: ChatRepository;
  readonly messages: MessageRepository;
  readonly quota: ChatQuota;
  readonly work: UnitOfWork;
  readonly secrets: Secrets;
  readonly ids: Ids;
  readonly clock: Clock;
}

/**
 * Merges a client's copy of a chat into the stored one: new messages are added, stored ones are never shortened or
 * replaced, title and lists follow the latest change. New messages restore an archived chat. An interrupted reply may
 * be completed by a client that received more of it.
 */
export class MergeChat {
  constructor(private readonly deps: MergeChatDeps) {}

  /**
   * Throws `MessageConflict` when a known id has other text, `ChatNotFound`,
   * `ChatQuotaReached`; then nothing is stored.
   */
  execute(requester: UserRequester, patch: ChatPatch): Promise<Chat> {
    const { chats, quota, work, clock } = this.deps;
    const ownerId = requester.uid;
    return work.run(async () => {
      const now = clock.now();
      const { chat, isNew } = await this.lockOrCreate(ownerId, patch, now);
      const { leafId, hasGrown } = await this.addMessages(chat, patch);
      const isRestored = chat.archived && leafId !== undefined;
      const merged = mergeMetadata(chat, patch, now);
      const saved = {
        ...merged,
        leafId: patch.leafId === undefined ? (leafId ?? chat.leafId) : patch.leafId,
        updatedAt: now,
        usedAt: now,
        archived: chat.archived && !isRestored,
      };
      await chats.update(saved);
      if (isRestored) await chats.organize(saved);
      if (isNew || hasGrown) await quota.check(requester, { key: chat.key, isNew });
      return saved;
    });
  }

  private async lockOrCreate(
    ownerId: string,
    patch: ChatPatch,
    now: number,
  ): Promise<{ readonly chat: Chat; readonly isNew: boolean }> {
    const { chats, ids } = this.deps;
    const existing = await chats.lock(ownerId, patch.id);
    if (existing) return { chat: existing, isNew: false };
    if (patch.mustExist) throw new ChatNotFound();
    const created = await chats.create(toNewChat({ key: ids.next(), ownerId, now }, patch));
    return { chat: (await chats.lock(ownerId, patch.id)) ?? created, isNew: true };
  }

  /** `leafId`: the last added message, if any. */
  private async addMessages(chat: Chat, patch: ChatPatch): Promise<{ leafId?: string | undefined; hasGrown: boolean }> {
    if (patch.messages.length === 0) return { hasGrown: false };
    const ids = patch.messages.map(({ id }) => id);
    const found = await this.deps.messages.findMany(chat.key, ids);
    const stored = new Map(found.map((message) => [message.id, message]));
    const added: Message[] = [];
    let hasGrown = false;
    let previousId = chat.leafId !== null && !patch.messages.some(({ id }) => stored.has(id)) ? chat.leafId : null;
    for (const message of patch.messages) {
      const existing = stored.get(message.id);
      if (existing) hasGrown = (await this.reconcile(chat.key, existing, message.content)) || hasGrown;
      else added.push(toMessage(message, previousId, this.deps.secrets));
      previousId = message.id;
    }
    await this.deps.messages.add(chat.key, added);
    return { leafId: added.at(-1)?.id, hasGrown: hasGrown || added.length > 0 };
  }

  /** True when the stored message has become longer. */
  private async reconcile(chatKey: string, existing: Message, content: string): Promise<boolean> {
    if (existing.content === content || existing.status === 'streaming') return false;
    // A client may have received less, even of a reply that was interrupted for it and completed since.
    if (existing.role === 'assistant' && existing.replyId !== null && existing.content.startsWith(content))
      return false;
    if (existing.status !== 'interrupted' || !content.startsWith(existing.content))
      throw new MessageConflict(existing.id);
    await this.deps.messages.update(chatKey, { ...existing, content });
    return true;
  }
}

const toNewChat = (
  { key, ownerId, now }: Pick<Chat, 'key' | 'ownerId'> & { readonly now: number },
  { id, temporary, createdAt = now }: ChatPatch,
): Chat => ({ ...createChat(key, ownerId, id, now, temporary), createdAt: Math.min(createdAt, now) });

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

/** What this server told a visitor of this answer. */
const openSealed = ({ content, sources = [], sealed }: ChatPatchMessage, secrets: Secrets): VouchedAnswer | null => {
  if (!sealed) return null;
  const { seal, ...vouched } = sealed;
  return isSealed(secrets, { text: content, sources, vouched }, seal) ? vouched : null;
};

/** Null where there is nothing. */
const addVouched = (
  brought: ReplyDetails | null,
  { steps = [], thinking = '', citations = null, corrections = [], insteadOf = null }: Partial<VouchedAnswer>,
): ReplyDetails | null => {
  const details = { ...(brought ?? NO_DETAILS), steps, thinking, citations, corrections, insteadOf };
  return brought || detailsOf(details) ? details : null;
};

/** Copies field by field: a client must not set what only the server writes, such as the status. */
const toMessage = (message: ChatPatchMessage, previousId: string | null, secrets: Secrets): Message => {
  const { id, role, content, at, fileIds, cached, mode, parentId = previousId, ownVersions = [] } = message;
  const isAnswer = role === 'assistant';
  const brought = isAnswer ? toReplyDetails(message) : null;
  const { model = null, ...vouched } = (isAnswer && openSealed(message, secrets)) || {};
  if (!hasRoomFor(ownVersions.slice(1), ownVersions[0]?.source ?? ''))
    throw new InvalidInput('These are too many characters of own versions', 'ownVersions');
  return createMessage({
    id,
    parentId,
    role,
    content,
    at,
    fileIds,
    cached,
    mode,
    model,
    details: addVouched(brought, vouched),
  });
};
