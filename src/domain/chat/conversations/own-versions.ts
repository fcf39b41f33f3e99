import { InvalidInput } from '../../kernel/domain-error.ts';
import type { Clock, UnitOfWork } from '../../kernel/ports.ts';
import { hasRoomFor } from '../../../shared/own-version.ts';
import { NO_DETAILS, type OwnVersion } from '../../../shared/reply-details.ts';
import {
  AnswerNotFinished,
  ChatNotFound,
  ChatWentOn,
  MessageConflict,
  TooManyVersions,
  VersionNotFound,
} from '../errors.ts';
import type { UserRequester } from '../replies/ports/requesters.ts';
import type { Message } from './message.ts';
import type { ChatQuota, ChatRepository, LockedChat, MessageRepository } from './ports.ts';

export interface OwnVersionsDeps {
  readonly chats: ChatRepository;
  readonly messages: MessageRepository;
  readonly quota: ChatQuota;
  readonly work: UnitOfWork;
  readonly clock: Clock;
}

export interface AnswerPlace {
  readonly chatId: string;
  readonly messageId: string;
}

interface FoundAnswer {
  readonly chat: LockedChat;
  readonly message: Message;
  readonly versions: readonly OwnVersion[];
}

/**
 * A person's own versions of artifacts, stored with the answer that they come after (docs/adr/0094). Only those of the
 * last answer of a path change: what later answers build on stays.
 */
export class OwnVersions {
  constructor(private readonly deps: OwnVersionsDeps) {}

  /**
   * Adds a version after those that are there: two pages that save at once both add theirs. The same one sent again
   * changes nothing. Throws `ChatNotFound`, `InvalidInput`, `AnswerNotFinished`, `ChatWentOn`, `MessageConflict`,
   * `TooManyVersions`, `ChatQuotaReached`.
   */
  save(requester: UserRequester, place: AnswerPlace, added: Omit<OwnVersion, 'at'>): Promise<OwnVersion> {
    const { quota, work, clock } = this.deps;
    return work.run(async () => {
      const { chat, message, versions } = await this.lockAnswer(requester.uid, place);
      const stored = versions.find(({ id }) => id === added.id);
      if (stored && stored.artifactId === added.artifactId && stored.source === added.source) return stored;
      if (stored) throw new MessageConflict(added.id);
      await this.requireLast(chat, message);
      if (!hasRoomFor(versions, added.source)) throw new TooManyVersions();
      const version = { ...added, at: new Date(clock.now()).toISOString() };
      await this.store(chat, message, [...versions, version]);
      await quota.check(requester, { key: chat.key, isNew: false });
      return version;
    });
  }

  /** Throws `ChatNotFound`, `InvalidInput`, `AnswerNotFinished`, `ChatWentOn`, `VersionNotFound`. */
  remove(ownerId: string, place: AnswerPlace, versionId: string): Promise<void> {
    return this.deps.work.run(async () => {
      const { chat, message, versions } = await this.lockAnswer(ownerId, place);
      const rest = versions.filter(({ id }) => id !== versionId);
      if (rest.length === versions.length) throw new VersionNotFound();
      await this.requireLast(chat, message);
      await this.store(chat, message, rest);
    });
  }

  private async lockAnswer(ownerId: string, { chatId, messageId }: AnswerPlace): Promise<FoundAnswer> {
    const { chats, messages } = this.deps;
    const chat = await chats.lock(ownerId, chatId);
    if (!chat) throw new ChatNotFound();
    const message = await messages.find(chat.key, messageId);
    if (message?.role !== 'assistant') throw new InvalidInput('There is no such answer in this chat', 'messageId');
    if (message.status === 'streaming') throw new AnswerNotFinished();
    return { chat, message, versions: message.details?.ownVersions ?? [] };
  }

  /** A question after it may be there that nothing has answered. */
  private async requireLast({ key }: LockedChat, { id }: Message): Promise<void> {
    const { messages } = this.deps;
    for (const question of await messages.listChildren(key, id))
      if (question.replyId !== null || (await messages.listChildren(key, question.id)).length > 0)
        throw new ChatWentOn();
  }

  private async store(chat: LockedChat, message: Message, versions: readonly OwnVersion[]): Promise<void> {
    const { chats, messages, clock } = this.deps;
    const { ownVersions: _, ...details } = message.details ?? NO_DETAILS;
    const changed = versions.length === 0 ? details : { ...details, ownVersions: versions };
    await messages.update(chat.key, { ...message, details: changed });
    const now = clock.now();
    await chats.update({ ...chat, updatedAt: now, usedAt: now });
  }
}
