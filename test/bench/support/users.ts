import { createHash } from 'node:crypto';

import { SqlChatRepository } from '../../../src/adapters/sql/chat/chat-repository.ts';
import { Database } from '../../../src/adapters/sql/database.ts';
import { SqlMessageRepository } from '../../../src/adapters/sql/chat/message-repository.ts';
import { Migrator } from '../../../src/adapters/sql/migrator.ts';
import { SqlSessionRepository } from '../../../src/adapters/sql/accounts/session-repository.ts';
import { SqlUserRepository } from '../../../src/adapters/sql/accounts/user-repository.ts';
import { aChat, aMessage, anAnswer, aUser, chatIdOf } from '../../support/builders.ts';

export interface BenchUser {
  readonly uid: string;
  readonly token: string;
  /** A chat with three questions and their answers. */
  readonly chatId: string;
}

const TURNS = 3;
const YEAR_MS = 365 * 86_400_000;
const QUESTION = 'How would one bake pancakes for nine people with what is left in this kitchen?';
const ANSWER =
  'Flour, eggs and milk in equal parts by volume, a pinch of salt, an hour of rest, and a very hot pan. '.repeat(6);

/** A signed-in person of the highest tier, so that no daily limit ends the measurement. */
export const addUser = async (db: Database, uid: string): Promise<BenchUser> => {
  const token = `bench-token-of-${uid}`;
  const tokenDigest = createHash('sha256').update(token).digest('hex');
  const now = Date.now();
  await new SqlUserRepository(db).add(
    aUser({ uid, email: `${uid}@example.org`, subscription: 'premium', createdAt: now }),
  );
  await new SqlSessionRepository(db).add({
    id: uid,
    tokenDigest,
    uid,
    method: 'password',
    device: '',
    createdAt: now,
    expiresAt: now + YEAR_MS,
    lastUsedAt: now,
    authenticatedAt: now,
  });
  return { uid, token, chatId: chatIdOf(uid) };
};

const addChat = async (db: Database, { uid, chatId }: BenchUser): Promise<void> => {
  const chat = aChat({ id: chatId, key: `key-${uid}`, ownerId: uid, leafId: `a${TURNS - 1}` });
  await new SqlChatRepository(db).create(chat);
  const turns = Array.from({ length: TURNS }, (_, turn) => [
    aMessage({ id: `q${turn}`, parentId: turn === 0 ? null : `a${turn - 1}`, content: QUESTION, at: turn * 2 }),
    anAnswer({ id: `a${turn}`, parentId: `q${turn}`, content: ANSWER, at: turn * 2 + 1, replyId: null }),
  ]);
  await new SqlMessageRepository(db).add(chat.key, turns.flat());
};

/** Makes the database at `url` with so many people, each with one chat. */
export const createUsers = async (url: string, count: number): Promise<BenchUser[]> => {
  const db = await Database.open(url);
  await new Migrator(db).up();
  const people: BenchUser[] = [];
  await db.transaction(async () => {
    for (let index = 0; index < count; index += 1) {
      const person = await addUser(db, `person${index}`);
      await addChat(db, person);
      people.push(person);
    }
  });
  await db.close();
  return people;
};
