import type { Knex } from 'knex';
import { UniqueViolationError } from 'objection';

import type { Chat, ChatSummary } from '../../../domain/chat/conversations/chat.ts';
import type { ChatRepository, LockedChat } from '../../../domain/chat/conversations/ports.ts';
import { chatBytes } from '../../../domain/chat/conversations/chat-size.ts';
import { ChatRow, mutableColumns, toNewChatRow, SUMMARY_COLUMNS, toChat, toSummary } from './chat-rows.ts';
import { SqlChatUsage } from './chat-usage.ts';
import type { Database } from '../database.ts';
import { ReplyLog } from './reply-log.ts';
import { SqlSearchIndex } from '../retrieval/search-index.ts';
import { tokenizeForIndex, tokenizeQuery } from '../retrieval/search-tokens.ts';

interface Page {
  readonly limit: number;
  readonly before?: number;
}

export class SqlChatRepository implements ChatRepository {
  private readonly db: Database;
  private readonly log: ReplyLog;
  private readonly index: SqlSearchIndex;
  private readonly usage: SqlChatUsage;

  constructor(db: Database) {
    this.db = db;
    this.log = new ReplyLog(db);
    this.index = new SqlSearchIndex(db);
    this.usage = new SqlChatUsage(db);
  }

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
      const row = { ...mutableColumns(chat), bytes: Number(stored.bytes) + addedBytes };
      await ChatRow.query(this.db.connection).patch(row).where({ chat_key: stored.chat_key });
      await this.usage.addBytes(chat.ownerId, addedBytes);
      if (stored.title !== chat.title) await this.indexTitle({ ...chat, key: stored.chat_key });
    });
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
      const replyIds: string[] = await this.db
        .connection('replies')
        .where({ chat_key: stored.chat_key, has_log: true })
        .pluck('id');
      await this.log.remove(replyIds);
      await this.usage.removeChat(ownerId, Number(stored.bytes));
      return (await ChatRow.query(this.db.connection).deleteById(stored.chat_key)) === 1;
    });
  }

  async list(ownerId: string, page: Page): Promise<readonly ChatSummary[]> {
    return this.listSummaries(ownerId, page);
  }

  async listIds(ownerId: string): Promise<readonly string[]> {
    return this.db
      .connection('chats')
      .where({ owner_id: ownerId })
      .orderBy([
        { column: 'updated_at', order: 'desc' },
        { column: 'chat_key', order: 'desc' },
      ])
      .pluck('id');
  }

  async search(ownerId: string, query: string, page: Page): Promise<readonly ChatSummary[]> {
    const terms = tokenizeQuery(ownerId, query);
    if (terms.length === 0) return [];
    while (!(await this.index.indexPending())); // recent messages are found too
    return this.listSummaries(ownerId, page, terms);
  }

  private async listSummaries(
    ownerId: string,
    { limit, before }: Page,
    terms: readonly string[] = [],
  ): Promise<readonly ChatSummary[]> {
    const { connection, dialect } = this.db;
    const query = connection('chats').select(SUMMARY_COLUMNS).where('chats.owner_id', ownerId);
    if (before !== undefined) query.where('chats.updated_at', '<', before);
    terms.forEach((word, index) => {
      const name = `found_${index}`;
      query.join(dialect.chatsMatchingPrefix(connection, word).as(name), `${name}.chat_key`, 'chats.chat_key');
    });
    const newestFirst = [
      { column: 'chats.updated_at', order: 'desc' },
      { column: 'chats.chat_key', order: 'desc' },
    ];
    const rows: ChatRow[] = await query.orderBy(newestFirst).limit(limit);
    return rows.map(toSummary);
  }

  private async findRow(ownerId: string, chatId: string, lockClause: string): Promise<ChatRow | undefined> {
    const [row] = await this.db.query<ChatRow>(`SELECT * FROM chats WHERE owner_id = ? AND id = ?${lockClause}`, [
      ownerId,
      chatId,
    ]);
    return row;
  }

  private row(ownerId: string, chatId: string): Knex.QueryBuilder {
    return this.db.connection('chats').where({ owner_id: ownerId, id: chatId }).first();
  }

  private async findRowForUpdate(ownerId: string, chatId: string): Promise<ChatRow | undefined> {
    return this.row(ownerId, chatId).forUpdate();
  }

  private indexTitle({ key, ownerId, title }: Pick<Chat, 'key' | 'ownerId' | 'title'>): Promise<void> {
    const document = { chatKey: key, messageId: '', words: tokenizeForIndex(ownerId, title) };
    return this.db.dialect.indexDocuments(this.db.connection, [document]);
  }
}
