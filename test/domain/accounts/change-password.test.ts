import { anApiKey } from '../../contracts/api-key-repository.ts';
import { aSignInWorld } from './sign-in-world.ts';

const home = { address: '10.0.0.1' };
const OLD = 'correct horse';
const NEW = 'battery staple';
const QUARTER_MS = 15 * 60_000;

const signedInTwice = async () => {
  const world = aSignInWorld();
  const account = { email: 'ann@example.org', password: OLD, ...home };
  const { user, token } = await world.register.execute(account);
  const { token: phone } = await world.logIn.execute(account);
  await world.background.settled();
  world.mail.messages.length = 0;
  const change = (more: Partial<Parameters<typeof world.changePassword.execute>[1]> = {}) =>
    world.changePassword.execute(user, {
      currentPassword: OLD,
      password: NEW,
      endOtherSessions: true,
      token,
      ...more,
    });
  const isIn = async (bearer: string) => (await world.identify.execute(bearer)) !== undefined;
  const opens = async (password: string) =>
    world.logIn.execute({ ...account, password }).then(
      () => true,
      () => false,
    );
  const addKey = () => world.keys.add(anApiKey({ id: 'key', uid: user.uid }));
  return { ...world, user, token, phone, change, isIn, opens, addKey };
};

test('the present password sets another; this session goes on, the others and the API key end', async () => {
  const { change, isIn, opens, token, phone, addKey, keys, user } = await signedInTwice();
  await addKey();
  await change();
  expect([await isIn(token), await isIn(phone), (await keys.listByUser(user.uid))[0]]).toEqual([
    true,
    false,
    undefined,
  ]);
  expect([await opens(OLD), await opens(NEW)]).toEqual([false, true]);
});

test('the other sessions and the key stay where that is chosen', async () => {
  const { change, isIn, token, phone, addKey, keys, user } = await signedInTwice();
  await addKey();
  await change({ endOtherSessions: false });
  expect([await isIn(token), await isIn(phone), (await keys.listByUser(user.uid))[0]?.id]).toEqual([true, true, 'key']);
});

test('a wrong password changes nothing and tells nobody', async () => {
  const { change, isIn, opens, phone, mail, background, passwords } = await signedInTwice();
  const { hashed } = passwords;
  await expect(change({ currentPassword: 'wrong' })).rejects.toMatchObject({
    kind: 'forbidden',
    details: { field: 'currentPassword' },
  });
  await background.settled();
  expect([mail.messages, passwords.hashed - hashed, await isIn(phone), await opens(OLD)]).toEqual([[], 0, true, true]);
});

test('the owner is mailed, with a link that takes the account back', async () => {
  const { change, mail, background, reset, isIn, opens, token } = await signedInTwice();
  await change();
  await background.settled();
  expect(mail.messages).toMatchObject([{ kind: 'password-changed', to: 'ann@example.org' }]);
  await reset.execute({ token: mail.token, password: 'mine again please' });
  expect([await isIn(token), await opens(NEW), await opens('mine again please')]).toEqual([false, false, true]);
});

test.each([
  ['an address that nobody verified gets five such mails an hour', false, 5],
  ['a verified address is told of every change', true, 8],
])('%s', async (_, verified, mails) => {
  const { changePassword, user, token, mail, background, users } = await signedInTwice();
  if (verified) await users.markVerified(user.uid);
  for (let time = 0; time < 8; time += 1) {
    const [currentPassword, password] = time % 2 === 0 ? [OLD, NEW] : [NEW, OLD];
    const stored = (await users.find(user.uid)) ?? user;
    await changePassword.execute(stored, { currentPassword, password, endOtherSessions: true, token });
    await background.settled();
  }
  expect(mail.messages).toHaveLength(mails);
});

test('a mail that cannot be sent undoes nothing', async () => {
  const { change, mail, background, opens } = await signedInTwice();
  mail.broken = true;
  await change();
  await background.settled();
  expect([background.failures.length, await opens(NEW)]).toEqual([1, true]);
});

test('reset links from before set no password any more', async () => {
  const { change, forgot, mail, background, reset } = await signedInTwice();
  await forgot.execute({ email: 'ann@example.org', ...home });
  await background.settled();
  const link = mail.token;
  await change();
  await background.settled();
  await expect(reset.execute({ token: link, password: 'stolen password' })).rejects.toMatchObject({ kind: 'invalid' });
});

test('ten tries in a quarter of an hour, however many come at once, and the right one waits too', async () => {
  const { change, clock } = await signedInTwice();
  const tries = await Promise.allSettled(Array.from({ length: 30 }, () => change({ currentPassword: 'wrong' })));
  const kinds = tries.map((one) => (one.status === 'rejected' ? one.reason.kind : 'done'));
  expect(kinds.filter((kind) => kind === 'forbidden')).toHaveLength(10);
  await expect(change()).rejects.toMatchObject({ code: 'RATE_LIMITED', details: { retryAfterMs: QUARTER_MS } });
  await clock.advance(QUARTER_MS);
  await change();
});

test('a reset that comes while the new password is hashed is not undone', async () => {
  const { change, users, user, passwords, opens } = await signedInTwice();
  const hash = passwords.hash.bind(passwords);
  passwords.hash = async (password) => {
    await users.setPassword(user.uid, 'hash of the owner’s own');
    return hash(password);
  };
  await expect(change()).rejects.toMatchObject({ kind: 'forbidden' });
  expect([await opens(NEW), await opens('the owner’s own')]).toEqual([false, true]);
});

test('an account without a password has none to change', async () => {
  const { changePassword, user, token } = await signedInTwice();
  await expect(
    changePassword.execute(
      { ...user, passwordHash: null },
      { currentPassword: '', password: NEW, endOtherSessions: true, token },
    ),
  ).rejects.toMatchObject({ code: 'NO_PASSWORD' });
});
