import { type CountedMessage, CountedMessages, type MessageRef } from '../../src/domain/chat/replies/ports/answers.ts';
import type { Reply } from '../../src/domain/chat/replies/reply.ts';
import type { ChatStore } from './chats.ts';

/** The replies of a store, but those whose reservation was given back. */
export class InMemoryCountedMessages extends CountedMessages {
  constructor(
    private readonly store: ChatStore,
    private readonly refunded: ReadonlySet<string> = new Set(),
  ) {
    super();
  }

  async find(owners: readonly string[], since: number, ref: MessageRef): Promise<CountedMessage | undefined> {
    const counted = this.store.replies
      .all()
      .map(({ reply }) => reply)
      .filter(({ owner, createdAt }) => owners.includes(owner) && createdAt >= since)
      .filter(({ reservationId }) => reservationId === null || !this.refunded.has(reservationId))
      .sort((a, b) => b.createdAt - a.createdAt);
    const found = counted.find((reply) => this.isNamed(reply, ref)) ?? counted[0];
    return found && { replyId: found.id, at: found.createdAt };
  }

  private isNamed({ chatKey, messageId }: Reply, ref: MessageRef): boolean {
    if (chatKey === null || messageId === null) return false;
    return messageId === ref.messageId && this.store.chats.get(chatKey)?.id === ref.chatId;
  }
}
