import { LoginFailed } from '../../../src/domain/accounts/errors.ts';
import { PASSWORD } from '../../product/client.ts';
import { until } from '../chat/harness.ts';
import { aSignInWorld } from './sign-in-world.ts';

type World = ReturnType<typeof aSignInWorld>;

const ADA = { uid: 'ada', name: 'Ada' };
const PENDING = { code: 'APPROVAL_PENDING' };
const ALL = { limit: 9, offset: 0 };
const DAY_MS = 86_400_000;
const phone = { phoneNumber: '201 555 0123', countryCode: '+1' };

const approving = async () => {
  const world = aSignInWorld();
  await world.registrationSettings.change({ mode: 'approval', domains: [], requestMails: true });
  return world;
};

const register = (world: World, email: string, password: string = PASSWORD) =>
  world.register.execute({ email, password, address: email, language: 'ja' });

const byGoogle = (world: World, email = 'new@example.org', emailVerified = true) => {
  world.people.known.set('token', { key: 'google:new', email, emailVerified, name: 'Noa' });
  return world.google.execute('token', { language: 'es' });
};

const byPhone = async (world: World) => {
  await world.clock.advance(60_000);
  const code = await world.sendCode.execute({ ...phone, address: '10.0.0.1' });
  return world.verifyCode.execute({ phone, code: code ?? '' });
};

const byProvider = async (world: World) => {
  const code = await world.providerSignIn.finish('corp', new URLSearchParams(), { state: '', nonce: '', verifier: '' });
  return world.withProvider.execute(code);
};

const waiting = async ({ manageRequests, background }: World) => {
  await background.settled();
  return (await manageRequests.list(ALL)).requests;
};

const firstId = async (world: World) => (await waiting(world))[0]?.id ?? '';

/** With one run of the hourly job at that time. */
const sweepAfter = async ({ sweep, clock }: World, ms: number) => {
  const abort = new AbortController();
  const swept = sweep.execute(abort.signal);
  await until(() => clock.sleeping === 1);
  await clock.advance(ms);
  abort.abort();
  await swept;
};

test('registering makes a request and no account; approving makes it, and the mailed link signs in', async () => {
  const world = await approving();
  await expect(register(world, 'New@Example.org')).rejects.toMatchObject({ ...PENDING, details: { byMail: true } });
  expect(await waiting(world)).toMatchObject([{ email: 'new@example.org', emailVerified: false, language: 'ja' }]);
  expect(await waiting(world)).toMatchObject([{ passwordHash: await world.passwords.hash(PASSWORD) }]);
  expect([world.users.all(), world.mail.messages]).toEqual([[], []]);
  const id = await firstId(world);
  await world.manageRequests.approve(id);
  await world.background.settled();
  const [user] = world.users.all();
  expect(world.audit.lines[0]).toBe(`registration.request ${id}`);
  expect(world.audit.lines.at(-1)).toBe(`registration.approve ${user?.uid}`);
  expect(world.mail.messages).toMatchObject([{ kind: 'registration-approved', to: 'new@example.org', language: 'ja' }]);
  expect(await world.verifyEmail.execute(world.mail.token)).toMatchObject({ user: { emailVerified: true } });
  const login = { email: 'new@example.org', password: PASSWORD, address: '10.0.0.1' };
  expect((await world.logIn.execute(login)).user.uid).toBe(user?.uid);
  expect(await waiting(world)).toEqual([]);
});

test('an address that has an account gets the same answer, no request, and a mail that says so', async () => {
  const world = aSignInWorld();
  await register(world, 'ann@example.org');
  await world.background.settled();
  await world.registrationSettings.change({ mode: 'approval', domains: [], requestMails: true });
  const answerOf = (email: string) =>
    register(world, email).catch(({ code, message, details }) => ({ code, message, details }));
  expect(await answerOf('ann@example.org')).toEqual(await answerOf('new@example.org'));
  expect(await waiting(world)).toMatchObject([{ email: 'new@example.org' }]);
  expect(world.mail.messages.at(-1)).toMatchObject({ kind: 'account-exists', to: 'ann@example.org' });
  const mails = world.mail.messages.length;
  for (let index = 0; index < 10; index += 1) {
    await world.register
      .execute({ email: 'ann@example.org', password: PASSWORD, address: `10.0.1.${index}` })
      .catch(() => undefined);
  }
  await world.background.settled();
  expect(world.mail.messages.length - mails).toBeLessThan(5);
});

test('an address has one request; a second try hears the same, and then no password opens it', async () => {
  const world = await approving();
  const stranger = 'the password of a stranger';
  await expect(register(world, 'new@example.org', stranger)).rejects.toMatchObject(PENDING);
  const [first] = await waiting(world);
  await expect(register(world, 'new@example.org')).rejects.toMatchObject(PENDING);
  expect(await waiting(world)).toEqual([{ ...first, passwordHash: null }]);
  await world.manageRequests.approve(await firstId(world));
  await world.background.settled();
  const { resetToken } = await world.verifyEmail.execute(world.mail.token);
  const logIn = (password: string) => world.logIn.execute({ email: 'new@example.org', password, address: '10.0.0.1' });
  for (const password of [stranger, PASSWORD]) await expect(logIn(password)).rejects.toThrow(LoginFailed);
  await world.reset.execute({ token: resetToken, password: PASSWORD });
  await logIn(PASSWORD);
});

test('asking is limited as registering is', async () => {
  const world = await approving();
  const ask = (name: string) =>
    world.register.execute({
      email: `${name}@example.org`,
      password: PASSWORD,
      address: '10.0.0.1',
      captchaToken: 'solved',
    });
  for (const name of ['a', 'b', 'c']) await expect(ask(name)).rejects.toMatchObject(PENDING);
  const codes = [];
  for (const name of ['d', 'e', 'f']) codes.push(await ask(name).catch(({ code }) => code));
  expect(codes).toContain('REGISTRATION_COOLDOWN');
});

test.each([
  ['Google', byGoogle, 'new@example.org'],
  ['a provider', byProvider, 'robin@example.com'],
  ['a phone', byPhone, null],
] as const)('by %s people ask too, hear so at each try, and sign in once they are approved', async (_, come, email) => {
  const world = await approving();
  await expect(come(world)).rejects.toMatchObject({ ...PENDING, details: { byMail: email !== null } });
  await expect(come(world)).rejects.toMatchObject(PENDING);
  expect(await waiting(world)).toMatchObject([{ email, emailVerified: email !== null, passwordHash: null }]);
  await world.manageRequests.approve(await firstId(world));
  await world.background.settled();
  const kinds = world.mail.messages.map(({ kind, to }) => [kind, to]);
  expect(kinds).toEqual(email === null ? [] : [['registration-approved-elsewhere', email]]);
  expect((await come(world)).user.uid).toBe(world.users.all()[0]?.uid);
});

test('a declined person is told why, and cannot ask again; an admin may change the decision', async () => {
  const world = await approving();
  await expect(register(world, 'new@example.org')).rejects.toMatchObject(PENDING);
  const id = await firstId(world);
  await world.manageRequests.decline(id, ADA, 'We are full');
  await world.background.settled();
  expect(world.mail.messages).toMatchObject([{ kind: 'registration-declined', note: 'We are full', language: 'ja' }]);
  await expect(world.manageRequests.decline(id, ADA, 'again')).rejects.toThrow('Request not found');
  await expect(register(world, 'new@example.org')).rejects.toMatchObject(PENDING);
  expect(await waiting(world)).toMatchObject([{ id, declined: { byName: 'Ada' }, passwordHash: null }]);
  await world.manageRequests.approve(id);
  await world.background.settled();
  expect((await world.verifyEmail.execute(world.mail.token)).user.email).toBe('new@example.org');
});

test('whoever proved an identity hears that the answer was no', async () => {
  const world = await approving();
  await expect(byGoogle(world)).rejects.toMatchObject(PENDING);
  await world.manageRequests.decline(await firstId(world), ADA, '');
  await expect(byGoogle(world)).rejects.toMatchObject({ code: 'REGISTRATION_DECLINED' });
});

test('the proof of an address takes over the request of whoever typed it, with its password', async () => {
  const world = await approving();
  await expect(register(world, 'new@example.org')).rejects.toMatchObject(PENDING);
  await waiting(world);
  await expect(byGoogle(world)).rejects.toMatchObject(PENDING);
  expect(await waiting(world)).toMatchObject([
    { email: 'new@example.org', emailVerified: true, passwordHash: null, identityKey: 'google:new' },
  ]);
});

test('an address that a provider does not prove does not block its owner’s request', async () => {
  const world = await approving();
  await expect(byGoogle(world, 'new@example.org', false)).rejects.toMatchObject(PENDING);
  await expect(register(world, 'new@example.org')).rejects.toMatchObject(PENDING);
  const [mine, theirs] = await waiting(world);
  await world.manageRequests.approve(mine?.id ?? '');
  await expect(world.manageRequests.approve(theirs?.id ?? '')).rejects.toThrow('This person has an account already');
  expect([world.users.all().length, await waiting(world)]).toEqual([1, []]);
});

test('two admins who approve at the same time make one account', async () => {
  const world = await approving();
  await expect(register(world, 'new@example.org')).rejects.toMatchObject(PENDING);
  const id = await firstId(world);
  const both = await Promise.allSettled([world.manageRequests.approve(id), world.manageRequests.approve(id)]);
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(world.users.all()).toHaveLength(1);
});

test('a request ends after 30 days', async () => {
  const world = await approving();
  await expect(register(world, 'new@example.org')).rejects.toMatchObject(PENDING);
  const id = await firstId(world);
  await sweepAfter(world, 30 * DAY_MS);
  await expect(world.manageRequests.approve(id)).rejects.toThrow('Request not found');
  expect(await world.registrationRequests.find(id)).toBeUndefined();
  await expect(register(world, 'new@example.org')).rejects.toMatchObject(PENDING);
  expect(await waiting(world)).toHaveLength(1);
});

test('the allowed domains hold for requests, and the first admin needs nobody’s approval', async () => {
  const world = aSignInWorld();
  await world.registrationSettings.change({ mode: 'approval', domains: ['team.example'], requestMails: true });
  await expect(register(world, 'eve@example.org')).rejects.toMatchObject({ code: 'REGISTRATION_CLOSED' });
  await expect(register(world, 'ann@team.example')).rejects.toMatchObject(PENDING);
  expect(await waiting(world)).toMatchObject([{ email: 'ann@team.example' }]);
});
