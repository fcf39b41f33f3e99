import type { StorageLimits } from '../../files/ports/settings.ts';
import type { Settings } from '../../kernel/ports.ts';
import { chatGroupOf } from './chat-quota.ts';
import type { ChatQuota, ChatUsage } from './ports.ts';
import type { UserRequester } from '../replies/ports/requesters.ts';

/** Bytes; -1: no limit. */
export interface ChatUsageReport {
  readonly count: { readonly used: number; readonly limit: number };
  readonly bytes: { readonly used: number; readonly limit: number };
  readonly maxChatBytes: number;
  /** Chats that were not used for so many days are deleted; 0: never. */
  readonly unusedDays: number;
}

/** Chats and bytes that a person uses of their quota. */
export class GetChatUsage {
  constructor(
    private readonly usage: ChatUsage,
    private readonly quota: ChatQuota,
    private readonly settings: Settings<StorageLimits>,
  ) {}

  async execute(requester: UserRequester): Promise<ChatUsageReport> {
    const [used, limits, { chatRetention }] = await Promise.all([
      this.usage.totals(requester.uid),
      this.quota.limitsFor(requester),
      this.settings.current(),
    ]);
    return {
      count: { used: used.chats, limit: limits.chats },
      bytes: { used: used.bytes, limit: limits.bytes },
      maxChatBytes: limits.chatBytes,
      unusedDays: chatRetention[chatGroupOf(requester)].unusedDays,
    };
  }
}
