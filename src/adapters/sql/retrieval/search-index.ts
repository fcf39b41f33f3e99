import type { SearchIndex } from '../../../domain/chat/conversations/ports.ts';
import { SqlStore } from '../sql-store.ts';
import { tokenizeForIndex } from './search-tokens.ts';

/** Messages per batch: more would be noticed by other requests. */
const BATCH_SIZE = 16;

interface DueRow {
  readonly id: number;
  readonly chat_key: string;
  readonly message_id: string;
  /** Null when the chat is gone or temporary. */
  readonly owner_id: string | null;
  /** Null when the message is gone. */
  readonly content: string | null;
  readonly synthesis: string | null;
}

const dueSql = (synthesis: string): string => `
  SELECT search_due.id, search_due.chat_key, search_due.message_id, chats.owner_id, messages.content,
    ${synthesis} AS synthesis FROM search_due
  LEFT JOIN chats ON chats.chat_key = search_due.chat_key AND chats.expires_at IS NULL
  LEFT JOIN messages ON messages.chat_key = search_due.chat_key AND messages.id = search_due.message_id
  WHERE search_due.id > 0 ORDER BY search_due.id LIMIT ${BATCH_SIZE}`;

/** The text by which a message is found: its own and its synthesis. */
export const searchableText = (content: string, synthesis: string | null | undefined): string =>
  synthesis ? `${content}\n${synthesis}` : content;

/**
 * Messages are indexed after their transaction, which only marks them as due; a crash loses none. A search first
 * indexes what is due. Two that do so at once do the same work twice.
 */
export class SqlSearchIndex extends SqlStore implements SearchIndex {
  private readonly dueSql = dueSql(this.db.dialect.jsonText('messages.details', '$.synthesis'));

  /** Call it in the transaction that makes the messages final. */
  async enqueue(chatKey: string, messageIds: readonly string[]): Promise<void> {
    if (messageIds.length > 0)
      await this.db.insert(
        'search_due',
        messageIds.map((id) => ({ chat_key: chatKey, message_id: id })),
      );
  }

  async indexPending(): Promise<boolean> {
    const due = await this.db.query<DueRow>(this.dueSql, []);
    if (due.length === 0) return true;
    const documents = due.flatMap(
      ({ chat_key: chatKey, message_id: messageId, owner_id: owner, content, synthesis }) =>
        owner === null || content === null
          ? []
          : [{ chatKey, messageId, words: tokenizeForIndex(owner, searchableText(content, synthesis)) }],
    );
    await this.db.transaction(async () => {
      if (documents.length > 0) await this.db.dialect.indexDocuments(this.db.connection, documents);
      await this.db.execute(
        `DELETE FROM search_due WHERE id IN (${due.map(() => '?').join(', ')})`,
        due.map(({ id }) => id),
      );
    });
    return due.length < BATCH_SIZE;
  }
}
