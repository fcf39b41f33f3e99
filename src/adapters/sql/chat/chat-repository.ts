import type { Knex } from 'knex';
import { UniqueViolationError } from 'objection';

import type { Chat, ChatSummary, FoundChat } from '../../../domain/chat/conversations/chat.ts';
import type { ChatPage, ChatRepository, LockedChat } from '../../../domain/chat/conversations/ports.ts';
import { chatBytes } from '../../../domain/chat/conversations/chat-size.ts';
import {
  ChatRow,
  mutableColumns,
  SUMMARY_COLUMNS,
  type SummaryRow,
  toChat,
  toNewChatRow,
  toSummary,
  WAITS_COLUMN,
} from './chat-rows.ts';
import { SqlChatUsage } from './chat-usage.ts';
import { countRows, newestFirst, SqlStore } from '../sql-store.ts';
import { ReplyLog } from './reply-log.ts';
import { SqlFoundMessages } from '../retrieval/found-messages.ts';
import { SqlSearchIndex } from '../retrieval/search-index.ts';
import { tokenizeForIndex, tokenizeQuery } from '../retrieval/search-tokens.ts';

export class SqlChatRepository extends SqlStore implements ChatRepository {
  private readonly log = new ReplyLog(this.db);
  private readonly index = new SqlSearchIndex(this.db);
  private readonly foundMessages = new SqlFoundMessages(this.db);
  private readonly usage = new SqlChatUsage(this.db);

  async find(ownerId: string, chatId: string): Promise<Chat | undefined> {
    const row = await this.findRow(ownerId, chatId, '');
    return row && toChat(row);
  }

  async create(chat: Chat): Promise<Chat> {
    try {
      return await this.db.withSavepoint(async () => {
        await ChatRow.query(this.db.connection).insert(toNewChatRow(chat));
        await this.usage.addChat(chat.ownerId, chatBytes(chat));
        await this.indexTitle(chat);
        return chat;
      });
    } catch (error) {
      const first = error instanceof UniqueViolationError ? await this.find(chat.ownerId, chat.id) : undefined;
      if (first) return first;
      throw error;
    }
  }

  async update(chat: Chat): Promise<void> {
    await this.db.transaction(async () => {
      const stored = await this.findRowForUpdate(chat.ownerId, chat.id);
      if (!stored) return;
      const addedBytes = chatBytes(chat) - chatBytes(toChat(stored));
      const row = { ...mutableColumns(chat), bytes: stored.bytes + addedBytes };
      await ChatRow.query(this.db.connection).patch(row).where({ chat_key: stored.chat_key });
      await this.usage.addBytes(chat.ownerId, addedBytes);
      if (stored.title !== chat.title) await this.indexTitle({ ...toChat(stored), title: chat.title });
    });
  }

  async organize({ key, pinnedAt, archived, usedAt }: Parameters<ChatRepository['organize']>[0]): Promise<void> {
    await this.table('chats').where({ chat_key: key }).update({ pinned_at: pinnedAt, archived, used_at: usedAt });
  }

  async archiveMany(ownerId: string, archived: boolean, limit: number): Promise<number> {
    const keys: string[] = await this.table('chats')
      .where({ owner_id: ownerId, archived: !archived })
      .whereNull('expires_at')
      .whereNull('pinned_at')
      .limit(limit)
      .pluck('chat_key');
    return this.table('chats').whereIn('chat_key', keys).update({ archived });
  }

  async markUsed(chatKey: string, at: number): Promise<void> {
    await this.table('chats').where({ chat_key: chatKey }).where('used_at', '<', at).update({ used_at: at });
  }

  async lock(ownerId: string, chatId: string): Promise<LockedChat | undefined> {
    const row = await this.findRow(ownerId, chatId, this.db.dialect.forUpdate);
    return row && { ...toChat(row), messageCount: row.message_count };
  }

  // Messages, replies and index entries cascade with the chat's row; event logs are linked to their reply only.
  remove(ownerId: string, chatId: string): Promise<boolean> {
    return this.db.transaction(async () => {
      const stored = await this.findRowForUpdate(ownerId, chatId);
      if (!stored) return false;
      const replyIds: string[] = await this.table('replies')
        .where({ chat_key: stored.chat_key, has_log: true })
        .pluck('id');
      await this.log.remove(replyIds);
      await this.usage.removeChat(ownerId, stored.bytes);
      return (await ChatRow.query(this.db.connection).deleteById(stored.chat_key)) === 1;
    });
  }

  async list(ownerId: string, { archived = false, ...page }: ChatPage): Promise<readonly ChatSummary[]> {
    const rows = await this.listRows(ownerId, { ...page, archived });
    return rows.map(toSummary);
  }

  async listPinned(ownerId: string, limit: number): Promise<readonly ChatSummary[]> {
    const rows: SummaryRow[] = await this.summaries(ownerId)
      .whereNotNull('chats.pinned_at')
      .orderBy(newestFirst('chats.pinned_at', 'chats.chat_key'))
      .limit(limit);
    return rows.map(toSummary);
  }

  // Whoever has a chat has a row of usage: its lock is that of the pins.
  async countPinned(ownerId: string): Promise<number> {
    await this.table('chat_usage').where({ owner_id: ownerId }).forUpdate().first('owner_id');
    return countRows(this.table('chats').where({ owner_id: ownerId }).whereNotNull('pinned_at'));
  }

  async listIds(ownerId: string): Promise<readonly string[]> {
    return this.table('chats').where({ owner_id: ownerId }).orderBy(newestFirst('updated_at', 'chat_key')).pluck('id');
  }

  async search(ownerId: string, query: string, page: ChatPage): Promise<readonly FoundChat[]> {
    const terms = tokenizeQuery(ownerId, query);
    if (terms.length === 0) return [];
    await this.index.indexOwner(ownerId); // recent messages are found too
    const rows = await this.listRows(ownerId, page, terms);
    const keys = rows.map(({ chat_key: key }) => key);
    const found = await this.foundMessages.list(keys, terms);
    return rows.map((row) => ({ ...toSummary(row), found: found.get(row.chat_key) ?? null }));
  }

  private async listRows(
    ownerId: string,
    { limit, before, archived }: ChatPage,
    terms: readonly string[] = [],
  ): Promise<readonly SummaryRow[]> {
    const { connection, dialect } = this.db;
    const query = this.summaries(ownerId).whereNull('chats.expires_at');
    if (archived !== undefined) query.where('chats.archived', archived);
    if (before !== undefined) query.where('chats.updated_at', '<', before);
    terms.forEach((word, index) => {
      const name = `found_${index}`;
      const chatKeys = dialect.documentsMatchingPrefix(connection, word).distinct('search_documents.chat_key');
      query.join(chatKeys.as(name), `${name}.chat_key`, 'chats.chat_key');
    });
    return query.orderBy(newestFirst('chats.updated_at', 'chats.chat_key')).limit(limit);
  }

  private summaries(ownerId: string): Knex.QueryBuilder {
    const { connection } = this.db;
    return connection('chats')
      .select(['chats.chat_key', ...SUMMARY_COLUMNS, connection.raw(WAITS_COLUMN)])
      .where('chats.owner_id', ownerId);
  }

  private async findRow(ownerId: string, chatId: string, lockClause: string): Promise<ChatRow | undefined> {
    const [row] = await this.db.query<ChatRow>(`SELECT * FROM chats WHERE owner_id = ? AND id = ?${lockClause}`, [
      ownerId,
      chatId,
    ]);
    return row;
  }

  private async findRowForUpdate(ownerId: string, chatId: string): Promise<ChatRow | undefined> {
    return this.table('chats').where({ owner_id: ownerId, id: chatId }).first().forUpdate();
  }

  private async indexTitle({ key, ownerId, title, expiresAt }: Chat): Promise<void> {
    if (expiresAt !== null) return;
    const document = { chatKey: key, messageId: '', words: tokenizeForIndex(ownerId, title) };
    await this.db.dialect.indexDocuments(this.db.connection, [document]);
  }
}
