import { ShareableChats, type ShareableChat } from '../../shares/ports.ts';
import type { OpenChat } from './open-chat.ts';
import { pathTo } from '../../../shared/message-tree.ts';

/** Throws `ChatNotFound`. */
export class LoadShareableChat extends ShareableChats {
  constructor(private readonly openChat: OpenChat) {
    super();
  }

  async get(ownerId: string, chatId: string, leafId: string | null): Promise<ShareableChat> {
    const { chat, path, others } = await this.openChat.execute(ownerId, chatId);
    return {
      chatKey: chat.key,
      isTemporary: chat.expiresAt !== null,
      title: chat.title,
      path: leafId === null ? path : pathTo([...path, ...others], leafId),
    };
  }
}
