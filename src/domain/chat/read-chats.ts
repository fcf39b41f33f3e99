import type { Chat, ChatSummary } from './chat.ts';
import { ChatNotFound } from './errors.ts';
import type { LiveReplies } from './live-replies.ts';
import { type Message, pathTo } from './message.ts';
import { inPieces } from '../kernel/pieces.ts';
import type { ChatRepository, MessageRepository, OutlinedMessage, ReplyRepository } from './ports.ts';
import { detailsOf } from './reply-details.ts';
import { textOfBatches } from './run-reply.ts';

/** The owner's chats, newest first; with a query, those that contain all its words. */
export class ListChats {
  private readonly chats: ChatRepository;

  constructor(chats: ChatRepository) {
    this.chats = chats;
  }

  execute(ownerId: string, page: { limit: number; before?: number; query?: string }): Promise<readonly ChatSummary[]> {
    const { query, ...range } = page;
    return query?.trim() ? this.chats.search(ownerId, query.trim(), range) : this.chats.list(ownerId, range);
  }
}

export interface OpenedChat {
  readonly chat: Chat;
  /** The shown turns, oldest first. */
  readonly path: readonly Message[];
  /** The turns of other versions. */
  readonly others: readonly Message[];
}

/** The same with its turns a piece at a time, read as they are asked for. */
export interface ChatInPieces {
  readonly chat: Chat;
  readonly path: AsyncIterable<readonly Message[]>;
  readonly others: AsyncIterable<readonly Message[]>;
}

/** One chat with all its turns; a turn that is being written shows what there is of it so far. */
export class OpenChat {
  private readonly chats: ChatRepository;
  private readonly messages: MessageRepository;
  private readonly replies: ReplyRepository;

  constructor(chats: ChatRepository, messages: MessageRepository, replies: ReplyRepository) {
    this.chats = chats;
    this.messages = messages;
    this.replies = replies;
  }

  async execute(ownerId: string, chatId: string): Promise<OpenedChat> {
    const chat = await this.chats.find(ownerId, chatId);
    if (!chat) throw new ChatNotFound();
    const stored = await this.messages.all(chat.key);
    const turns = await Promise.all(
      stored.map((message) => (message.status === 'streaming' ? this.soFar(message) : message)),
    );
    const path = pathTo(turns, chat.leafId ?? turns.at(-1)?.id ?? null);
    const shown = new Set(path.map(({ id }) => id));
    return { chat, path, others: turns.filter(({ id }) => !shown.has(id)) };
  }

  /** For readers of whom nobody knows how fast they read: of a long chat no more is held than one piece. Throws `ChatNotFound`. */
  async inPieces(ownerId: string, chatId: string): Promise<ChatInPieces> {
    const chat = await this.chats.find(ownerId, chatId);
    if (!chat) throw new ChatNotFound();
    const outline = await this.messages.outline(chat.key);
    const path = pathTo(outline, chat.leafId ?? outline.at(-1)?.id ?? null);
    const shown = new Set(path.map(({ id }) => id));
    const others = outline.filter(({ id }) => !shown.has(id));
    return { chat, path: this.pieces(chat.key, path), others: this.pieces(chat.key, others) };
  }

  private async *pieces(
    chatKey: string,
    outline: readonly OutlinedMessage[],
  ): AsyncGenerator<readonly Message[], void> {
    for (const piece of inPieces(outline)) {
      const turns = await this.messages.some(
        chatKey,
        piece.map(({ id }) => id),
      );
      yield await Promise.all(turns.map((message) => (message.status === 'streaming' ? this.soFar(message) : message)));
    }
  }

  private async soFar(message: Message): Promise<Message> {
    if (message.replyId === null) return message;
    const batches = await this.replies.eventsFrom(message.replyId, 0);
    return {
      ...message,
      content: textOfBatches(batches),
      details: detailsOf(
        batches.flatMap(({ events }) => events),
        false,
      ),
    };
  }
}

/** Deletes a chat with everything in it; a reply that is being written stops. Throws `ChatNotFound`. */
export class DeleteChat {
  private readonly chats: ChatRepository;
  private readonly messages: MessageRepository;
  private readonly replies: ReplyRepository;
  private readonly lives: LiveReplies;

  constructor(chats: ChatRepository, messages: MessageRepository, replies: ReplyRepository, lives: LiveReplies) {
    this.chats = chats;
    this.messages = messages;
    this.replies = replies;
    this.lives = lives;
  }

  async execute(ownerId: string, chatId: string): Promise<void> {
    const chat = await this.chats.find(ownerId, chatId);
    if (!chat) throw new ChatNotFound();
    for (const { status, replyId } of await this.messages.outline(chat.key)) {
      if (status !== 'streaming' || replyId === null) continue;
      if (this.lives.find(replyId)) await this.lives.stopAndWait(replyId);
      else await this.replies.requestStop(replyId);
    }
    await this.chats.remove(ownerId, chatId);
  }
}
