import type { FoundChat } from '../../../domain/chat/conversations/chat.ts';
import { OUTSIDE_FORMS, writeOutside } from '../../../shared/outside-chat.ts';
import { ownDetails } from '../chat/own-versions.ts';
import { SqlStore } from '../sql-store.ts';
import { SqlEditedArtifacts } from './edited-artifacts.ts';

type Found = NonNullable<FoundChat['found']>;

/** Enough for a sentence; more of a long message is not loaded. */
const MAX_CHARACTERS = 60_000;

interface FoundRow {
  readonly chat_key: string;
  readonly message_id: string;
  readonly content: string;
  readonly synthesis: string | null;
  readonly own: string | null;
}

/** The messages that a search found its chats by. */
export class SqlFoundMessages extends SqlStore {
  private readonly edited = new SqlEditedArtifacts(this.db);

  /** By chat: the message with most of the terms, the newest of several. A chat found by its title alone has none. */
  async list(chatKeys: readonly string[], terms: readonly string[]): Promise<ReadonlyMap<string, Found>> {
    if (chatKeys.length === 0) return new Map();
    const { connection, dialect } = this.db;
    const ranked = connection
      .from(connection.unionAll(terms.map((term) => this.documentsWith(term, chatKeys))).as('matching'))
      .groupBy('chat_key', 'message_id', 'id')
      .select('chat_key', 'message_id')
      .select(connection.raw('ROW_NUMBER() OVER (PARTITION BY chat_key ORDER BY COUNT(*) DESC, id DESC) AS place'));
    const rows: FoundRow[] = await connection
      .from(ranked.as('ranked'))
      .join('messages', (on) => on.on('messages.chat_key', 'ranked.chat_key').on('messages.id', 'ranked.message_id'))
      .where('ranked.place', 1)
      .select('ranked.chat_key', 'ranked.message_id')
      .select(connection.raw(`SUBSTR(messages.content, 1, ${MAX_CHARACTERS}) AS content`))
      .select(connection.raw(`${dialect.jsonText('messages.details', '$.synthesis')} AS synthesis`))
      .select(connection.raw(`${ownDetails('messages')} AS own`));
    const found = rows.map(({ chat_key: chatKey, message_id: messageId, ...text }) => ({
      chatKey,
      messageId,
      ...text,
    }));
    const editedBy = await this.edited.list(found);
    return new Map(
      found.map((message) => {
        const { chatKey, messageId, content, synthesis } = message;
        const edited = editedBy(message);
        const text = [writeOutside(content, OUTSIDE_FORMS.own), synthesis].filter(Boolean).join('\n');
        return [chatKey, { messageId, text, ...(edited.length > 0 && { edited }) }];
      }),
    );
  }

  private documentsWith(term: string, chatKeys: readonly string[]) {
    return this.db.dialect
      .documentsMatchingPrefix(this.db.connection, term)
      .whereIn('search_documents.chat_key', chatKeys)
      .whereNot('search_documents.message_id', '')
      .select('search_documents.chat_key', 'search_documents.message_id', 'search_documents.id');
  }
}
