import { ChatNotFound } from '../../../domain/chat/errors.ts';
import type { Chat } from '../../../domain/chat/conversations/chat.ts';
import type { Message } from '../../../domain/chat/conversations/message.ts';
import type {
  MessageUpdate,
  MessageRepository,
  NewTurn,
  OutlinedMessage,
  PrecedingPath,
} from '../../../domain/chat/conversations/ports.ts';
import { messageBytes } from '../../../domain/chat/conversations/chat-size.ts';
import { inBatches } from '../batches.ts';
import type { ChatRow } from './chat-rows.ts';
import { SqlChatUsage } from './chat-usage.ts';
import { ownCharacters, parseOwnVersions } from './own-versions.ts';
import { SqlStore } from '../sql-store.ts';
import { parseStoredFileIds, toMessageRow, toMessage } from './message-rows.ts';
import { SqlEditedArtifacts } from '../retrieval/edited-artifacts.ts';
import { searchableText, SqlSearchIndex } from '../retrieval/search-index.ts';
import { tokenizeForIndex } from '../retrieval/search-tokens.ts';

type LockedRow = Pick<ChatRow, 'owner_id' | 'message_count'> & { readonly expires_at: number | null };

/** `size`: bytes of one message, without the fixed bytes per message; null when it does not exist. */
type RewriteTargetRow = Pick<ChatRow, 'owner_id' | 'message_count'> & { readonly size: number | null };

interface PathRow extends Pick<Message, 'id' | 'role' | 'content'> {
  readonly file_ids: string;
  readonly behind: number;
  /** Of its details, where it has versions of the person. */
  readonly own_characters: number;
}

/**
 * From a turn back to the root; `behind` is the number of characters between a turn and the end. Beyond the limit only
 * turns with files are returned, so a chat without any is read no further. The number of steps is limited by the chat's
 * turns, in case of a cycle.
 */
const ancestorPathSql = (characters: string): string => `
  WITH RECURSIVE walk (id, parent_id, step, has_files, behind, until) AS (
    SELECT id, parent_id, 1, file_ids <> '[]', 0, ${characters}(content) FROM messages WHERE chat_key = ? AND id = ?
    UNION ALL
    SELECT m.id, m.parent_id, step + 1, m.file_ids <> '[]', until, CASE
      WHEN until < ? THEN until + ${characters}(m.content) ELSE until END
      FROM walk JOIN messages m ON m.chat_key = ? AND m.id = walk.parent_id
     WHERE step < (SELECT message_count FROM chats WHERE chat_key = ?)
       AND (until < ? OR EXISTS (SELECT 1 FROM messages WHERE chat_key = ? AND file_ids <> '[]'))
  )
  SELECT m.id, m.role, m.content, m.file_ids, behind, ${ownCharacters('m', characters)} AS own_characters FROM walk
    JOIN messages m ON m.chat_key = ? AND m.id = walk.id
   WHERE behind < ? OR has_files ORDER BY step`;

const withoutCycle = (rows: readonly PathRow[]): readonly PathRow[] => {
  const seen = new Set<string>();
  const repeatIndex = rows.findIndex(({ id }) => seen.size === seen.add(id).size);
  return repeatIndex === -1 ? rows : rows.slice(0, repeatIndex);
};

interface OutlineRow extends Pick<Message, 'id' | 'role' | 'status'> {
  readonly parent_id: string | null;
  readonly reply_id: string | null;
  readonly size: number;
}

/** Of details with versions of the person that are read for one question. */
const MAX_OWN_CHARACTERS_OF_PATH = 3_000_000;

const MESSAGE_BYTES_SQL = 'OCTET_LENGTH(m.content) + COALESCE(OCTET_LENGTH(m.details), 0)';

/** The message's chat and stored size, for recounting. */
const REWRITE_TARGET_SQL = `
  SELECT c.owner_id, c.message_count, ${MESSAGE_BYTES_SQL} AS size
    FROM chats c LEFT JOIN messages m ON m.chat_key = c.chat_key AND m.id = ? WHERE c.chat_key = ?`;

const EMPTY_MESSAGE = { content: '', details: null };

const totalBytes = (messages: readonly Pick<Message, 'content' | 'details'>[]): number =>
  messages.reduce((bytes, message) => bytes + messageBytes(message), 0);

/** A streaming message is not indexed; it is indexed once when final. */
const isFinal = ({ status }: Pick<Message, 'status'>): boolean => status !== 'streaming';

export class SqlMessageRepository extends SqlStore implements MessageRepository {
  private readonly searchIndex = new SqlSearchIndex(this.db);
  private readonly edited = new SqlEditedArtifacts(this.db);
  private readonly usage = new SqlChatUsage(this.db);
  private readonly ancestorPathSql = ancestorPathSql(this.db.dialect.charLength);
  private readonly rewriteTargetSql = `${REWRITE_TARGET_SQL}${this.db.dialect.forUpdate}`;

  async list(chatKey: string): Promise<readonly Message[]> {
    const rows = await this.db.query('SELECT * FROM messages WHERE chat_key = ? ORDER BY at, seq', [chatKey]);
    return rows.map(toMessage);
  }

  async find(chatKey: string, id: string): Promise<Message | undefined> {
    const [row] = await this.db.query('SELECT * FROM messages WHERE chat_key = ? AND id = ?', [chatKey, id]);
    return row && toMessage(row);
  }

  async outline(chatKey: string): Promise<readonly OutlinedMessage[]> {
    const sql =
      `SELECT id, parent_id, role, status, reply_id, ${MESSAGE_BYTES_SQL} AS size FROM messages m WHERE chat_key = ? ` +
      'ORDER BY at, seq';
    const rows = await this.db.query<OutlineRow>(sql, [chatKey]);
    return rows.map((row) => ({
      id: row.id,
      parentId: row.parent_id,
      role: row.role,
      status: row.status,
      replyId: row.reply_id,
      bytes: row.size,
    }));
  }

  async findMany(chatKey: string, ids: readonly string[]): Promise<readonly Message[]> {
    const found = new Map<string, Message>();
    for (const batch of inBatches(ids)) {
      const rows: object[] = await this.table('messages').where({ chat_key: chatKey }).whereIn('id', batch);
      for (const message of rows.map(toMessage)) found.set(message.id, message);
    }
    return [...new Set(ids)].flatMap((id) => found.get(id) ?? []);
  }

  async listChildren(chatKey: string, id: string): Promise<readonly Pick<Message, 'id' | 'replyId'>[]> {
    const sql = 'SELECT id, reply_id FROM messages WHERE chat_key = ? AND parent_id = ? ORDER BY at, seq';
    const rows = await this.db.query<Pick<OutlineRow, 'id' | 'reply_id'>>(sql, [chatKey, id]);
    return rows.map((row) => ({ id: row.id, replyId: row.reply_id }));
  }

  async findPrecedingPath(chatKey: string, leafId: string, maxCharacters: number): Promise<PrecedingPath> {
    const [key, most] = [chatKey, maxCharacters];
    const values = [key, leafId, most, key, key, most, key, key, most];
    const rows = withoutCycle(await this.db.query<PathRow>(this.ancestorPathSql, values));
    const fileIdsOf = ({ file_ids: stored }: PathRow) => parseStoredFileIds(stored);
    const withinLimit = rows.filter(({ behind }) => behind < maxCharacters);
    const own = await this.listOwnVersions(key, withinLimit);
    return {
      turns: withinLimit
        .map((row) => ({ role: row.role, content: row.content, fileIds: fileIdsOf(row), ...own.get(row.id) }))
        .reverse(),
      fileIds: rows.flatMap((row) => fileIdsOf(row).toReversed()),
    };
  }

  /** Of a path, its newest messages first, as many as fit. One statement, none without versions. */
  private async listOwnVersions(chatKey: string, path: readonly PathRow[]) {
    let room = MAX_OWN_CHARACTERS_OF_PATH;
    const read = path.filter(({ own_characters: length }) => length > 0 && (room -= length) >= 0).map(({ id }) => id);
    const rows: { id: string; details: string }[] =
      read.length === 0
        ? []
        : await this.table('messages').where({ chat_key: chatKey }).whereIn('id', read).select('id', 'details');
    return new Map(rows.map(({ id, details }) => [id, { own: parseOwnVersions(details) }]));
  }

  async lockChat(chatKey: string): Promise<void> {
    await this.findForUpdate(chatKey);
  }

  /** Throws `ChatNotFound` when the chat was deleted meanwhile. */
  async add(chatKey: string, messages: readonly Message[]): Promise<void> {
    await this.db.transaction(async () => {
      const chat = await this.findForUpdate(chatKey);
      if (!chat) throw new ChatNotFound();
      const added = await this.withoutExisting(chatKey, messages);
      if (added.length === 0) return;
      const rows = added.map((message, offset) => toMessageRow(chatKey, message, chat.message_count + offset));
      for (const batch of inBatches(rows)) await this.table('messages').insert(batch);
      const addedBytes = totalBytes(added);
      const change = 'UPDATE chats SET message_count = message_count + ?, bytes = bytes + ? WHERE chat_key = ?';
      await this.db.execute(change, [added.length, addedBytes, chatKey]);
      await this.usage.addBytes(chat.owner_id, addedBytes);
      if (chat.expires_at === null) await this.indexMessages(chatKey, chat.owner_id, added);
    });
  }

  async appendTurn(chat: Pick<Chat, 'key' | 'ownerId'>, turn: NewTurn): Promise<void> {
    const { messages, existingMessages, at, expiresAt = null } = turn;
    await this.db.transaction(async () => {
      await this.db.insert(
        'messages',
        messages.map((message, offset) => toMessageRow(chat.key, message, existingMessages + offset)),
      );
      const addedBytes = totalBytes(messages);
      const leafId = messages.at(-1)?.id;
      // SQLite writes the index of each assigned column.
      const expiry = expiresAt === null ? [] : [expiresAt];
      await this.db.execute(
        `UPDATE chats SET message_count = ?, leaf_id = ?, updated_at = ?, used_at = ?, bytes = bytes + ?
          ${expiry.length > 0 ? ', expires_at = ?' : ''} WHERE chat_key = ?`,
        [existingMessages + messages.length, leafId, at, at, addedBytes, ...expiry, chat.key],
      );
      await this.usage.addBytes(chat.ownerId, addedBytes);
      await this.searchIndex.enqueue(
        chat.key,
        messages.filter(isFinal).map(({ id }) => id),
      );
    });
  }

  async update(chatKey: string, end: MessageUpdate): Promise<void> {
    await this.db.transaction(async () => {
      const [chat] = await this.db.query<RewriteTargetRow>(this.rewriteTargetSql, [end.id, chatKey]);
      if (!chat || chat.size === null) return;
      const { id, content, status, errorCode, cached, details, model = null } = end;
      const change = `UPDATE messages SET content = ?, status = ?, error_code = ?, cached = ?, details = ?,
        model = COALESCE(?, model) WHERE chat_key = ? AND id = ?`;
      const stored = details && JSON.stringify(details);
      const changed = await this.db.execute(change, [content, status, errorCode, cached, stored, model, chatKey, id]);
      await this.addBytes(chatKey, chat.owner_id, totalBytes([end]) - totalBytes([EMPTY_MESSAGE]) - chat.size);
      if (changed === 1 && isFinal(end)) await this.searchIndex.enqueue(chatKey, [id]);
    });
  }

  private async addBytes(chatKey: string, ownerId: string, bytes: number): Promise<void> {
    if (bytes === 0) return;
    await this.db.execute('UPDATE chats SET bytes = bytes + ? WHERE chat_key = ?', [bytes, chatKey]);
    await this.usage.addBytes(ownerId, bytes);
  }

  /** Locks the chat's row, so that sequence numbers stay unique and no message is added twice. */
  private async findForUpdate(chatKey: string): Promise<LockedRow | undefined> {
    const [chat] = await this.db.query<LockedRow>(
      `SELECT owner_id, message_count, expires_at FROM chats WHERE chat_key = ?${this.db.dialect.forUpdate}`,
      [chatKey],
    );
    return chat;
  }

  private async withoutExisting(chatKey: string, messages: readonly Message[]): Promise<Message[]> {
    const byId = new Map<string, Message>();
    for (const message of messages) if (!byId.has(message.id)) byId.set(message.id, message);
    for (const ids of inBatches([...byId.keys()])) {
      const existing: string[] = await this.table('messages')
        .where({ chat_key: chatKey })
        .whereIn('id', ids)
        .pluck('id');
      for (const id of existing) byId.delete(id);
    }
    return [...byId.values()];
  }

  private async indexMessages(
    chatKey: string,
    ownerId: string,
    messages: readonly Pick<Message, 'id' | 'status' | 'content' | 'details'>[],
  ): Promise<void> {
    const final = messages.filter(isFinal).map(({ id, content, details }) => ({
      chatKey,
      messageId: id,
      content,
      synthesis: details?.synthesis,
      own: details?.ownVersions ? JSON.stringify(details) : null,
    }));
    const editedBy = await this.edited.list(final);
    const documents = final.map((message) => ({
      chatKey,
      messageId: message.messageId,
      words: tokenizeForIndex(ownerId, searchableText(message.content, message.synthesis, editedBy(message))),
    }));
    for (const batch of inBatches(documents)) await this.db.dialect.indexDocuments(this.db.connection, batch);
  }
}
