import { ChatNotFound } from '../../domain/chat/errors.ts';
import type { Chat } from '../../domain/chat/chat.ts';
import type { Message } from '../../domain/chat/message.ts';
import type { MessageEnd, MessageRepository, NewTurn } from '../../domain/chat/ports.ts';
import { inBatches } from './batches.ts';
import type { ChatRow } from './chat-rows.ts';
import type { Database } from './database.ts';
import { fromMessage, type MessageRow, storedDetails, toMessage } from './message-rows.ts';
import { SqlSearchIndex } from './search-index.ts';
import { indexedWords } from './search-words.ts';

type LockedChat = Pick<ChatRow, 'owner_id' | 'message_count'>;

/** A streaming message is not searched for yet: it is indexed once, when it has become final. */
const isFinal = ({ status }: Pick<Message, 'status'>): boolean => status !== 'streaming';

export class SqlMessageRepository implements MessageRepository {
  private readonly db: Database;
  private readonly search: SqlSearchIndex;

  constructor(db: Database) {
    this.db = db;
    this.search = new SqlSearchIndex(db);
  }

  async all(chatKey: string): Promise<readonly Message[]> {
    const rows = await this.db.rows<MessageRow>('SELECT * FROM messages WHERE chat_key = ? ORDER BY at, seq', [chatKey]);
    return rows.map(toMessage);
  }

  /** Throws `ChatNotFound` when the chat was removed meanwhile. */
  async add(chatKey: string, messages: readonly Message[]): Promise<void> {
    await this.db.transaction(async () => {
      const chat = await this.lockChat(chatKey);
      if (!chat) throw new ChatNotFound();
      const added = await this.unknownOf(chatKey, messages);
      if (added.length === 0) return;
      const rows = added.map((message, index) => fromMessage(chatKey, message, chat.message_count + index));
      for (const batch of inBatches(rows)) await this.db.connection('messages').insert(batch);
      await this.db.connection('chats').where({ chat_key: chatKey }).increment('message_count', added.length);
      await this.index(chatKey, chat.owner_id, added);
    });
  }

  async addTurn(chat: Pick<Chat, 'key' | 'ownerId'>, { messages, known, at }: NewTurn): Promise<void> {
    await this.db.transaction(async () => {
      await this.db.insert('messages', messages.map((message, index) => fromMessage(chat.key, message, known + index)));
      const change = 'UPDATE chats SET message_count = ?, leaf_id = ?, updated_at = ? WHERE chat_key = ?';
      await this.db.change(change, [known + messages.length, messages.at(-1)?.id, at, chat.key]);
      await this.search.note(chat.key, messages.filter(isFinal).map(({ id }) => id));
    });
  }

  async rewrite(chatKey: string, end: MessageEnd): Promise<void> {
    await this.db.transaction(async () => {
      const chat = await this.lockChat(chatKey);
      if (!chat) return;
      const { id, content, status, errorCode, cached, details } = end;
      const change = 'UPDATE messages SET content = ?, status = ?, error_code = ?, cached = ?, details = ? WHERE chat_key = ? AND id = ?';
      const changed = await this.db.change(change, [content, status, errorCode, cached, storedDetails(details), chatKey, id]);
      if (changed === 1 && isFinal(end)) await this.search.note(chatKey, [id]);
    });
  }

  /** Makes other writers of this chat wait, so that numbers stay in step and no message is added twice. */
  private async lockChat(chatKey: string): Promise<LockedChat | undefined> {
    const [chat] = await this.db.rows<LockedChat>(`SELECT owner_id, message_count FROM chats WHERE chat_key = ?${this.db.dialect.forUpdate}`, [chatKey]);
    return chat;
  }

  private async unknownOf(chatKey: string, messages: readonly Message[]): Promise<Message[]> {
    const byId = new Map<string, Message>();
    for (const message of messages) if (!byId.has(message.id)) byId.set(message.id, message);
    for (const ids of inBatches([...byId.keys()])) {
      const known: string[] = await this.db.connection('messages').where({ chat_key: chatKey }).whereIn('id', ids).pluck('id');
      for (const id of known) byId.delete(id);
    }
    return [...byId.values()];
  }

  private async index(chatKey: string, ownerId: string, messages: readonly Pick<Message, 'id' | 'status' | 'content'>[]): Promise<void> {
    const documents = messages
      .filter(isFinal)
      .map(({ id, content }) => ({ chatKey, messageId: id, words: indexedWords(ownerId, content) }));
    for (const batch of inBatches(documents)) await this.db.dialect.indexDocuments(this.db.connection, batch);
  }
}
