import { megabytesToBytes } from '../../../shared/settings/storage-limits.ts';
import type { ChatGroup, ChatLimits, StorageLimits } from '../../files/ports/settings.ts';
import { isUnverified } from '../replies/requester.ts';
import { ChatQuotaReached } from './errors.ts';
import type { Settings } from '../../kernel/ports.ts';
import { ChatQuota, type ChatQuotaLimits, type ChatUsage, type GrownChat } from './ports.ts';
import type { UserRequester } from '../replies/ports/requesters.ts';

const UNLIMITED = -1;

const UNLIMITED_CHATS: ChatQuotaLimits = { chats: UNLIMITED, bytes: UNLIMITED, chatBytes: UNLIMITED };

/** By the admins' limits per tier, and for unverified free accounts. */
export class TierChatQuota extends ChatQuota {
  constructor(
    private readonly usage: ChatUsage,
    private readonly settings: Settings<StorageLimits>,
  ) {
    super();
  }

  async limitsFor(requester: UserRequester): Promise<ChatQuotaLimits> {
    if (requester.override === 'unlimited') return UNLIMITED_CHATS;
    const { chats } = await this.settings.current();
    return toQuotaLimits(chats[chatGroupOf(requester)]);
  }

  async check(requester: UserRequester, chat: GrownChat): Promise<void> {
    const limits = await this.limitsFor(requester);
    const { chats, bytes, chatBytes } = await this.usage.totals(requester.uid, chat.key);
    const refuse = (rule: ChatQuotaReached['rule'], limit: number, used: number): never => {
      throw new ChatQuotaReached(rule, { limit, used, group: chatGroupOf(requester) });
    };
    if (chat.isNew && exceeds(chats, limits.chats)) refuse('chats', limits.chats, chats - 1);
    if (exceeds(chatBytes, limits.chatBytes)) refuse('chat-size', limits.chatBytes, chatBytes);
    if (exceeds(bytes, limits.bytes)) refuse('chat-storage', limits.bytes, bytes);
  }
}

const exceeds = (used: number, limit: number): boolean => limit >= 0 && used > limit;

/** Whose settings apply to the chats of an account. */
export const chatGroupOf = (requester: UserRequester): ChatGroup =>
  isUnverified(requester) ? 'unverified' : requester.tier;

const toQuotaLimits = ({ maxChats, maxTotalMB, maxChatMB }: ChatLimits): ChatQuotaLimits => ({
  chats: maxChats,
  bytes: megabytesToBytes(maxTotalMB),
  chatBytes: megabytesToBytes(maxChatMB),
});
