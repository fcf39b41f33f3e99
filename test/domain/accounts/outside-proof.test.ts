import { aUser } from '../../support/builders.ts';
import { aSignInWorld } from './sign-in-world.ts';

const phone = { phoneNumber: '201 555 0123', countryCode: '+1' };
const send = { ...phone, address: '10.0.0.1' };

describe('signing in by phone', () => {
  test('a code makes the account once and finds it again', async () => {
    const { sendCode, verifyCode, messages, clock } = aSignInWorld();
    const code = (await sendCode.execute(send)) ?? '';
    expect(messages.sent).toEqual([{ to: '+12015550123', text: expect.stringContaining(code) }]);
    const first = await verifyCode.execute({ phone, code });
    expect(first.user).toMatchObject({
      email: null,
      phoneNumber: '+12015550123',
      authMode: 'phone',
      subscription: 'free',
      isAdmin: false,
      name: 'Phone •••0123',
    });
    await expect(verifyCode.execute({ phone, code })).rejects.toMatchObject({
      message: 'SMS verification failed',
      code: 'UNAUTHORIZED',
    });
    await clock.advance(60_000);
    const again = await verifyCode.execute({ phone, code: (await sendCode.execute(send)) ?? '' });
    expect(again.user).toEqual(first.user);
  });

  test('a real sender tells the code to the phone only', async () => {
    const { sendCode } = aSignInWorld({ sandbox: false });
    expect(await sendCode.execute(send)).toBeUndefined();
  });

  test('five wrong codes end a code, also for the right one; ten minutes do too', async () => {
    const { sendCode, verifyCode, clock } = aSignInWorld();
    const code = (await sendCode.execute(send)) ?? '';
    const guesses = await Promise.allSettled(
      Array.from({ length: 50 }, () => verifyCode.execute({ phone, code: '000000' })),
    );
    const codes = guesses.map((guess) =>
      guess.status === 'rejected' ? (guess.reason as { code: string }).code : 'in',
    );
    expect(codes.filter((said) => said === 'UNAUTHORIZED')).toHaveLength(5);
    expect(codes.filter((said) => said === 'RATE_LIMITED')).toHaveLength(45);
    await expect(verifyCode.execute({ phone, code })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await clock.advance(60_000);
    const late = (await sendCode.execute(send)) ?? '';
    await clock.advance(600_000);
    await expect(verifyCode.execute({ phone, code: late })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  test('a code a minute, 5 an hour, 10 a day per number; 10 numbers and 20 codes a day per address', async () => {
    const { sendCode, clock, messages } = aSignInWorld();
    const sends = await Promise.allSettled(Array.from({ length: 10 }, () => sendCode.execute(send)));
    expect(sends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(sendCode.execute(send)).rejects.toMatchObject({
      message: 'SMS send failed',
      details: { retryAfterMs: 60_000 },
    });
    for (let count = 0; count < 4; count += 1) {
      await clock.advance(60_000);
      await sendCode.execute(send);
    }
    await clock.advance(60_000);
    await expect(sendCode.execute(send)).rejects.toMatchObject({ details: { retryAfterMs: 55 * 60_000 } });
    const other = (count: number) => ({ ...send, phoneNumber: `20155502${10 + count}` });
    for (let count = 0; count < 9; count += 1) await sendCode.execute(other(count));
    await expect(sendCode.execute(other(9))).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(await sendCode.execute({ ...other(9), address: '10.0.0.2' })).toBeDefined();
    await clock.advance(60_000);
    for (let count = 0; count < 6; count += 1) await sendCode.execute(other(count)); // numbers that it had before
    await expect(sendCode.execute(other(6))).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(messages.sent).toHaveLength(21);
  });

  test('one number gets ten codes a day from any addresses, and a refusal costs an address nothing', async () => {
    const { sendCode, clock, messages } = aSignInWorld();
    const from = (count: number) => ({ ...send, address: `10.0.1.${count}` });
    for (let count = 0; count < 10; count += 1) {
      await clock.advance(count === 5 ? 3_600_000 : 60_000);
      await sendCode.execute(from(count));
    }
    await clock.advance(3_600_000);
    await expect(sendCode.execute(from(10))).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(messages.sent).toHaveLength(10);
    for (let count = 0; count < 10; count += 1)
      await sendCode.execute({ ...from(10), phoneNumber: `20155502${10 + count}` });
    await clock.advance(86_400_000);
    expect(await sendCode.execute(from(10))).toBeDefined();
  });

  test('a message that could not be sent costs no waiting', async () => {
    const { sendCode, messages } = aSignInWorld();
    messages.broken = true;
    await expect(sendCode.execute(send)).rejects.toMatchObject({ kind: 'bad_upstream', message: 'SMS send failed' });
    messages.broken = false;
    expect(await sendCode.execute(send)).toBeDefined();
  });

  test('a number that earns somebody money gets nothing', async () => {
    const { sendCode, messages } = aSignInWorld();
    await expect(sendCode.execute({ ...send, phoneNumber: '9005550123' })).rejects.toMatchObject({
      message: 'SMS send failed',
      code: 'VALIDATION_ERROR',
    });
    expect(messages.sent).toEqual([]);
  });
});

describe('signing in with Google', () => {
  const robin = { key: 'firebase:google robin', email: 'robin@example.com', emailVerified: true, name: 'Robin' };
  const worldWith = (identity = robin) => {
    const world = aSignInWorld();
    world.people.known.set('token', identity);
    return world;
  };

  test('makes an account, and finds it by issuer and subject even when the email has changed', async () => {
    const { google, people } = worldWith();
    const { user } = await google.execute('token');
    expect(user).toMatchObject({
      email: 'robin@example.com',
      name: 'Robin',
      emailVerified: true,
      authMode: 'email',
      passwordHash: null,
      isAdmin: false,
    });
    people.known.set('token', { ...robin, email: 'new@example.com' });
    expect((await google.execute('token')).user).toEqual(user);
  });

  test('of many at once one makes the account and the others find it', async () => {
    const { google } = worldWith();
    const users = await Promise.all(Array.from({ length: 10 }, async () => (await google.execute('token')).user.uid));
    expect(new Set(users).size).toBe(1);
  });

  test('joins the account of a verified address and leaves its password', async () => {
    const { google, users } = worldWith();
    await users.add(aUser({ uid: 'robin', email: robin.email, subscription: 'premium' }));
    expect((await google.execute('token')).user).toMatchObject({
      uid: 'robin',
      passwordHash: 'a-hash',
      subscription: 'premium',
    });
  });

  test('a stranger’s account with an unproved address loses its password, sessions and links', async () => {
    const { google, register, background, identify, verifyEmail, logIn, mail } = worldWith();
    const squatter = { email: robin.email, password: 'a squatter’s', address: '10.0.0.1' };
    const made = await register.execute(squatter);
    await background.settled();
    expect((await google.execute('token')).user).toMatchObject({
      uid: made.user.uid,
      emailVerified: true,
      passwordHash: null,
    });
    expect(await identify.execute(made.token)).toBeUndefined();
    await expect(verifyEmail.execute(mail.token)).rejects.toMatchObject({ kind: 'invalid' });
    await expect(logIn.execute(squatter)).rejects.toMatchObject({ message: 'Login failed' });
  });

  test('an address that Google has not verified opens no account, and no unproved admin’s', async () => {
    const unverified = worldWith({ ...robin, emailVerified: false });
    await unverified.users.add(aUser({ uid: 'robin', email: robin.email }));
    await expect(unverified.google.execute('token')).rejects.toMatchObject({
      message: 'Firebase token exchange failed',
    });
    const admin = worldWith();
    await admin.users.add(aUser({ uid: 'boss', email: robin.email, emailVerified: false, isAdmin: true }));
    await expect(admin.google.execute('token')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  test('an unverified address makes an account that still has to verify it', async () => {
    const { google, sendVerification } = worldWith({ ...robin, emailVerified: false });
    const { user } = await google.execute('token');
    expect(user.emailVerified).toBe(false);
    expect(await sendVerification.resend(user)).toContain('token=');
  });
});
