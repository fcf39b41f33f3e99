import type { EmailQueue, NewQueuedEmail } from '../../src/domain/accounts/mail-queue/ports.ts';
import { NOON } from '../support/builders.ts';

const MANY = 100;

export const aQueuedEmail = (
  id: string,
  {
    message,
    ...given
  }: { message?: Partial<NewQueuedEmail['message']> } & Partial<Omit<NewQueuedEmail, 'message'>> = {},
): NewQueuedEmail => ({
  id,
  message: {
    kind: 'verify-email',
    to: 'ann@example.org',
    link: 'https://parley.example/?token=secret-of-ann',
    note: '',
    language: 'de',
    ...message,
  },
  createdAt: NOON,
  dueAt: NOON,
  expiresAt: NOON + 60_000,
  attempts: 1,
  ...given,
});

/** What all queues of mails must do. */
export const behavesLikeAnEmailQueue = (name: string, create: () => Promise<EmailQueue>): void => {
  describe(`${name}: queue of mails`, () => {
    test('gives what is due, the longest waiting first', async () => {
      const queue = await create();
      for (const [id, dueAt] of [
        ['later', NOON + 1],
        ['second', NOON],
        ['first', NOON - 5],
      ] as const)
        expect(await queue.add(aQueuedEmail(id, { dueAt }), MANY)).toBe(true);
      const [first, ...others] = await queue.listDue(NOON, MANY);
      const { kind, to } = aQueuedEmail('first').message;
      expect(first).toEqual({ ...aQueuedEmail('first', { dueAt: NOON - 5 }), kind, to });
      expect(others.map(({ id }) => id)).toEqual(['second']);
      expect(await queue.listDue(NOON + 1, 1)).toHaveLength(1);
    });

    test('gives what was written while the clock was a day ahead', async () => {
      const queue = await create();
      await queue.add(aQueuedEmail('ahead', { dueAt: NOON + 86_400_000 }), MANY);
      await queue.add(aQueuedEmail('waits', { dueAt: NOON + 3_600_000 }), MANY);
      expect(await queue.listDue(NOON, MANY)).toMatchObject([{ id: 'ahead' }]);
    });

    test('gives each attempt to one caller', async () => {
      const queue = await create();
      await queue.add(aQueuedEmail('one'), MANY);
      const mail = { id: 'one', attempts: 1 };
      expect(await Promise.all([queue.claim(mail, NOON + 9), queue.claim(mail, NOON + 9)])).toEqual([true, false]);
      expect(await queue.listDue(NOON + 8, MANY)).toEqual([]);
      expect(await queue.listDue(NOON + 9, MANY)).toMatchObject([{ id: 'one', attempts: 2 }]);
    });

    test('removes one, and those that a newer mail of their kind replaces', async () => {
      const queue = await create();
      await queue.add(aQueuedEmail('old'), MANY);
      await queue.add(aQueuedEmail('other kind', { message: { kind: 'invitation' } }), MANY);
      await queue.add(aQueuedEmail('other address', { message: { to: 'bob@example.org' } }), MANY);
      await queue.removeSuperseded('verify-email', 'ann@example.org');
      const ids = async () => (await queue.listDue(NOON, MANY)).map(({ id }) => id).toSorted();
      expect(await ids()).toEqual(['other address', 'other kind']);
      await queue.remove('other kind');
      expect(await ids()).toEqual(['other address']);
    });

    test('counts, and takes no more than its limit', async () => {
      const queue = await create();
      expect(await queue.count()).toEqual({ count: 0, since: null });
      await queue.add(aQueuedEmail('one', { createdAt: NOON + 1 }), 2);
      await queue.add(aQueuedEmail('two'), 2);
      expect(await queue.add(aQueuedEmail('three'), 2)).toBe(false);
      expect(await queue.count()).toEqual({ count: 2, since: NOON });
    });
  });
};
