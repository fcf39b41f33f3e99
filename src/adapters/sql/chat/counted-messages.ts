import type { CountedMessage, CountedMessages, MessageRef } from '../../../domain/chat/replies/ports/answers.ts';
import { SqlStore } from '../sql-store.ts';

/** Each reply counts one message, unless its reservation was refunded. */
export class SqlCountedMessages extends SqlStore implements CountedMessages {
  async find(owners: readonly string[], since: number, named: MessageRef): Promise<CountedMessage | undefined> {
    const sql = `
      SELECT r.id, r.created_at FROM replies r
        LEFT JOIN reservations s ON s.id = r.reservation_id LEFT JOIN chats c ON c.chat_key = r.chat_key
       WHERE r.owner IN (${owners.map(() => '?').join(', ')}) AND r.created_at >= ? AND (s.state IS NULL
         OR s.state <> 'refunded')
       ORDER BY CASE WHEN r.message_id = ? AND c.id = ? THEN 0 ELSE 1 END, r.created_at DESC, r.id LIMIT 1`;
    const values = [...owners, since, named.messageId ?? '', named.chatId ?? ''];
    const [row] = await this.db.query<{ id: string; created_at: number }>(sql, values);
    return row && { replyId: row.id, at: row.created_at };
  }
}
