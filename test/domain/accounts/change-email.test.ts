import { aSignInWorld } from './sign-in-world.ts';

const HOUR = 3_600_000;
const home = { address: '10.0.0.1' };
const PASSWORD = 'correct horse';
const OLD = 'ann@example.org';
const NEW = 'anna@example.org';
const INVALID = { message: 'Invalid or expired link' };

const signedInTwice = async (emailVerified = true) => {
  const world = aSignInWorld();
  const account = { email: OLD, password: PASSWORD, ...home };
  const { user, token } = await world.register.execute(account);
  const { token: phone } = await world.logIn.execute(account);
  if (emailVerified) await world.users.markVerified(user.uid);
  await world.background.settled();
  const verifyLink = new URL(world.mail.messages[0]?.link ?? 'none:').searchParams.get('token') ?? '';
  world.mail.messages.length = 0;
  const ask = (more: Partial<Parameters<typeof world.askEmail.execute>[1]> = {}) =>
    world.askEmail.execute(
      { ...user, emailVerified },
      { email: NEW, password: PASSWORD, token, isRecent: false, ...more },
    );
  /** The token of the newest mail of a kind. */
  const mailed = async (kind: string) => {
    await world.background.settled();
    const link = world.mail.messages.findLast((one) => one.kind === kind)?.link ?? '';
    return new URL(link).search.replace(/^\?\w+=/, '');
  };
  const isIn = async (bearer: string) => (await world.identify.execute(bearer)) !== undefined;
  const email = async () => (await world.users.find(user.uid))?.email;
  const kinds = () => world.mail.messages.map(({ kind, to }) => [kind, to]);
  return { ...world, user, token, phone, verifyLink, ask, mailed, isIn, email, kinds };
};

const changed = async () => {
  const world = await signedInTwice();
  await world.ask();
  await world.confirmEmail.execute(await world.mailed('confirm-email'));
  return world;
};

test('the new mailbox confirms it: this session goes on, others end, and both addresses are told', async () => {
  const { ask, mailed, confirmEmail, email, isIn, token, phone, kinds, users, user, audit } = await signedInTwice();
  await ask({ email: ' ANNA@example.org ' });
  const secret = await mailed('confirm-email');
  expect(await email()).toBe(OLD);
  expect(await confirmEmail.execute(secret)).toEqual({ email: NEW });
  await expect(confirmEmail.execute(secret)).rejects.toMatchObject(INVALID);
  expect([await email(), (await users.find(user.uid))?.emailVerified]).toEqual([NEW, true]);
  expect([await isIn(token), await isIn(phone)]).toEqual([true, false]);
  await mailed('email-changed');
  expect(kinds()).toEqual([
    ['email-change-asked', OLD],
    ['confirm-email', NEW],
    ['email-changed', OLD],
  ]);
  expect(audit.lines.filter((line) => line.includes('email'))).toContain('account.change-email');
  expect(JSON.stringify(audit.events)).not.toContain(NEW);
});

test('it needs the password, or without one a session that confirmed who it is', async () => {
  const { ask, askEmail, user, token } = await signedInTwice();
  await expect(ask({ password: 'guess', isRecent: true })).rejects.toMatchObject({ details: { field: 'password' } });
  await expect(ask({ password: undefined, isRecent: true })).rejects.toMatchObject({ details: { field: 'password' } });
  const without = { ...user, passwordHash: null };
  const request = { email: NEW, token };
  await expect(askEmail.execute(without, { ...request, isRecent: false })).rejects.toMatchObject({
    code: 'REAUTHENTICATION_REQUIRED',
  });
  await askEmail.execute(without, { ...request, isRecent: true });
});

test('a taken address answers like a free one, is not mailed, and is not taken', async () => {
  const { ask, register, background, kinds, secrets, emailChanges, confirmEmail, user, clock, email } =
    await signedInTwice();
  await register.execute({ email: NEW, password: PASSWORD, ...home });
  await background.settled();
  await ask();
  await background.settled();
  expect(kinds().filter(([kind]) => kind === 'confirm-email')).toEqual([]);
  const now = clock.now();
  const change = { uid: user.uid, sessionDigest: '', oldEmail: OLD, newEmail: NEW, createdAt: now, expiresAt: now + 9 };
  await emailChanges.add({ ...change, digest: secrets.digest('known'), step: 'confirm' });
  await expect(confirmEmail.execute('known')).rejects.toMatchObject(INVALID);
  expect(await email()).toBe(OLD);
});

test('the link ends after an hour, by a newer one, a changed password or a sign-out everywhere', async () => {
  const { ask, mailed, confirmEmail, clock, changePassword, logOutEverywhere, user, token, email } =
    await signedInTwice();
  await ask();
  const first = await mailed('confirm-email');
  await ask({ email: 'other@example.org' });
  await expect(confirmEmail.execute(first)).rejects.toMatchObject(INVALID);
  const second = await mailed('confirm-email');
  await clock.advance(HOUR);
  await expect(confirmEmail.execute(second)).rejects.toMatchObject(INVALID);
  await ask();
  const third = await mailed('confirm-email');
  const password = 'battery staple';
  await changePassword.execute(user, { currentPassword: PASSWORD, password, endOtherSessions: false, token });
  await expect(confirmEmail.execute(third)).rejects.toMatchObject(INVALID);
  await ask({ password: undefined }).catch(() => undefined);
  await logOutEverywhere.execute(user.uid);
  expect(await email()).toBe(OLD);
});

test.each([
  [OLD, 'invalid', undefined],
  ['ann@throwaway.example', 'invalid', 'DISPOSABLE_EMAIL'],
] as const)('%s is no new address', async (email, kind, code) => {
  const { ask } = await signedInTwice();
  await expect(ask({ email })).rejects.toMatchObject(code === undefined ? { kind } : { kind, code });
});

test('only addresses that may register here, though registration is closed; five mails an hour', async () => {
  const { ask, registrationSettings } = await signedInTwice();
  await registrationSettings.change({ mode: 'closed', domains: ['example.org'], requestMails: true });
  await expect(ask({ email: 'ann@elsewhere.org' })).rejects.toMatchObject({ code: 'REGISTRATION_CLOSED' });
  for (let count = 0; count < 5; count += 1) await ask();
  await expect(ask()).rejects.toMatchObject({ kind: 'limit_reached' });
});

test('the former address takes the account back: all access ends, and a new password is set by it', async () => {
  const world = await changed();
  const { mailed, undoEmail, email, isIn, token, keys, identities, user, reset, replies, clock } = world;
  const { invoiceAddresses } = world;
  await identities.add('firebase:thief', user.uid, clock.now());
  const undo = await mailed('email-changed');
  expect(invoiceAddresses).toEqual([NEW]);
  const { resetToken, ...restored } = await undoEmail.execute(undo);
  expect(invoiceAddresses).toEqual([NEW, OLD]);
  expect([restored, await email(), await isIn(token)]).toEqual([{ email: OLD }, OLD, false]);
  expect([await identities.find('firebase:thief'), await keys.listByUser(user.uid)]).toEqual([undefined, []]);
  expect(replies.stopped).toContain(user.uid);
  await expect(undoEmail.execute(undo)).rejects.toMatchObject(INVALID);
  expect((await reset.execute({ token: resetToken, password: 'battery staple' })).user.uid).toBe(user.uid);
});

test('taking it back leaves the second factor, which a thief of the mailbox lacks', async () => {
  const { mailed, undoEmail, reset, apps, factors, user, clock } = await changed();
  await factors.change(user.uid, async () => {
    await apps.propose(user.uid, 'SECRET');
    await apps.confirm(user.uid, 1, clock.now());
  });
  const { resetToken } = await undoEmail.execute(await mailed('email-changed'));
  await expect(reset.execute({ token: resetToken, password: 'battery staple' })).rejects.toMatchObject({
    code: 'SECOND_FACTOR_NEEDED',
  });
});

test('it can be undone for seven days, and nobody else gets the address until then', async () => {
  const { mailed, undoEmail, clock, register } = await changed();
  const undo = await mailed('email-changed');
  await clock.advance(7 * 24 * HOUR - 1);
  await expect(register.execute({ email: OLD, password: PASSWORD, ...home })).rejects.toMatchObject({
    code: 'EMAIL_IN_USE',
  });
  await clock.advance(1);
  await expect(undoEmail.execute(undo)).rejects.toMatchObject(INVALID);
  await register.execute({ email: OLD, password: PASSWORD, ...home });
});

test('of two changes the first address takes it back, and that voids what a later one could undo', async () => {
  const { mailed, askEmail, confirmEmail, undoEmail, users, user, email, clock, token } = await changed();
  const first = await mailed('email-changed');
  await clock.advance(1000);
  const request = { email: 'mallory@example.org', password: PASSWORD, token, isRecent: false };
  await askEmail.execute({ ...user, email: NEW }, request);
  await confirmEmail.execute(await mailed('confirm-email'));
  const second = await mailed('email-changed');
  await undoEmail.execute(first);
  expect([await email(), (await users.findByEmail(NEW))?.uid]).toEqual([OLD, undefined]);
  await expect(undoEmail.execute(second)).rejects.toMatchObject(INVALID);
});

test('the links that were mailed to the former address, and sign-ins half done, end with the change', async () => {
  const { ask, mailed, confirmEmail, reset, verifyEmail, verifyLink, tokens, user, clock, secrets } =
    await signedInTwice();
  await ask();
  const now = clock.now();
  const challenge = { purpose: 'second-factor', uid: user.uid, createdAt: now, expiresAt: now + HOUR } as const;
  await tokens.add({ ...challenge, digest: secrets.digest('half done') });
  const resetToken = await mailed('email-change-asked');
  await confirmEmail.execute(await mailed('confirm-email'));
  await expect(reset.execute({ token: resetToken, password: 'battery staple' })).rejects.toMatchObject({
    message: 'Invalid or expired reset token',
  });
  expect(verifyLink).not.toBe('');
  await expect(verifyEmail.execute(verifyLink)).rejects.toMatchObject({
    message: 'Invalid or expired verification token',
  });
  expect(await tokens.find(secrets.digest('half done'), 'second-factor', clock.now())).toBeUndefined();
});

test('an address that nobody proved is told nothing, takes nothing back and is free again', async () => {
  const { ask, mailed, confirmEmail, kinds, email, register } = await signedInTwice(false);
  await ask();
  await confirmEmail.execute(await mailed('confirm-email'));
  await mailed('email-changed').catch(() => undefined);
  expect([kinds(), await email()]).toEqual([[['confirm-email', NEW]], NEW]);
  await register.execute({ email: OLD, password: PASSWORD, ...home });
});

test('with a second factor the password is not enough: the session must have confirmed who it is', async () => {
  const { askEmail, user, token } = await signedInTwice();
  const request = { email: NEW, password: PASSWORD, token };
  const guarded = { ...user, hasSecondFactor: true };
  await expect(askEmail.execute(guarded, { ...request, isRecent: false })).rejects.toMatchObject({
    code: 'REAUTHENTICATION_REQUIRED',
  });
  await askEmail.execute(guarded, { ...request, isRecent: true });
});

test('a link for the former address, asked for as it changed, does not act on the account', async () => {
  const { forgot, changePassword, users, user, token, mailed, mail, clock, background, reset } = await signedInTwice();
  const moveTo = (email: string, expected: string) =>
    users.replaceEmail({ uid: user.uid, expected, email, now: clock.now() });
  const findByEmail = users.findByEmail.bind(users);
  users.findByEmail = async (email) => {
    const found = await findByEmail(email);
    await moveTo(NEW, OLD);
    return found;
  };
  await forgot.execute({ email: OLD, ...home });
  await background.settled();
  expect(mail.messages).toEqual([]);
  await changePassword.execute(user, {
    currentPassword: PASSWORD,
    password: 'another one',
    endOtherSessions: false,
    token,
  });
  await background.settled();
  expect(mail.messages).toEqual([]);
  users.findByEmail = findByEmail;
  await forgot.execute({ email: NEW, ...home });
  await reset.execute({ token: await mailed('reset-password'), password: 'a third one' });
});
