import type { Knex } from 'knex';
import { UniqueViolationError } from 'objection';

import type { Chat, ChatSummary } from '../../domain/chat/chat.ts';
import type { ChatRepository, LockedChat } from '../../domain/chat/ports.ts';
import { chatBytes } from '../../domain/chat/chat-size.ts';
import { ChatRow, changeable, newChatRow, SUMMARY_COLUMNS, toChat, toSummary } from './chat-rows.ts';
import { SqlChatUsage } from './chat-usage.ts';
import type { Database } from './database.ts';
import { ReplyLog } from './reply-log.ts';
import { SqlSearchIndex } from './search-index.ts';
import { indexedWords, soughtWords } from './search-words.ts';

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
    const row = await this.found(ownerId, chatId, '');
    return row && toChat(row);
  }

  async create(chat: Chat): Promise<Chat> {
    try {
      return await this.db.undoable(async () => {
        await ChatRow.query(this.db.connection).insert(newChatRow(chat));
        await this.usage.begin(chat.ownerId, chatBytes(chat));
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
      const stored = await this.locked(chat.ownerId, chat.id);
      if (!stored) return;
      const grown = chatBytes(chat) - chatBytes(toChat(stored));
      const row = { ...changeable(chat), bytes: Number(stored.bytes) + grown };
      await ChatRow.query(this.db.connection).patch(row).where({ chat_key: stored.chat_key });
      await this.usage.grow(chat.ownerId, grown);
      if (stored.title !== chat.title) await this.indexTitle({ ...chat, key: stored.chat_key });
    });
  }

  async lock(ownerId: string, chatId: string): Promise<LockedChat | undefined> {
    const row = await this.found(ownerId, chatId, this.db.dialect.forUpdate);
    return row && { ...toChat(row), messageCount: row.message_count };
  }

  // Messages, replies and search entries go with the chat's row; only the event logs know it by their reply alone.
  remove(ownerId: string, chatId: string): Promise<boolean> {
    return this.db.transaction(async () => {
      const stored = await this.locked(ownerId, chatId);
      if (!stored) return false;
      const replyIds: string[] = await this.db
        .connection('replies')
        .where({ chat_key: stored.chat_key, has_log: true })
        .pluck('id');
      await this.log.drop(replyIds);
      await this.usage.end(ownerId, Number(stored.bytes));
      return (await ChatRow.query(this.db.connection).deleteById(stored.chat_key)) === 1;
    });
  }

  async list(ownerId: string, page: Page): Promise<readonly ChatSummary[]> {
    return this.summaries(ownerId, page);
  }

  async ids(ownerId: string): Promise<readonly string[]> {
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
    const words = soughtWords(ownerId, query);
    if (words.length === 0) return [];
    while (!(await this.index.catchUp())); // what was just said is found too
    return this.summaries(ownerId, page, words);
  }

  private async summaries(
    ownerId: string,
    { limit, before }: Page,
    words: readonly string[] = [],
  ): Promise<readonly ChatSummary[]> {
    const { connection, dialect } = this.db;
    const query = connection('chats').select(SUMMARY_COLUMNS).where('chats.owner_id', ownerId);
    if (before !== undefined) query.where('chats.updated_at', '<', before);
    words.forEach((word, index) => {
      const name = `found_${index}`;
      query.join(dialect.chatsWithWord(connection, word).as(name), `${name}.chat_key`, 'chats.chat_key');
    });
    const newestFirst = [
      { column: 'chats.updated_at', order: 'desc' },
      { column: 'chats.chat_key', order: 'desc' },
    ];
    const rows: ChatRow[] = await query.orderBy(newestFirst).limit(limit);
    return rows.map(toSummary);
  }

  private async found(ownerId: string, chatId: string, ending: string): Promise<ChatRow | undefined> {
    const [row] = await this.db.rows<ChatRow>(`SELECT * FROM chats WHERE owner_id = ? AND id = ?${ending}`, [
      ownerId,
      chatId,
    ]);
    return row;
  }

  private row(ownerId: string, chatId: string): Knex.QueryBuilder {
    return this.db.connection('chats').where({ owner_id: ownerId, id: chatId }).first();
  }

  private async locked(ownerId: string, chatId: string): Promise<ChatRow | undefined> {
    return this.row(ownerId, chatId).forUpdate();
  }

  private indexTitle({ key, ownerId, title }: Pick<Chat, 'key' | 'ownerId' | 'title'>): Promise<void> {
    const document = { chatKey: key, messageId: '', words: indexedWords(ownerId, title) };
    return this.db.dialect.indexDocuments(this.db.connection, [document]);
  }
}
