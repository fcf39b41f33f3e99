import { InvalidInput } from '../../kernel/domain-error.ts';
import type { Clock, UnitOfWork } from '../../kernel/ports.ts';
import { MAX_PINNED_CHATS } from '../../../shared/pinned-chats.ts';
import { ChatNotFound, TemporaryChatStays, TooManyPins } from '../errors.ts';
import type { Chat } from './chat.ts';
import type { ChatRepository } from './ports.ts';

/** What is undefined stays. */
export interface ChatPlace {
  readonly pinned?: boolean | undefined;
  readonly archived?: boolean | undefined;
}

/** Chats per transaction, so that others write in between. */
const BATCH_SIZE = 200;

/** Pins and archives chats (docs/adr/0105). */
export class OrganizeChats {
  constructor(
    private readonly chats: ChatRepository,
    private readonly work: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Archiving unpins, and pinning restores. A change counts as use, so that a chat is not deleted because of its age
   * as soon as it is unpinned. Throws `ChatNotFound`, `TemporaryChatStays`, `TooManyPins`, `InvalidInput`.
   */
  async execute(ownerId: string, chatId: string, place: ChatPlace): Promise<Chat> {
    if (place.pinned === undefined && place.archived === undefined)
      throw new InvalidInput('Say whether the chat is to be pinned or archived', 'pinned');
    if (place.pinned && place.archived) throw new InvalidInput('An archived chat cannot be pinned', 'pinned');
    return this.work.run(async () => {
      const chat = await this.chats.lock(ownerId, chatId);
      if (!chat) throw new ChatNotFound();
      if (chat.expiresAt !== null) throw new TemporaryChatStays();
      const moved = move(chat, place, this.clock.now());
      if (moved === chat) return chat;
      const isPinning = chat.pinnedAt === null && moved.pinnedAt !== null;
      if (isPinning && (await this.chats.countPinned(ownerId)) >= MAX_PINNED_CHATS) throw new TooManyPins();
      await this.chats.organize(moved);
      return moved;
    });
  }

  /** Archives all chats that are not pinned, or restores all that are archived; returns how many. */
  async archiveAll(ownerId: string, archived: boolean): Promise<number> {
    for (let count = 0; ;) {
      const changed = await this.work.run(() => this.chats.archiveMany(ownerId, archived, BATCH_SIZE));
      count += changed;
      if (changed < BATCH_SIZE) return count;
    }
  }
}

const isPinned = (chat: Chat, { pinned, archived }: ChatPlace): boolean =>
  pinned ?? (archived === true ? false : chat.pinnedAt !== null);

/** The same chat where nothing changes. */
const move = (chat: Chat, place: ChatPlace, now: number): Chat => {
  const { archived = place.pinned === true ? false : chat.archived } = place;
  const pinnedAt = isPinned(chat, place) ? (chat.pinnedAt ?? now) : null;
  return archived === chat.archived && pinnedAt === chat.pinnedAt
    ? chat
    : { ...chat, archived, pinnedAt, usedAt: Math.max(now, chat.usedAt) };
};
