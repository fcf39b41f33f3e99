import { ForeignKeyViolationError, Model } from 'objection';

import type { OwnShare, Share, SharedTurn, ShareRepository } from '../../../domain/shares/ports.ts';
import type { Database } from '../database.ts';
import { parseSharedTurns } from '../json-columns.ts';

class ShareRow extends Model {
  static override tableName = 'shares';
  declare id: string;
  declare token_digest: string;
  declare owner_id: string;
  declare chat_key: string;
  declare kind: Share['kind'];
  declare title: string;
  declare name: string | null;
  declare turn_count: number;
  declare created_at: number | string;
  declare turns: string;
}

type ListRow = Omit<ShareRow, 'turns'> & { readonly chat_id: string };

/** All columns but the turns, which lists never read. */
const COLUMNS = ['id', 'token_digest', 'owner_id', 'chat_key', 'kind', 'title', 'name', 'turn_count', 'created_at'].map(
  (name) => `shares.${name}`,
);

const toShare = (row: Omit<ListRow, 'chat_id'>): Share => ({
  id: row.id,
  ownerId: row.owner_id,
  chatKey: row.chat_key,
  tokenDigest: row.token_digest,
  kind: row.kind,
  title: row.title,
  name: row.name,
  turnCount: row.turn_count,
  createdAt: Number(row.created_at),
});

const toRow = (share: Share, turns: readonly SharedTurn[]) => ({
  id: share.id,
  token_digest: share.tokenDigest,
  owner_id: share.ownerId,
  chat_key: share.chatKey,
  kind: share.kind,
  title: share.title,
  name: share.name,
  turn_count: share.turnCount,
  created_at: share.createdAt,
  turns: JSON.stringify(turns),
});

export class SqlShareRepository implements ShareRepository {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  async add(share: Share, turns: readonly SharedTurn[]): Promise<boolean> {
    try {
      await this.db.withSavepoint(
        async () => void (await ShareRow.query(this.db.connection).insert(toRow(share, turns))),
      );
      return true;
    } catch (error) {
      if (error instanceof ForeignKeyViolationError) return false; // the chat was deleted meanwhile
      throw error;
    }
  }

  async list(ownerId: string): Promise<readonly OwnShare[]> {
    const rows: ListRow[] = await this.db
      .connection('shares')
      .join('chats', 'chats.chat_key', 'shares.chat_key')
      .where('shares.owner_id', ownerId)
      .orderBy([
        { column: 'shares.created_at', order: 'desc' },
        { column: 'shares.id', order: 'desc' },
      ])
      .select(...COLUMNS, 'chats.id as chat_id');
    return rows.map((row) => ({ ...toShare(row), chatId: row.chat_id }));
  }

  async count(ownerId: string): Promise<number> {
    const row = await this.db.connection('shares').where({ owner_id: ownerId }).count('* as count').first();
    return Number(row?.['count'] ?? 0);
  }

  async remove(ownerId: string, id: string): Promise<boolean> {
    return (await this.db.connection('shares').where({ id, owner_id: ownerId }).delete()) === 1;
  }

  async find(
    tokenDigest: string,
  ): Promise<{ readonly share: Share; readonly turns: readonly SharedTurn[] } | undefined> {
    const row: ShareRow | undefined = await this.activeShare(tokenDigest).first('shares.*');
    return row && { share: toShare(row), turns: parseSharedTurns(row.turns) };
  }

  async exists(tokenDigest: string): Promise<boolean> {
    return (await this.activeShare(tokenDigest).first('shares.id')) !== undefined;
  }

  private activeShare(tokenDigest: string) {
    return this.db
      .connection('shares')
      .join('users', 'users.uid', 'shares.owner_id')
      .where('shares.token_digest', tokenDigest)
      .whereNull('users.suspended_at');
  }
}
