import { jest } from '@jest/globals';

import { migrations } from '../../../migrations/index.ts';
import { Database } from '../../../src/adapters/sql/database.ts';
import { Migrator } from '../../../src/adapters/sql/migrator.ts';
import { SqlQuotas } from '../../../src/adapters/sql/billing/quotas.ts';
import { SqlChatRepository } from '../../../src/adapters/sql/chat/chat-repository.ts';
import { SqlMessageRepository } from '../../../src/adapters/sql/chat/message-repository.ts';
import { SqlReplyRepository } from '../../../src/adapters/sql/chat/reply-repository.ts';
import { SqlSearchIndex } from '../../../src/adapters/sql/retrieval/search-index.ts';
import { SqlUserRepository } from '../../../src/adapters/sql/accounts/user-repository.ts';
import { CountingIds, FixedClock } from '../../fakes/kernel.ts';
import { aChat, aMessage, aReply, aUser } from '../../support/builders.ts';
import { describeEachDatabase } from '../../support/databases.ts';
import { startScript } from '../../support/processes.ts';

jest.setTimeout(120_000);

describeEachDatabase(({ freshUrl, migratedUrl }) => {
  const fresh = async () => {
    const url = await migratedUrl();
    return { url, db: await Database.open(url) };
  };

  test('two processes that each ask 50 times for 3 places get 3 together', async () => {
    const { url, db } = await fresh();
    const rivals = [1, 2].map(() => startScript('reserve-many.ts', url, '50', '3'));
    await Promise.all(rivals.map((rival) => rival.printed(1)));
    for (const rival of rivals) rival.write('go\n');
    await Promise.all(rivals.map((rival) => rival.printed(2)));
    expect(rivals.reduce((sum, { lines }) => sum + Number(lines[1]), 0)).toBe(3);
    expect(await Promise.all(rivals.map(({ ended }) => ended))).toEqual([0, 0]);
    const quotas = new SqlQuotas(db, new CountingIds(), new FixedClock());
    expect(await quotas.getUsed('places', 'day')).toBe(3);
    expect(await quotas.getUsed('everybody', 'day')).toBe(3);
    await db.close();
  });

  test('a message is indexed by its process, by another after the lease, by a search at once', async () => {
    const { url, db: one } = await fresh();
    const two = await Database.open(url);
    const [ones, twos] = [one, two].map((db) => new SqlSearchIndex(db));
    await new SqlUserRepository(one).add(aUser({ uid: 'ann' }));
    const { key } = await new SqlChatRepository(one).create(aChat());
    const store = async (id: string) => {
      await new SqlMessageRepository(one).add(key, [aMessage({ id, content: 'Pancakes' })]);
      await ones?.enqueue(key, [id]);
    };
    const due = () => one.connection('search_due').count({ count: '*' }).first();
    await store('m1');
    expect(await twos?.indexPending()).toBe(true);
    expect(await twos?.adoptExpired()).toBe(0);
    expect(await due()).toEqual({ count: 1 });
    await ones?.indexPending();
    expect(await due()).toEqual({ count: 0 });
    for (const id of ['m2', 'm3']) await store(id);
    await one.connection('search_due').update({ claimed_until: 1 }); // the lease is over
    const adopted = await Promise.all([ones, twos].map((index) => index?.adoptExpired()));
    expect(adopted.reduce<number>((sum, count) => sum + (count ?? 0), 0)).toBe(2);
    await Promise.all([ones, twos].map((index) => index?.indexPending()));
    expect(await due()).toEqual({ count: 0 });
    await store('m4');
    expect(await new SqlChatRepository(two).search('ann', 'pancakes', { limit: 5 })).toHaveLength(1);
    expect(await due()).toEqual({ count: 0 });
    await Promise.all([one, two].map((db) => db.close()));
  });

  test('what a process logged before it was killed is there, without a gap and without half an event', async () => {
    const { url, db } = await fresh();
    const replies = new SqlReplyRepository(db);
    for (const id of ['r1', 'r2']) await replies.create(aReply({ id }));
    const writer = startScript('append-forever.ts', url, 'r1', 'r2');
    await writer.printed(25);
    writer.kill();
    await writer.ended;
    const known = Number(writer.lines.at(-1));
    for (const id of ['r1', 'r2']) {
      const events = (await replies.listEvents(id, 0)).flatMap((batch) => batch.events);
      expect(events.length).toBeGreaterThan(known);
      expect(events).toEqual(events.map((_, number) => ({ type: 'text', text: `${number} ` })));
    }
    await db.close();
  });

  test('two processes that bring the schema up to date at once do each step once', async () => {
    const url = await freshUrl();
    const rivals = [1, 2].map(() => startScript('migrate.ts', url));
    await Promise.all(rivals.map((rival) => rival.printed(1)));
    for (const rival of rivals) rival.write('go\n');
    await Promise.all(rivals.map((rival) => rival.printed(2)));
    const applied: string[] = rivals.flatMap(({ lines }) => JSON.parse(lines[1] ?? '[]'));
    expect(applied.sort()).toEqual(migrations.map(({ name }) => name));
    const db = await Database.open(url);
    expect(await new Migrator(db).isUpToDate()).toBe(true);
    await db.close();
  });
});
