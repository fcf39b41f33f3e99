import type { IdentityProof } from '../../../src/domain/accounts/reauthenticate.ts';
import { aSignInWorld } from './sign-in-world.ts';

const MINUTE = 60_000;
const home = { address: '10.0.0.1' };
const account = { email: 'ann@example.org', password: 'correct horse', ...home };

const anHourLater = async () => {
  const world = aSignInWorld();
  const { user, token } = await world.register.execute(account);
  await world.clock.advance(60 * MINUTE);
  const isRecent = async (bearer = token) => (await world.identify.execute(bearer))?.session.isRecent;
  const prove = (proof: IdentityProof, bearer = token) =>
    world.reauthenticate.execute(user, bearer, { ...home, ...proof });
  return { ...world, user, token, isRecent, prove };
};

test('a sign-in is recent for ten minutes', async () => {
  const { logIn, clock, isRecent } = await anHourLater();
  expect(await isRecent()).toBe(false);
  const { token } = await logIn.execute(account);
  await clock.advance(10 * MINUTE - 1);
  expect(await isRecent(token)).toBe(true);
  await clock.advance(1);
  expect(await isRecent(token)).toBe(false);
});

test('the password renews this session and no other', async () => {
  const { logIn, clock, isRecent, prove } = await anHourLater();
  const { token: other } = await logIn.execute(account);
  await clock.advance(20 * MINUTE);
  await prove({ password: account.password });
  expect([await isRecent(), await isRecent(other)]).toEqual([true, false]);
});

test('a wrong password renews nothing, and ten of them are all', async () => {
  const { isRecent, prove, changePassword, user, token } = await anHourLater();
  for (let count = 0; count < 9; count += 1)
    await expect(prove({ password: 'guess' })).rejects.toMatchObject({ details: { field: 'password' } });
  const change = { currentPassword: 'guess', password: 'battery staple', endOtherSessions: true, token };
  await expect(changePassword.execute(user, change)).rejects.toMatchObject({ details: { field: 'currentPassword' } });
  await expect(prove({ password: account.password })).rejects.toMatchObject({ kind: 'limit_reached' });
  expect(await isRecent()).toBe(false);
});

test('a proof from before a change of the password counts no more', async () => {
  const { logIn, isRecent, prove, changePassword, user, token } = await anHourLater();
  const { token: other } = await logIn.execute(account);
  await prove({ password: account.password });
  const change = { currentPassword: account.password, password: 'battery staple', endOtherSessions: false, token };
  await changePassword.execute(user, change);
  expect([await isRecent(), await isRecent(other)]).toEqual([false, false]);
  // `user` is as these calls found the account: before the change.
  for (const proof of [{ password: account.password }, { sessionToken: other }])
    await expect(prove(proof)).rejects.toMatchObject({ kind: 'forbidden' });
  expect(await isRecent()).toBe(false);
});

test('an account without a password has none to prove', async () => {
  const { prove, users, user, reauthenticate, token, isRecent } = await anHourLater();
  await users.setPassword(user.uid, null);
  await expect(
    reauthenticate.execute({ ...user, passwordHash: null }, token, { password: 'any', ...home }),
  ).rejects.toMatchObject({ code: 'NO_PASSWORD' });
  await expect(prove({ sessionToken: 'unknown' })).rejects.toMatchObject({ kind: 'forbidden' });
  expect(await isRecent()).toBe(false);
});

test('another sign-in to the same account is a proof, once: it hands over its time and ends', async () => {
  const { logIn, isRecent, prove, clock, identify } = await anHourLater();
  const { token: fresh } = await logIn.execute(account);
  await clock.advance(6 * MINUTE);
  await prove({ sessionToken: fresh });
  expect([await isRecent(), await identify.execute(fresh)]).toEqual([true, undefined]);
  await clock.advance(4 * MINUTE);
  expect(await isRecent()).toBe(false);
  await expect(prove({ sessionToken: fresh })).rejects.toMatchObject({ kind: 'forbidden' });
});

const atGoogle = (email: string, emailVerified = true) => ({
  key: `firebase:${email}`,
  email,
  emailVerified,
  name: 'A',
});

test('an identity that signs in to this account is a proof; any other is none, and gets no account', async () => {
  const { people, prove, isRecent, identities, user, users, clock } = await anHourLater();
  await identities.add('firebase:work@example.org', user.uid, clock.now());
  people.known.set('linked', atGoogle('work@example.org'));
  people.known.set('stranger', atGoogle('stranger@example.org'));
  people.known.set('claims the address', atGoogle(account.email));
  for (const firebaseToken of ['stranger', 'claims the address', 'made up'])
    await expect(prove({ firebaseToken })).rejects.toMatchObject({ kind: 'forbidden' });
  expect([await isRecent(), users.all()]).toEqual([false, [user]]);
  await prove({ firebaseToken: 'linked' });
  expect([await isRecent(), identities.keysOf(user.uid)]).toEqual([true, ['firebase:work@example.org']]);
});

test('one that signs in to another account is no proof', async () => {
  const { people, prove, isRecent, identities, register, clock } = await anHourLater();
  const { user: bob } = await register.execute({ ...account, email: 'bob@example.org' });
  await identities.add('firebase:bob@example.org', bob.uid, clock.now());
  people.known.set('bobs', atGoogle('bob@example.org'));
  await expect(prove({ firebaseToken: 'bobs' })).rejects.toMatchObject({ kind: 'forbidden' });
  expect(await isRecent()).toBe(false);
});

test('so is one with the same verified address, by a provider’s code too, once; not with a factor', async () => {
  const { providerSignIn, corp, reauthenticate, isRecent, identities, user, token, people } = await anHourLater();
  const verified = { ...user, emailVerified: true };
  const prove = (proof: IdentityProof, owner = verified) => reauthenticate.execute(owner, token, { ...home, ...proof });
  people.known.set('unproved', atGoogle(account.email, false));
  await expect(prove({ firebaseToken: 'unproved' })).rejects.toMatchObject({ kind: 'forbidden' });
  corp.person = { ...corp.person, email: ' ANN@example.org' };
  const finish = () => providerSignIn.finish('corp', new URLSearchParams(), { state: 's', nonce: 'n', verifier: 'v' });
  const guarded = { ...verified, hasSecondFactor: true };
  await expect(prove({ providerCode: await finish() }, guarded)).rejects.toMatchObject({
    code: 'SECOND_FACTOR_PROOF_REQUIRED',
  });
  const providerCode = await finish();
  await prove({ providerCode });
  expect([await isRecent(), identities.keysOf(user.uid)]).toEqual([true, []]);
  await expect(prove({ providerCode })).rejects.toMatchObject({ kind: 'invalid' });
});

test('neither its own session, nor an old one, nor one of another account is a proof', async () => {
  const { logIn, isRecent, prove, token, register, clock, identify } = await anHourLater();
  const { token: old } = await logIn.execute(account);
  await clock.advance(10 * MINUTE);
  const { token: bobs } = await register.execute({ ...account, email: 'bob@example.org' });
  const { token: fresh } = await logIn.execute(account);
  for (const sessionToken of [token, old, bobs])
    await expect(prove({ sessionToken })).rejects.toMatchObject({ details: { field: 'sessionToken' } });
  await expect(prove({ sessionToken: fresh }, fresh)).rejects.toMatchObject({ details: { field: 'sessionToken' } });
  expect([await isRecent(), await isRecent(fresh)]).toEqual([false, true]);
  expect(await identify.execute(bobs)).toBeDefined();
});

test('sessions say how they were started, on which device, and when they were last used to five minutes', async () => {
  const { sessions, user, requests, logIn, clock, identify, background, token } = await anHourLater();
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0';
  const made = clock.now();
  const { token: fresh } = await requests.run(requests.current(), () => logIn.execute(account), {
    userAgent: firefox,
    language: 'en',
  });
  await clock.advance(4 * MINUTE);
  await identify.execute(fresh);
  await identify.execute(token);
  await background.settled();
  const list = await sessions.listByUser(user.uid, clock.now());
  expect(list.map(({ method, device, lastUsedAt }) => [method, device, lastUsedAt])).toEqual([
    ['password', '', made + 4 * MINUTE],
    ['password', 'Firefox, Linux', made],
  ]);
});

test('an account with a second factor proves that one; its password is not enough', async () => {
  const { users, user, token, proposeApp, confirmApp, oneTimePasswords, clock, reauthenticate, isRecent } =
    await anHourLater();
  const verified = { ...user, emailVerified: true };
  const code = () => oneTimePasswords.codeAt('SECRET1', Math.floor(clock.now() / 30_000));
  await proposeApp.execute(verified);
  await confirmApp.execute(verified, { code: code(), token, ...home });
  const owner = (await users.find(user.uid)) ?? verified;
  await clock.advance(20 * MINUTE);
  const prove = (proof: IdentityProof) => reauthenticate.execute(owner, token, { ...home, ...proof });
  const notEnough = { code: 'SECOND_FACTOR_PROOF_REQUIRED' };
  await expect(prove({ password: account.password })).rejects.toMatchObject(notEnough);
  await expect(prove({ proof: { code: '000000' } })).rejects.toMatchObject({ code: 'WRONG_SECOND_FACTOR' });
  expect(await isRecent()).toBe(false);
  await prove({ proof: { code: code() } });
  expect(await isRecent()).toBe(true);
});
