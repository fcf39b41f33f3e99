import type { Knex } from 'knex';

import type { AgedChat, ChatAges } from '../../../domain/chat/conversations/ports.ts';
import { SqlStore } from '../sql-store.ts';

const COLUMNS = { ownerId: 'chats.owner_id', id: 'chats.id' };

export class SqlChatAges extends SqlStore implements ChatAges {
  async listExpired(now: number, limit: number): Promise<readonly AgedChat[]> {
    return this.table('chats').where('expires_at', '<', now).orderBy('expires_at').limit(limit).select(COLUMNS);
  }

  async listOwnersOfUnused(before: number, uid: string, limit: number): Promise<readonly string[]> {
    return this.unused(before)
      .where('chats.owner_id', '>', uid)
      .distinct('chats.owner_id')
      .orderBy('chats.owner_id')
      .limit(limit)
      .pluck('chats.owner_id');
  }

  async listUnused(ownerId: string, before: number, limit: number): Promise<readonly AgedChat[]> {
    return this.unused(before).where('chats.owner_id', ownerId).orderBy('chats.used_at').limit(limit).select(COLUMNS);
  }

  private unused(before: number): Knex.QueryBuilder {
    const shares = this.table('shares').whereRaw('shares.chat_key = chats.chat_key').whereNull('shares.taken_down_at');
    return this.table('chats')
      .where('chats.used_at', '<', before)
      .whereNull('chats.expires_at')
      .whereNull('chats.pinned_at')
      .whereNotExists(shares);
  }
}
