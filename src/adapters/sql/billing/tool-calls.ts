import type { ToolCallLine, ToolCallStore } from '../../../domain/agents/connected/ports.ts';
import { SqlStore } from '../sql-store.ts';

/** Owner of a call whose reply, and perhaps account, was deleted meanwhile. */
const DELETED_OWNER = 'deleted';

export class SqlToolCallStore extends SqlStore implements ToolCallStore {
  async add(id: string, { owner, replyId, serverId, tool, ms, outcome }: ToolCallLine, at: number): Promise<void> {
    const sql = `INSERT INTO tool_calls (id, owner, reply_id, server_id, tool, outcome, ms, at)
      VALUES (?, CASE WHEN EXISTS (SELECT 1 FROM replies WHERE id = ?) THEN ? ELSE ? END, ?, ?, ?, ?, ?, ?)`;
    await this.db.execute(sql, [id, replyId, owner, DELETED_OWNER, replyId, serverId, tool, outcome, ms, at]);
  }
}
