import type { SearchIndex } from '../../../domain/chat/conversations/ports.ts';
import type { Artifact } from '../../../shared/artifact.ts';
import { artifactWords, OUTSIDE_FORMS, writeOutside } from '../../../shared/outside-chat.ts';
import { ownDetails } from '../chat/own-versions.ts';
import { SqlStore } from '../sql-store.ts';
import { SqlEditedArtifacts } from './edited-artifacts.ts';
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
  readonly own: string | null;
}

/** How long a process may leave a message before another takes it over. */
const LEASE_MS = 30_000;
const ADOPTED_AT_ONCE = 200;

const dueSql = (synthesis: string, condition: string): string => `
  SELECT search_due.id, search_due.chat_key, search_due.message_id, chats.owner_id, messages.content,
    ${synthesis} AS synthesis, ${ownDetails('messages')} AS own FROM search_due
  LEFT JOIN chats ON chats.chat_key = search_due.chat_key AND chats.expires_at IS NULL
  LEFT JOIN messages ON messages.chat_key = search_due.chat_key AND messages.id = search_due.message_id
  WHERE search_due.id > 0 AND ${condition} ORDER BY search_due.id LIMIT ${BATCH_SIZE}`;

/**
 * The text by which a message is found: its own, its synthesis, and, in place of its edits, the artifacts they made,
 * and what the person wrote in them.
 */
export const searchableText = (
  content: string,
  synthesis: string | null | undefined,
  edited: readonly Artifact[] = [],
): string =>
  [writeOutside(content, OUTSIDE_FORMS.words), ...(synthesis ? [synthesis] : []), ...edited.map(artifactWords)].join(
    '\n',
  );

/**
 * Messages are indexed after their transaction, which only marks them as due; a crash loses none. Each belongs to the
 * process that stored it, so that no two do the same work; what stays for longer than its lease is taken over. A search
 * first indexes what is due of its owner, whoever has it: that work may be done twice.
 */
export class SqlSearchIndex extends SqlStore implements SearchIndex {
  private readonly edited = new SqlEditedArtifacts(this.db);
  private readonly ownSql = this.dueWhere('search_due.claimed_by = ?');
  private readonly ownersSql = this.dueWhere('chats.owner_id = ?');

  /** Call it in the transaction that makes the messages final. */
  async enqueue(chatKey: string, messageIds: readonly string[]): Promise<void> {
    if (messageIds.length === 0) return;
    const { nowMs } = this.db.dialect;
    const rows = messageIds.map(() => `(?, ?, ?, ${nowMs} + ?)`).join(', ');
    await this.db.execute(
      `INSERT INTO search_due (chat_key, message_id, claimed_by, claimed_until) VALUES ${rows}`,
      messageIds.flatMap((id) => [chatKey, id, this.db.holder, LEASE_MS]),
    );
  }

  indexPending(): Promise<boolean> {
    return this.index(this.ownSql, this.db.holder);
  }

  async indexOwner(ownerId: string): Promise<void> {
    while (!(await this.index(this.ownersSql, ownerId)));
  }

  async adoptExpired(): Promise<number> {
    const { nowMs } = this.db.dialect;
    const expired = `SELECT id FROM search_due WHERE claimed_until < ${nowMs} LIMIT ${ADOPTED_AT_ONCE}`;
    return this.db.execute(
      `UPDATE search_due SET claimed_by = ?, claimed_until = ${nowMs} + ?
        WHERE id IN (SELECT id FROM (${expired}) AS expired) AND claimed_until < ${nowMs}`,
      [this.db.holder, LEASE_MS],
    );
  }

  private dueWhere(condition: string): string {
    return dueSql(this.db.dialect.jsonText('messages.details', '$.synthesis'), condition);
  }

  private async index(sql: string, value: string): Promise<boolean> {
    const due = await this.db.query<DueRow>(sql, [value]);
    if (due.length === 0) return true;
    const found = due.flatMap(({ chat_key: chatKey, message_id: messageId, owner_id: owner, content, ...rest }) =>
      owner === null || content === null ? [] : [{ chatKey, messageId, owner, content, ...rest }],
    );
    const editedBy = await this.edited.list(found);
    const documents = found.map((message) => ({
      chatKey: message.chatKey,
      messageId: message.messageId,
      words: tokenizeForIndex(message.owner, searchableText(message.content, message.synthesis, editedBy(message))),
    }));
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
