import type { Outbox, OutboxMessage } from '../../src/domain/kernel/ports.ts';
import { NOON } from '../support/builders.ts';

const mail = (count: number): OutboxMessage => ({
  id: `sent-${String(count).padStart(4, '0')}`,
  kind: 'mail',
  recipient: 'ann@example.com',
  subject: `Mail ${count}`,
  body: 'Hello',
  html: count % 2 === 0 ? '<p>Hello</p>' : null,
  at: NOON + count,
});

/** What all outboxes must do. */
export const behavesLikeAnOutbox = (name: string, create: () => Promise<Outbox>): void => {
  describe(`${name}: outbox`, () => {
    test('shows what was sent, newest first', async () => {
      const outbox = await create();
      await outbox.add(mail(1));
      await outbox.add(mail(2));
      expect(await outbox.list()).toEqual([mail(2), mail(1)]);
    });

    test('forgets the oldest beyond 200', async () => {
      const outbox = await create();
      for (let count = 0; count < 205; count += 1) await outbox.add(mail(count));
      const kept = await outbox.list();
      expect(kept).toHaveLength(200);
      expect(kept.at(-1)?.subject).toBe('Mail 5');
    });
  });
};
