import { OwnUsageMail } from '../../../src/domain/accounts/admin-mails/own-usage-mail.ts';
import { lastDueTime, SendUsageMails } from '../../../src/domain/accounts/admin-mails/send-usage-mails.ts';
import { TellOfRequests } from '../../../src/domain/accounts/admin-mails/tell-of-requests.ts';
import { REGISTRATION } from '../../../src/domain/accounts/settings.ts';
import { VerificationPolicy } from '../../../src/domain/accounts/verification-policy.ts';
import { USAGE_MAIL } from '../../../src/domain/operations/settings.ts';
import { WEEKDAYS } from '../../../src/shared/settings/usage-mail.ts';
import { InMemoryUserRepository } from '../../fakes/accounts.ts';
import { FixedUsageReports, InMemoryAdminMails } from '../../fakes/admin-mails.ts';
import { FixedClock } from '../../fakes/kernel.ts';
import { InMemoryJobLocks } from '../../fakes/payments.ts';
import { InMemoryRegistrationRequests } from '../../fakes/registration.ts';
import { inMemorySettings } from '../../fakes/settings.ts';
import { InMemoryCooldowns, RecordingMailer } from '../../fakes/sign-in.ts';
import { aRequest } from '../../contracts/registration.ts';
import { aUser, NOON } from '../../support/builders.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Noon of the tests is a Thursday. */
const ON_THURSDAY = { isOn: true, weekday: 'thursday' } as const;
const ADA = aUser({ uid: 'ada', isAdmin: true, language: 'de' });

const aWorld = () => {
  const users = new InMemoryUserRepository(
    ADA,
    aUser({ uid: 'bob', isAdmin: true }),
    aUser({ uid: 'eve', isAdmin: true, emailVerified: false }),
    aUser({ uid: 'ann' }),
    aUser({ uid: 'aud', isAuditor: true }),
  );
  const failures: string[] = [];
  const world = {
    admins: new InMemoryAdminMails(users),
    reports: new FixedUsageReports(),
    requests: new InMemoryRegistrationRequests(),
    verification: new VerificationPolicy(true),
    mailer: new RecordingMailer(),
    site: { url: 'https://parley.example' },
    jobLocks: new InMemoryJobLocks(),
    cooldowns: new InMemoryCooldowns(),
    clock: new FixedClock(),
    errorDescriber: { describe: (error: unknown) => String(error) },
    failed: (what: string) => void failures.push(what),
  };
  const usageMail = inMemorySettings(USAGE_MAIL);
  const registration = inMemorySettings(REGISTRATION);
  const sent = () => world.mailer.messages.map(({ kind, to, language }) => `${kind} ${to} ${language}`);
  const usage = () => new SendUsageMails({ ...world, settings: usageMail });
  const requests = () => new TellOfRequests({ ...world, settings: registration });
  return {
    ...world,
    users,
    failures,
    usageMail,
    registration,
    sent,
    usage,
    tell: requests,
    own: new OwnUsageMail(world),
  };
};

describe('the weekly usage mail', () => {
  test('is due at seven UTC of its day', () => {
    expect(new Date(lastDueTime('thursday', NOON)).toISOString()).toBe('2026-01-15T07:00:00.000Z');
    expect(new Date(lastDueTime('thursday', NOON - 6 * HOUR)).toISOString()).toBe('2026-01-08T07:00:00.000Z');
    const days = WEEKDAYS.map((weekday) => new Date(lastDueTime(weekday, NOON)).toISOString().slice(0, 10));
    expect(days).toEqual([11, 12, 13, 14, 15, 9, 10].map((day) => `2026-01-${String(day).padStart(2, '0')}`));
  });

  test('is off at first, then sent to each admin with a verified address, weekly, by one process', async () => {
    const { usage, usageMail, clock, sent, reports, mailer } = aWorld();
    await usage().runIfDue();
    expect([sent(), reports.built]).toEqual([[], 0]);
    await usageMail.change(ON_THURSDAY);
    await Promise.all([usage().runIfDue(), usage().runIfDue(), usage().runIfDue()]);
    await usage().runIfDue(); // after a restart
    expect(sent()).toEqual(['usage-report ada@example.org de', 'usage-report bob@example.org null']);
    expect(mailer.messages[0]).toMatchObject({ link: 'https://parley.example/#/admin/overview', report: { week: {} } });
    await clock.advance(6 * DAY);
    await usage().runIfDue();
    expect(sent()).toHaveLength(2);
    await clock.advance(DAY);
    await usage().runIfDue();
    expect([sent().length, reports.built]).toEqual([4, 2]);
  });

  test('is not sent to whom does not want it, and not twice when the day is changed', async () => {
    const { usage, usageMail, admins, clock, sent } = aWorld();
    await admins.setWantsUsage('bob', false);
    await usageMail.change(ON_THURSDAY);
    await usage().runIfDue();
    await usageMail.change({ isOn: true, weekday: 'friday' });
    await clock.advance(DAY);
    await usage().runIfDue();
    expect(sent()).toEqual(['usage-report ada@example.org de']);
    await clock.advance(7 * DAY);
    await usage().runIfDue();
    expect(sent()).toHaveLength(2);
  });

  test('is tried again each hour while the mail server is down, and given up after two days', async () => {
    const { usage, usageMail, mailer, clock, sent, failures, reports } = aWorld();
    await usageMail.change(ON_THURSDAY);
    mailer.broken = true;
    for (let hour = 0; hour < 60; hour += 1) {
      await usage().runIfDue();
      await usage().runIfDue();
      await clock.advance(HOUR);
    }
    // From Thursday noon to Saturday at seven.
    expect([sent(), failures.length, reports.built]).toEqual([[], 2 * 43, 43]);
    mailer.broken = false;
    await usage().runIfDue();
    expect(sent()).toEqual([]);
    await clock.advance(5 * DAY);
    await usage().runIfDue();
    expect(sent()).toHaveLength(2);
  });

  test('can be had now, once a minute, at the own verified address alone', async () => {
    const { own, users, mailer, clock } = aWorld();
    expect(await own.sendNow(ADA)).toEqual({ sentTo: 'ada@example.org', detail: '' });
    await expect(own.sendNow(ADA)).rejects.toMatchObject({ kind: 'limit_reached' });
    await clock.advance(60_000);
    mailer.broken = true;
    expect(await own.sendNow(ADA)).toEqual({ sentTo: null, detail: 'Error: the mail server is down' });
    const eve = await users.find('eve');
    if (!eve) throw new Error('no eve');
    await expect(own.sendNow(eve)).rejects.toThrow('no verified email address');
    expect(await own.get(eve)).toEqual({ receives: true, address: null });
    expect(await own.set(ADA, false)).toEqual({ receives: false, address: 'ada@example.org' });
  });
});

describe('the mail about requests for an account', () => {
  const ask = (world: ReturnType<typeof aWorld>, id: string) =>
    world.requests.add(aRequest({ id, subject: id, expiresAt: NOON + 30 * DAY }));

  test('comes with the first request, and then at most once an hour with how many wait', async () => {
    const world = aWorld();
    await world.tell().runIfDue();
    await ask(world, 'r0');
    await Promise.all([world.tell().runIfDue(), world.tell().runIfDue()]);
    expect(world.sent()).toEqual(['requests-waiting ada@example.org de', 'requests-waiting bob@example.org null']);
    for (let count = 1; count < 60; count += 1) {
      await ask(world, `r${count}`);
      await world.tell().runIfDue();
      await world.clock.advance(59_000);
    }
    expect(world.sent()).toHaveLength(2);
    await world.clock.advance(HOUR);
    await world.tell().runIfDue();
    expect(world.mailer.messages.slice(2)).toMatchObject([{ waiting: 60 }, { to: 'bob@example.org' }]);
    await world.clock.advance(HOUR);
    await world.tell().runIfDue();
    expect(world.sent()).toHaveLength(4);
  });

  test('is sent an hour later when the mail server was down', async () => {
    const world = aWorld();
    world.mailer.broken = true;
    await ask(world, 'r0');
    await world.tell().runIfDue();
    await world.tell().runIfDue();
    expect(world.failures).toHaveLength(2);
    world.mailer.broken = false;
    await world.clock.advance(HOUR);
    await world.tell().runIfDue();
    expect(world.mailer.messages).toMatchObject([{ waiting: 1 }, { waiting: 1 }]);
  });

  test('is not sent where it is switched off, nor of requests that were declined meanwhile', async () => {
    const world = aWorld();
    await world.registration.change({ mode: 'approval', domains: [], requestMails: false });
    await ask(world, 'r0');
    await world.tell().runIfDue();
    await world.requests.decline('r0', { byName: 'Ada', at: NOON, reason: '' });
    await world.registration.change({ mode: 'approval', domains: [], requestMails: true });
    await world.tell().runIfDue();
    expect(world.sent()).toEqual([]);
  });
});
