import { ForeignKeyViolationError, Model } from 'objection';

import type { OwnShare, Share, SharedTurn, ShareRepository, ShareState } from '../../../domain/shares/ports.ts';
import { rowMapping } from '../row-mapping.ts';
import { countRows, newestFirst, SqlStore } from '../sql-store.ts';
import { parseSharedTurns } from '../json-columns.ts';

class ShareRow extends Model {
  static override tableName = 'shares';
}

export const SHARE_COLUMNS = {
  id: 'id',
  tokenDigest: 'token_digest',
  ownerId: 'owner_id',
  chatKey: 'chat_key',
  kind: 'kind',
  title: 'title',
  name: 'name',
  turnCount: 'turn_count',
  createdAt: 'created_at',
  takenDownAt: 'taken_down_at',
  takenDownReason: 'taken_down_reason',
} as const;

const shares = rowMapping<Share>(SHARE_COLUMNS);

export class SqlShareRepository extends SqlStore implements ShareRepository {
  async add(share: Share, turns: readonly SharedTurn[]): Promise<boolean> {
    try {
      const row = { ...shares.toRow(share), turns: JSON.stringify(turns) };
      await this.db.withSavepoint(async () => void (await ShareRow.query(this.db.connection).insert(row)));
      return true;
    } catch (error) {
      if (error instanceof ForeignKeyViolationError) return false; // the chat was deleted meanwhile
      throw error;
    }
  }

  async list(ownerId: string): Promise<readonly OwnShare[]> {
    const rows: { chat_id: string }[] = await this.table('shares')
      .join('chats', 'chats.chat_key', 'shares.chat_key')
      .where('shares.owner_id', ownerId)
      .orderBy(newestFirst('shares.created_at', 'shares.id'))
      .select(...shares.columnsOf('shares'), 'chats.id as chat_id');
    return rows.map((row) => ({ ...shares.fromRow(row), chatId: row.chat_id }));
  }

  async count(ownerId: string): Promise<number> {
    return countRows(this.table('shares').where({ owner_id: ownerId }));
  }

  async remove(ownerId: string, id: string): Promise<boolean> {
    return (await this.table('shares').where({ id, owner_id: ownerId }).delete()) === 1;
  }

  async find(
    tokenDigest: string,
  ): Promise<{ readonly share: Share; readonly turns: readonly SharedTurn[] } | undefined> {
    const row = await this.activeShare(tokenDigest).first('shares.*');
    return row && { share: shares.fromRow(row), turns: parseSharedTurns(row.turns) };
  }

  async findState(tokenDigest: string): Promise<ShareState | undefined> {
    const row: { taken_down_at: number | null } | undefined =
      await this.activeShare(tokenDigest).first('shares.taken_down_at');
    return row && (row.taken_down_at === null ? 'open' : 'taken-down');
  }

  private activeShare(tokenDigest: string) {
    return this.table('shares')
      .join('users', 'users.uid', 'shares.owner_id')
      .where('shares.token_digest', tokenDigest)
      .whereNull('users.suspended_at');
  }
}
