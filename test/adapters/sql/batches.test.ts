import { inBatches } from '../../../src/adapters/sql/batches.ts';
import { SqlChatRepository } from '../../../src/adapters/sql/chat/chat-repository.ts';
import { SqlMessageRepository } from '../../../src/adapters/sql/chat/message-repository.ts';
import { countRows } from '../../../src/adapters/sql/sql-store.ts';
import { SqlUserRepository } from '../../../src/adapters/sql/accounts/user-repository.ts';
import { aChat, aMessage, aUser } from '../../support/builders.ts';
import { describeEachDatabase } from '../../support/databases.ts';

test('a part has at most a hundred items, and what is large has fewer', () => {
  expect(inBatches(Array.from({ length: 201 }, () => 'id')).map(({ length }) => length)).toEqual([100, 100, 1]);
  const large = { text: '海'.repeat(50_000) }; // 150 kB
  expect(inBatches([large, large, large]).map(({ length }) => length)).toEqual([2, 1]);
  const bytes = { vector: Buffer.alloc(300_000) };
  expect(inBatches([bytes, bytes]).map(({ length }) => length)).toEqual([1, 1]);
  const huge = { text: 'x'.repeat(2_000_000) };
  expect(inBatches([{ text: 'a' }, huge, { text: 'b' }]).map(({ length }) => length)).toEqual([1, 1, 1]);
  expect(inBatches([])).toEqual([]);
});

describeEachDatabase(({ open }) => {
  test('a chat of longest messages is stored, which together are more than MariaDB takes at once', async () => {
    const db = await open();
    await new SqlUserRepository(db).add(aUser());
    const chat = aChat();
    await new SqlChatRepository(db).create(chat);
    const messages = Array.from({ length: 30 }, (_, index) =>
      aMessage({ id: `long-${index}`, content: `海洋 ${index} ${'海'.repeat(199_000)}`, status: 'streaming' }),
    );
    await new SqlMessageRepository(db).add(chat.key, messages);
    expect(await countRows(db.connection('messages'))).toBe(30);
  }, 60_000);
});
