import type { Asker, ChatQuota, ChatUsage } from './ports.ts';

/** Bytes; -1: no limit. */
export interface KeptChats {
  readonly count: { readonly used: number; readonly limit: number };
  readonly bytes: { readonly used: number; readonly limit: number };
  /** Of one chat. */
  readonly maxChatBytes: number;
}

/** How much of their room for chats somebody uses. */
export class ReadChatUse {
  private readonly usage: ChatUsage;
  private readonly quota: ChatQuota;

  constructor(usage: ChatUsage, quota: ChatQuota) {
    this.usage = usage;
    this.quota = quota;
  }

  async execute(asker: Extract<Asker, { kind: 'user' }>): Promise<KeptChats> {
    const [used, room] = await Promise.all([this.usage.of(asker.uid), this.quota.roomOf(asker)]);
    return {
      count: { used: used.chats, limit: room.chats },
      bytes: { used: used.bytes, limit: room.bytes },
      maxChatBytes: room.chatBytes,
    };
  }
}
