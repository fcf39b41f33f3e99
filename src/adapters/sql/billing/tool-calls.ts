import type { Knex } from 'knex';
import { z } from 'zod';

import { type StoredToolCall, type ToolCallStore, TOOL_CALL_OUTCOMES } from '../../../domain/agents/connected/ports.ts';
import { inBatches } from '../batches.ts';
import { rowMapping } from '../row-mapping.ts';
import { after, SqlStore } from '../sql-store.ts';

const DELETED_OWNER = 'deleted';
const outcome = z.enum(TOOL_CALL_OUTCOMES);

const calls = rowMapping<StoredToolCall>({
  id: 'id',
  owner: 'owner',
  replyId: 'reply_id',
  serverId: 'server_id',
  tool: 'tool',
  outcome: { column: 'outcome', parse: (text) => outcome.parse(text) },
  ms: 'ms',
  at: 'at',
});

export class SqlToolCallStore extends SqlStore implements ToolCallStore {
  async add({ id, owner, replyId, serverId, tool, ms, outcome: ended, at }: StoredToolCall): Promise<void> {
    const sql = `INSERT INTO tool_calls (id, owner, reply_id, server_id, tool, outcome, ms, at)
      VALUES (?, CASE WHEN EXISTS (SELECT 1 FROM replies WHERE id = ?) THEN ? ELSE ? END, ?, ?, ?, ?, ?, ?)`;
    const described = [replyId, serverId, tool, ended, Math.round(ms), at];
    await this.db.execute(sql, [id, replyId, owner, DELETED_OWNER, ...described]);
  }

  async listPage(
    owner: string,
    last: Pick<StoredToolCall, 'at' | 'id'> | undefined,
    limit: number,
  ): Promise<readonly StoredToolCall[]> {
    return this.page(this.table('tool_calls').where({ owner }), last, limit);
  }

  async listSince(
    since: number,
    last: Pick<StoredToolCall, 'at' | 'id'> | undefined,
    limit: number,
  ): Promise<readonly StoredToolCall[]> {
    return this.page(this.table('tool_calls').where('at', '>=', since), last, limit);
  }

  async removeBefore(before: number, limit: number): Promise<number> {
    const old = this.table('tool_calls').where('at', '<', before).orderBy(['at', 'id']).limit(limit);
    const ids: string[] = await old.pluck('id');
    for (const batch of inBatches(ids)) await this.table('tool_calls').whereIn('id', batch).delete();
    return ids.length;
  }

  private async page(
    query: Knex.QueryBuilder,
    last: Pick<StoredToolCall, 'at' | 'id'> | undefined,
    limit: number,
  ): Promise<readonly StoredToolCall[]> {
    const rows: object[] = await after(query, 'at', last).orderBy(['at', 'id']).limit(limit);
    return rows.map(calls.fromRow);
  }
}
