import type { ChatGroup, ChatLimits, StorageSettings } from '../files/ports.ts';
import { isUnverified } from './asker.ts';
import { ChatQuotaReached } from './errors.ts';
import { type Asker, ChatQuota, type ChatRoom, type ChatUsage, type GrownChat } from './ports.ts';

type Person = Extract<Asker, { kind: 'user' }>;

const MB = 1024 * 1024;
const UNLIMITED = -1;

const NO_LIMIT: ChatRoom = { chats: UNLIMITED, bytes: UNLIMITED, chatBytes: UNLIMITED };

/** By the admins' limits for each tier, and for free accounts that have proved nothing yet. */
export class TierChatQuota extends ChatQuota {
  private readonly usage: ChatUsage;
  private readonly settings: StorageSettings;

  constructor(usage: ChatUsage, settings: StorageSettings) {
    super();
    this.usage = usage;
    this.settings = settings;
  }

  async roomOf(asker: Person): Promise<ChatRoom> {
    if (asker.override === 'unlimited') return NO_LIMIT;
    const { chats } = (await this.settings.current()).limits;
    return inBytes(chats[groupOf(asker)]);
  }

  async check(asker: Person, chat: GrownChat): Promise<void> {
    const room = await this.roomOf(asker);
    const { chats, bytes, chatBytes } = await this.usage.of(asker.uid, chat.key);
    const refuse = (rule: ChatQuotaReached['rule'], limit: number, used: number): never => {
      throw new ChatQuotaReached(rule, { limit, used, group: groupOf(asker) });
    };
    if (chat.isNew && isBeyond(chats, room.chats)) refuse('chats', room.chats, chats - 1);
    if (isBeyond(chatBytes, room.chatBytes)) refuse('chat-size', room.chatBytes, chatBytes);
    if (isBeyond(bytes, room.bytes)) refuse('chat-storage', room.bytes, bytes);
  }
}

const isBeyond = (used: number, limit: number): boolean => limit >= 0 && used > limit;

const groupOf = (asker: Person): ChatGroup => (isUnverified(asker) ? 'unverified' : asker.tier);

const bytesOf = (megabytes: number): number => (megabytes < 0 ? UNLIMITED : Math.floor(megabytes * MB));

const inBytes = ({ maxChats, maxTotalMB, maxChatMB }: ChatLimits): ChatRoom => ({
  chats: maxChats,
  bytes: bytesOf(maxTotalMB),
  chatBytes: bytesOf(maxChatMB),
});
