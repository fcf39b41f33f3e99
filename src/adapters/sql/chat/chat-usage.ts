import type { ChatUsage, ChatUsageTotals } from '../../../domain/chat/conversations/ports.ts';
import { SqlStore } from '../sql-store.ts';

/** Totals per account. Every change of a chat's size updates them in the same transaction. */
export class SqlChatUsage extends SqlStore implements ChatUsage {
  async totals(ownerId: string, chatKey = ''): Promise<ChatUsageTotals> {
    const sql = `SELECT u.chats, u.bytes, c.bytes AS chat_bytes FROM chat_usage u
      LEFT JOIN chats c ON c.chat_key = ? AND c.owner_id = u.owner_id WHERE u.owner_id = ?`;
    const [row] = await this.db.query<{ chats: number; bytes: number; chat_bytes: number | null }>(sql, [
      chatKey,
      ownerId,
    ]);
    return { chats: row?.chats ?? 0, bytes: row?.bytes ?? 0, chatBytes: row?.chat_bytes ?? 0 };
  }

  /** A new chat: an account's first one creates its row. */
  async addChat(ownerId: string, bytes: number): Promise<void> {
    const { connection } = this.db;
    const added = {
      chats: connection.raw('chat_usage.chats + 1'),
      bytes: connection.raw('chat_usage.bytes + ?', [bytes]),
    };
    await connection('chat_usage').insert({ owner_id: ownerId, chats: 1, bytes }).onConflict('owner_id').merge(added);
  }

  /** An existing chat grows or shrinks. The caller updates the chat's own row. */
  async addBytes(ownerId: string, bytes: number): Promise<void> {
    if (bytes !== 0)
      await this.db.execute('UPDATE chat_usage SET bytes = bytes + ? WHERE owner_id = ?', [bytes, ownerId]);
  }

  async removeChat(ownerId: string, bytes: number): Promise<void> {
    await this.db.execute('UPDATE chat_usage SET chats = chats - 1, bytes = bytes - ? WHERE owner_id = ?', [
      bytes,
      ownerId,
    ]);
  }
}
