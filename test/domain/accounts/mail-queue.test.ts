import { EmailRefused } from '../../../src/domain/accounts/errors.ts';
import { GetEmailQueueState } from '../../../src/domain/accounts/mail-queue/get-email-queue-state.ts';
import { QueueingMailer } from '../../../src/domain/accounts/mail-queue/queueing-mailer.ts';
import { SendQueuedEmails } from '../../../src/domain/accounts/mail-queue/send-queued-emails.ts';
import type { EmailMessage } from '../../../src/domain/accounts/ports.ts';
import { InMemoryUserRepository } from '../../fakes/accounts.ts';
import { InMemoryEmailQueue } from '../../fakes/email-queue.ts';
import { CountingIds, FixedClock } from '../../fakes/kernel.ts';
import { RecordingServerEventLog } from '../../fakes/operations.ts';
import { RecordingMailer } from '../../fakes/sign-in.ts';
import { aUser } from '../../support/builders.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ANN = 'ann@example.org';
const never = new AbortController().signal;

const aWorld = () => {
  const deps = {
    mailer: new RecordingMailer(),
    queue: new InMemoryEmailQueue(),
    context: { language: () => 'fr' as const },
    users: new InMemoryUserRepository(aUser({ uid: 'ann', email: ANN })),
    ids: new CountingIds(),
    clock: new FixedClock(),
    events: new RecordingServerEventLog(),
    failures: [] as string[],
    failed: (what: string) => void deps.failures.push(what),
  };
  const queueing = new QueueingMailer(deps);
  const send = (message: Partial<EmailMessage> = {}) =>
    queueing.send({ kind: 'invitation', to: ANN, link: 'https://parley.example/?invite=t', ...message });
  const job = new SendQueuedEmails(deps);
  return {
    ...deps,
    send,
    sweepAfter: async (ms: number) => {
      await deps.clock.advance(ms);
      await job.sweep(never);
    },
    waiting: async () => (await deps.queue.count()).count,
    details: () => deps.events.events.map(({ level, uid, detail }) => `${level} ${uid} ${detail}`),
  };
};

test('what the mail server takes is not stored', async () => {
  const world = aWorld();
  await world.send();
  expect([world.mailer.messages.length, await world.waiting(), world.details()]).toEqual([1, 0, []]);
});

test('a mail that is not taken now arrives later, once, in the language of the page that asked', async () => {
  const world = aWorld();
  world.mailer.broken = true;
  await world.send({ note: 'Welcome' });
  await world.sweepAfter(MINUTE - 1);
  expect(world.failures).toEqual(['sending a mail, which is tried again']);
  await world.sweepAfter(1);
  expect(world.failures).toHaveLength(2);
  world.mailer.broken = false;
  await world.sweepAfter(2 * MINUTE - 1); // the wait grows
  expect(world.mailer.messages).toEqual([]);
  await world.sweepAfter(1);
  await world.sweepAfter(HOUR);
  const link = 'https://parley.example/?invite=t';
  expect(world.mailer.messages).toEqual([{ kind: 'invitation', to: ANN, link, note: 'Welcome', language: 'fr' }]);
  expect(world.details()).toEqual(['warn null The mail server does not take a mail; it is tried again']);
});

test('is tried for a day, at least each hour, and then given up', async () => {
  const world = aWorld();
  world.mailer.broken = true;
  await world.send();
  for (let hour = 0; hour < 23; hour += 1) {
    const before = world.failures.length;
    await world.sweepAfter(HOUR);
    expect(world.failures.length).toBeGreaterThan(before);
  }
  await world.sweepAfter(HOUR);
  expect(await world.waiting()).toBe(0);
  expect(world.details()[1]).toBe('error ann A mail (invitation) is given up: the mail server did not take it in time');
});

test('a link to a new password is not sent once it has expired', async () => {
  const world = aWorld();
  world.mailer.broken = true;
  await world.send({ kind: 'reset-password' });
  world.mailer.broken = false;
  await world.sweepAfter(HOUR);
  expect([world.mailer.messages, await world.waiting()]).toEqual([[], 0]);
});

test('a refusal is the caller’s, and one of a queued mail is told to admins', async () => {
  const world = aWorld();
  world.mailer.refuses = true;
  await expect(world.send()).rejects.toBeInstanceOf(EmailRefused);
  expect(await world.waiting()).toBe(0);
  world.mailer.refuses = false;
  world.mailer.broken = true;
  await world.send({ to: 'new@example.org' });
  world.mailer.refuses = true;
  await world.sweepAfter(MINUTE);
  expect(await world.waiting()).toBe(0);
  expect(world.details()[1]).toBe('error null A mail (invitation) is given up: the mail server refuses it');
});

test('a newer link takes the place of one that waits; other mails wait beside each other', async () => {
  const world = aWorld();
  world.mailer.broken = true;
  for (const kind of ['verify-email', 'verify-email', 'invitation', 'invitation'] as const) await world.send({ kind });
  expect(await world.waiting()).toBe(3);
  world.mailer.broken = false;
  await world.send({ kind: 'verify-email' });
  expect(await world.waiting()).toBe(2);
});

test('a mail whose link cannot be read any more is given up', async () => {
  const world = aWorld();
  world.mailer.broken = true;
  await world.send();
  world.queue.loseSecrets();
  await world.sweepAfter(MINUTE);
  expect(await world.waiting()).toBe(0);
  expect(world.details()[1]).toContain('APP_SECRET was changed');
});

test('while the mail server is away a sweep tries a few, the next one others', async () => {
  const world = aWorld();
  world.mailer.broken = true;
  for (let count = 0; count < 12; count += 1) await world.send({ to: `p${count}@example.org` });
  const queued = world.failures.length;
  await world.sweepAfter(MINUTE);
  expect(world.failures.length - queued).toBe(5);
  world.mailer.broken = false;
  await world.sweepAfter(0);
  expect(world.mailer.messages).toHaveLength(7);
});

test('after an outage one sweep sends all that waits', async () => {
  const world = aWorld();
  world.mailer.broken = true;
  for (let count = 0; count < 250; count += 1) await world.send({ to: `p${count}@example.org` });
  world.mailer.broken = false;
  await world.sweepAfter(MINUTE);
  expect([world.mailer.messages.length, await world.waiting()]).toEqual([250, 0]);
});

test('beyond ten thousand mails the failure is the caller’s', async () => {
  const world = aWorld();
  world.mailer.broken = true;
  for (let count = 0; count < 10_000; count += 1)
    await world.queue.add(
      {
        id: `mail-${count}`,
        message: { kind: 'invitation', to: ANN, link: '', note: '', language: 'en' },
        createdAt: 0,
        dueAt: 0,
        expiresAt: 0,
        attempts: 1,
      },
      10_000,
    );
  await expect(world.send()).rejects.toThrow('the mail server is down');
  expect(world.details()).toEqual(['error null Too many mails wait']);
});

test('admins see how many wait, and since when', async () => {
  const world = aWorld();
  const state = new GetEmailQueueState(world.queue);
  expect(await state.execute()).toBe('nothing waits');
  world.mailer.broken = true;
  await world.send();
  await expect(state.execute()).rejects.toThrow('1 mail waits to be sent again, since 2026-01-15 12:00 UTC');
  await world.send({ to: 'bob@example.org' });
  await expect(state.execute()).rejects.toThrow('2 mails wait to be sent again, the first since 2026-01-15 12:00 UTC');
});
