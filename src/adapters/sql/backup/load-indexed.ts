import { z } from 'zod';

import type { Row } from '../../../domain/backup/ports.ts';
import type { Database } from '../database.ts';
import { ownDetails } from '../chat/own-versions.ts';
import { tokenizeChunk } from '../retrieval/chunk-tokens.ts';
import { SqlEditedArtifacts } from '../retrieval/edited-artifacts.ts';
import { searchableText } from '../retrieval/search-index.ts';
import { tokenizeForIndex } from '../retrieval/search-tokens.ts';

/* Tables with a full-text index, which a backup does not have: the engines store it in their own ways. */

const chunkRow = z.looseObject({
  file_id: z.string(),
  ordinal: z.number(),
  owner_id: z.string(),
  heading: z.string(),
  text: z.string(),
});

export const loadChunks = async (db: Database, rows: readonly Row[]): Promise<void> => {
  const chunks = rows.map((row) => {
    const chunk = chunkRow.parse(row);
    return { row: chunk, words: tokenizeChunk(chunk.owner_id, `${chunk.heading}\n${chunk.text}`) };
  });
  await db.dialect.insertChunks(db.connection, chunks);
};

const documentRow = z.looseObject({ chat_key: z.string(), message_id: z.string() });

interface IndexedText {
  readonly chat_key: string;
  readonly id: string;
  readonly owner_id: string;
  readonly text: string;
  readonly synthesis: string | null;
  readonly own: string | null;
}

/** Titles have no message. */
export const loadSearchDocuments = async (db: Database, rows: readonly Row[]): Promise<void> => {
  const places = rows.map((row) => documentRow.parse(row));
  const keys = [...new Set(places.map(({ chat_key }) => chat_key))];
  const texts = [...(await titlesOf(db, keys)), ...(await messagesOf(db, places))];
  const found = texts.map(({ chat_key: chatKey, id: messageId, text: content, own, ...rest }) => ({
    place: { chatKey, messageId, content, own },
    ...rest,
  }));
  const editedBy = await new SqlEditedArtifacts(db).list(found.map(({ place }) => place));
  const documents = found.map(({ place, owner_id: owner, synthesis }) => ({
    chatKey: place.chatKey,
    messageId: place.messageId,
    words: tokenizeForIndex(owner, searchableText(place.content, synthesis, editedBy(place))),
  }));
  const wanted = new Set(places.map(({ chat_key, message_id }) => `${chat_key} ${message_id}`));
  const indexed = documents.filter(({ chatKey, messageId }) => wanted.has(`${chatKey} ${messageId}`));
  if (indexed.length > 0) await db.dialect.indexDocuments(db.connection, indexed);
};

const titlesOf = async ({ connection }: Database, keys: readonly string[]): Promise<readonly IndexedText[]> => {
  const rows: { chat_key: string; owner_id: string; title: string }[] = await connection('chats')
    .whereIn('chat_key', keys)
    .select('chat_key', 'owner_id', 'title');
  return rows.map(({ title, ...chat }) => ({ ...chat, id: '', text: title, synthesis: null, own: null }));
};

const messagesOf = async (
  { connection, dialect }: Database,
  places: readonly z.output<typeof documentRow>[],
): Promise<readonly IndexedText[]> => {
  const rows: IndexedText[] = await connection('messages')
    .join('chats', 'chats.chat_key', 'messages.chat_key')
    .whereIn(
      ['messages.chat_key', 'messages.id'],
      places.map(({ chat_key, message_id }) => [chat_key, message_id]),
    )
    .select('messages.chat_key', 'messages.id', 'chats.owner_id', 'messages.content as text')
    .select(connection.raw(`${dialect.jsonText('messages.details', '$.synthesis')} AS synthesis`))
    .select(connection.raw(`${ownDetails('messages')} AS own`));
  return rows;
};
