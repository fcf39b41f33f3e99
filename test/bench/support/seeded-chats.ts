import { toNewChatRow } from '../../../src/adapters/sql/chat/chat-rows.ts';
import { Database } from '../../../src/adapters/sql/database.ts';
import type { SearchDocument } from '../../../src/adapters/sql/dialect/dialect.ts';
import { toMessageRow } from '../../../src/adapters/sql/chat/message-rows.ts';
import { Migrator } from '../../../src/adapters/sql/migrator.ts';
import { tokenizeForIndex } from '../../../src/adapters/sql/retrieval/search-tokens.ts';
import { aChat, aMessage, anAnswer, chatIdOf, NOON } from '../../support/builders.ts';
import { addUser, type BenchUser } from './users.ts';

/** What a filled database holds, all of one owner: `chats` chats of ten messages or so many, and the longer ones. */
export interface SeededChats {
  readonly db: Database;
  readonly ownerId: string;
  /** The same person, as one who asks; `chatId` is of no chat that is there. */
  readonly user: BenchUser;
  readonly chats: number;
  readonly messages: number;
  readonly close: () => Promise<void>;
}

export const MESSAGES_PER_CHAT = 10;
/** In each tenth message. */
export const COMMON_WORD = 'recipe';
const MINUTE_MS = 60_000;
const WORDS_PER_MESSAGE = 24;
const VOCABULARY = 20_000;
const CHAT_BATCH_SIZE = 100;
const ROW_BATCH_SIZE = 200;
const SYLLABLES = [
  'ba',
  'den',
  'fi',
  'gor',
  'hu',
  'jal',
  'kem',
  'lo',
  'mi',
  'nar',
  'po',
  'qui',
  'ro',
  'sut',
  'ta',
  'vel',
  'wi',
  'xo',
  'yer',
  'zu',
];

/** The word of a rank, of two to four syllables. */
export const wordOf = (rank: number): string => {
  let left = rank + SYLLABLES.length;
  let word = '';
  for (; left > 0; left = Math.floor(left / SYLLABLES.length)) word += SYLLABLES[left % SYLLABLES.length] ?? '';
  return word;
};

/** The same numbers in each run, from 0 to below 1. */
export const seededRandom = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

/** Words as often as in a language: the cube makes low ranks frequent and most of the vocabulary rare. */
const sentence = (next: () => number, index: number): string => {
  const words = Array.from({ length: WORDS_PER_MESSAGE }, () => wordOf(Math.floor(next() ** 3 * VOCABULARY)));
  return `${index % 10 === 0 ? `${COMMON_WORD} ` : ''}${words.join(' ')}.`;
};

export const longChatId = (length: number): string => chatIdOf(`long${length}`);

interface Content {
  readonly chats: object[];
  readonly messages: object[];
  readonly documents: SearchDocument[];
}

const addChat = (
  to: Content,
  ownerId: string,
  chat: { name: string; age: number; length: number },
  next: () => number,
): void => {
  const { name, age, length } = chat;
  const key = `key-${name}`;
  const made = aChat({
    id: chatIdOf(name),
    key,
    ownerId,
    title: `About ${wordOf(age)}`,
    leafId: `m${length - 1}`,
    updatedAt: NOON - age * MINUTE_MS,
  });
  to.chats.push({ ...toNewChatRow(made), message_count: length });
  to.documents.push({ chatKey: key, messageId: '', words: tokenizeForIndex(ownerId, made.title) });
  for (let seq = 0; seq < length; seq += 1) {
    const content = sentence(next, age * MESSAGES_PER_CHAT + seq);
    const more = { id: `m${seq}`, parentId: seq === 0 ? null : `m${seq - 1}`, content, at: NOON + seq };
    to.messages.push(toMessageRow(key, seq % 2 === 0 ? aMessage(more) : anAnswer({ ...more, replyId: null }), seq));
    to.documents.push({ chatKey: key, messageId: more.id, words: tokenizeForIndex(ownerId, content) });
  }
};

const toBatches = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / ROW_BATCH_SIZE) }, (_, index) =>
    items.slice(index * ROW_BATCH_SIZE, (index + 1) * ROW_BATCH_SIZE),
  );

const store = (db: Database, { chats, messages, documents }: Content): Promise<void> =>
  db.transaction(async () => {
    for (const rows of toBatches(chats)) await db.connection('chats').insert(rows);
    for (const rows of toBatches(messages)) await db.connection('messages').insert(rows);
    for (const rows of toBatches(documents)) await db.dialect.indexDocuments(db.connection, rows);
  });

/** Makes and fills the database at `url`, past the repositories, whose checks a million rows need not wait for. */
export const seedChats = async (
  url: string,
  chats: number,
  longChats: readonly number[],
  length = MESSAGES_PER_CHAT,
): Promise<SeededChats> => {
  const db = await Database.open(url);
  await new Migrator(db).up();
  const reader = await addUser(db, 'reader');
  const ownerId = reader.uid;
  const next = seededRandom(7);
  for (let from = 0; from < chats; from += CHAT_BATCH_SIZE) {
    const content: Content = { chats: [], messages: [], documents: [] };
    for (let age = from; age < Math.min(chats, from + CHAT_BATCH_SIZE); age += 1)
      addChat(content, ownerId, { name: `c${age}`, age, length }, next);
    await store(db, content);
  }
  for (const each of longChats) {
    const content: Content = { chats: [], messages: [], documents: [] };
    addChat(content, ownerId, { name: `long${each}`, age: chats + each, length: each }, next);
    await store(db, content);
  }
  const messages = chats * length + longChats.reduce((sum, each) => sum + each, 0);
  return { db, ownerId, user: reader, chats, messages, close: () => db.close() };
};
