import { jest } from '@jest/globals';

import { migrations } from '../../../migrations/index.ts';
import { Database } from '../../../src/adapters/sql/database.ts';
import { Migrator } from '../../../src/adapters/sql/migrator.ts';
import { SqlQuotas } from '../../../src/adapters/sql/billing/quotas.ts';
import { SqlReplyRepository } from '../../../src/adapters/sql/chat/reply-repository.ts';
import { CountingIds, FixedClock } from '../../fakes/kernel.ts';
import { aReply } from '../../support/builders.ts';
import { describeEachDatabase } from '../../support/databases.ts';
import { startScript } from '../../support/processes.ts';

jest.setTimeout(120_000);

describeEachDatabase(({ freshUrl }) => {
  const fresh = async () => {
    const url = await freshUrl();
    const db = await Database.open(url);
    await new Migrator(db).up();
    return { url, db };
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
