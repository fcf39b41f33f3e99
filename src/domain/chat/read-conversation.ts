import { Conversations, type Conversation } from '../shares/ports.ts';
import { pathTo } from './message.ts';
import type { OpenChat } from './read-chats.ts';

/** A person's chats as sharing reads them. Throws `ChatNotFound`. */
export class ReadConversation extends Conversations {
  private readonly openChat: OpenChat;

  constructor(openChat: OpenChat) {
    super();
    this.openChat = openChat;
  }

  async read(ownerId: string, chatId: string, end: string | null): Promise<Conversation> {
    const { chat, path, others } = await this.openChat.execute(ownerId, chatId);
    return { chatKey: chat.key, title: chat.title, path: end === null ? path : pathTo([...path, ...others], end) };
  }
}
