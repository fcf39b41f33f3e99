// A process that appends events until it is killed, and prints the number of each one that is known to be stored.
import { Database } from '../../src/adapters/sql/database.ts';
import { SqlReplyRepository } from '../../src/adapters/sql/chat/reply-repository.ts';
import { anEntry, words } from './builders.ts';

const [url = '', ...replyIds] = process.argv.slice(2);

const main = async (): Promise<void> => {
  const replies = new SqlReplyRepository(await Database.open(url));
  for (let first = 0; ; first += 2) {
    await replies.append(replyIds.map((replyId) => anEntry(replyId, first, words(`${first} `, `${first + 1} `))));
    process.stdout.write(`${first + 1}\n`);
  }
};

void main();
