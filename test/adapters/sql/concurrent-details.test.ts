import { ProcessReplyBus } from '../../../src/adapters/reply-bus/process-reply-bus.ts';
import { SqlUserRepository } from '../../../src/adapters/sql/accounts/user-repository.ts';
import { SqlChatRepository } from '../../../src/adapters/sql/chat/chat-repository.ts';
import { SqlMessageRepository } from '../../../src/adapters/sql/chat/message-repository.ts';
import { SqlReplyRepository } from '../../../src/adapters/sql/chat/reply-repository.ts';
import { Database } from '../../../src/adapters/sql/database.ts';
import { SqlFileExcerpts } from '../../../src/adapters/sql/files/file-excerpts.ts';
import { giveUpFollowUps } from '../../../src/domain/chat/replies/follow-ups.ts';
import { NO_DETAILS, type OwnVersion, type ReplyDetails } from '../../../src/shared/reply-details.ts';
import { ofFile } from '../../contracts/retrieval.ts';
import { aChat, aMessage, aReply, aUser, chatIdOf } from '../../support/builders.ts';
import { connectCompetitor } from '../../support/competing-connection.ts';
import { describeMysql } from '../../support/databases.ts';

const DETAILS: ReplyDetails = { ...NO_DETAILS, sources: [ofFile('f')] };
const OWN: OwnVersion = { id: 'v1', artifactId: 'a', kind: 'html', source: 'mine', at: '2026-01-01T00:00:00.000Z' };
const QUESTIONS = [{ id: 'q1', text: 'And then?', category: 'deeper' as const }];

type Change = () => Promise<void>;

describeMysql(({ migratedUrl }) => {
  /** Changes the answer while another process stores the person's own version of an artifact in it. */
  const changeBeside = async (prepare: (db: Database, messages: SqlMessageRepository) => Promise<Change>) => {
    const url = await migratedUrl();
    const db = await Database.open(url);
    await new SqlUserRepository(db).add(aUser({ uid: 'ann' }));
    const chat = await new SqlChatRepository(db).create(aChat({ id: chatIdOf('c1'), key: 'key', ownerId: 'ann' }));
    const messages = new SqlMessageRepository(db);
    await messages.add(chat.key, [aMessage({ id: 'm1', role: 'assistant', details: DETAILS })]);
    const change = await prepare(db, messages);
    const other = await connectCompetitor(url);
    await other.say('BEGIN');
    await other.say("SELECT chat_key FROM chats WHERE chat_key = 'key' FOR UPDATE");
    const details = JSON.stringify({ ...DETAILS, ownVersions: [OWN] });
    await other.say("UPDATE messages SET details = ? WHERE chat_key = 'key'", [details]);
    const changed = change();
    await other.waitForLock('chat_key');
    await other.say('COMMIT');
    await changed;
    const stored = (await messages.find(chat.key, 'm1'))?.details;
    await other.close();
    await db.close();
    return stored;
  };

  test('the words of a deleted file go from an answer, and what is stored in it meanwhile stays', async () => {
    const stored = await changeBeside(async (db) => () => new SqlFileExcerpts(db).remove('ann', 'f'));
    expect(stored?.ownVersions).toEqual([OWN]);
    expect(JSON.stringify(stored?.sources)).not.toContain(ofFile('f').snippet);
  });

  test('follow-ups of a dead process come to an answer beside what is stored in it meanwhile', async () => {
    const reply = aReply({ id: 'r1', chatKey: 'key', messageId: 'm1', status: 'complete', followUps: 'running' });
    const stored = await changeBeside(async (db, messages) => {
      const replies = new SqlReplyRepository(db);
      await replies.create(reply);
      await db.connection('replies').where({ id: 'r1' }).update({ follow_ups: 'running' });
      await replies.append([{ reply, batch: { first: 0, events: [{ type: 'related', questions: QUESTIONS }] } }]);
      const deps = { replies, messages, bus: new ProcessReplyBus() };
      return () => db.transaction(() => giveUpFollowUps(deps, reply));
    });
    expect(stored).toEqual({ ...DETAILS, ownVersions: [OWN], relatedQuestions: QUESTIONS });
  });
});
