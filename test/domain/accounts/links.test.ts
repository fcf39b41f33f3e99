import { isVerified } from '../../../src/domain/accounts/user.ts';
import { aSignInWorld } from './sign-in-world.ts';

const home = { address: '10.0.0.1' };
const ann = { email: 'ann@example.org', password: 'correct horse', ...home };
const DAY_MS = 86_400_000;

const registered = async () => {
  const world = aSignInWorld();
  const made = await world.register.execute(ann);
  await world.background.settled();
  return { ...world, made };
};

describe('verifying an address', () => {
  test('a new account is mailed a link that verifies it once and signs in', async () => {
    const { mail, made, verifyEmail, identify } = await registered();
    expect(made).toMatchObject({ requiresVerification: true, user: { emailVerified: false } });
    expect(mail.messages).toEqual([{ kind: 'verify-email', to: 'ann@example.org', link: made.link, language: null }]);
    expect(made.link).toMatch(/^https:\/\/parley\.example\/\?token=[\w-]+$/);
    const { user, token } = await verifyEmail.execute(mail.token);
    expect(user.emailVerified).toBe(true);
    expect((await identify.execute(token))?.user.uid).toBe(user.uid);
    await expect(verifyEmail.execute(mail.token)).rejects.toMatchObject({
      message: 'Invalid or expired verification token',
    });
  });

  test('a link ends after a day, with the next one, and does nothing as a reset link', async () => {
    const { mail, made, sendVerification, verifyEmail, reset, clock } = await registered();
    const first = mail.token;
    await expect(reset.execute({ token: first, password: 'stolen password' })).rejects.toMatchObject({
      message: 'Invalid or expired reset token',
    });
    await sendVerification.resend(made.user);
    await expect(verifyEmail.execute(first)).rejects.toMatchObject({ kind: 'invalid' });
    await clock.advance(DAY_MS);
    await expect(verifyEmail.execute(mail.token)).rejects.toMatchObject({ kind: 'invalid' });
  });

  test('the mail is sent again once a minute and five times an hour, however many ask at once', async () => {
    const { sendVerification, made, clock, mail } = await registered();
    const asked = await Promise.allSettled(Array.from({ length: 10 }, () => sendVerification.resend(made.user)));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(sendVerification.resend(made.user)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      details: { retryAfterMs: 60_000 },
    });
    for (let count = 0; count < 4; count += 1) {
      await clock.advance(60_000);
      await sendVerification.resend(made.user);
    }
    await clock.advance(60_000);
    await expect(sendVerification.resend(made.user)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      details: { retryAfterMs: 55 * 60_000 },
    });
    expect(mail.messages).toHaveLength(6);
  });

  test('an unsent mail costs no waiting, and a broken mail server stops nobody from registering', async () => {
    const { sendVerification, made, mail, register, background } = await registered();
    mail.broken = true;
    await expect(sendVerification.resend(made.user)).rejects.toMatchObject({ kind: 'bad_upstream' });
    expect((await register.execute({ ...ann, email: 'bob@example.org' })).user.email).toBe('bob@example.org');
    await background.settled();
    expect(background.failures).toHaveLength(1);
    mail.broken = false;
    expect(await sendVerification.resend(made.user)).toContain('token=');
  });

  test('a verified account needs no further mail', async () => {
    const { mail, verifyEmail, sendVerification } = await registered();
    const { user } = await verifyEmail.execute(mail.token);
    await expect(sendVerification.resend(user)).rejects.toMatchObject({ message: 'Email already verified' });
  });

  test('a phone counts as proof, an unread mail does not', () => {
    expect(isVerified({ emailVerified: false, authMode: 'phone' })).toBe(true);
    expect(isVerified({ emailVerified: false, authMode: 'email' })).toBe(false);
  });
});

describe('a forgotten password', () => {
  test('is replaced by the mailed link, which ends every other session and verifies the address', async () => {
    const { forgot, reset, background, mail, made, identify, logIn, sessions } = await registered();
    await forgot.execute({ email: ' ANN@example.org ', ...home });
    await background.settled();
    expect(mail.messages.at(-1)).toMatchObject({
      kind: 'reset-password',
      to: 'ann@example.org',
      link: expect.stringContaining('/?reset='),
    });
    const { token, user } = await reset.execute({ token: mail.token, password: 'a new password' });
    expect(user).toMatchObject({ uid: made.user.uid, emailVerified: true });
    expect(await identify.execute(made.token)).toBeUndefined();
    expect((await identify.execute(token))?.user.uid).toBe(user.uid);
    expect(sessions.count).toBe(1);
    await expect(logIn.execute(ann)).rejects.toMatchObject({ message: 'Login failed' });
    expect((await logIn.execute({ ...ann, password: 'a new password' })).user.uid).toBe(user.uid);
  });

  test('of many who use the link at once one gets in; later, older and late links do nothing', async () => {
    const { forgot, reset, background, mail, clock } = await registered();
    const ask = async () => {
      await forgot.execute({ email: ann.email, ...home });
      await background.settled();
      return mail.token;
    };
    const older = await ask();
    const token = await ask();
    await expect(reset.execute({ token: older, password: 'a new password' })).rejects.toMatchObject({
      kind: 'invalid',
    });
    const uses = await Promise.allSettled(
      Array.from({ length: 10 }, () => reset.execute({ token, password: 'a new password' })),
    );
    expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const late = await ask();
    await clock.advance(3_600_000);
    await expect(reset.execute({ token: late, password: 'too late for it' })).rejects.toMatchObject({
      message: 'Invalid or expired reset token',
    });
  });

  test('an unknown address is answered with the same work before the answer as a known one', async () => {
    const work = async (email: string) => {
      const world = await registered();
      const looked: string[] = [];
      const find = world.users.findByEmail.bind(world.users);
      world.users.findByEmail = async (asked) => {
        looked.push(asked);
        return find(asked);
      };
      const before = await world.forgot.execute({ email, ...home });
      await world.background.settled();
      return { before, looked: looked.length, letters: world.mail.messages.length - 1 };
    };
    expect(await work('ann@example.org')).toEqual({ before: undefined, looked: 1, letters: 1 });
    expect(await work('nobody@example.org')).toEqual({ before: undefined, looked: 1, letters: 0 });
  });

  test('five an hour from one network address, and silently five for one email', async () => {
    const { forgot, background, mail } = await registered();
    for (let count = 0; count < 5; count += 1) await forgot.execute({ email: ann.email, ...home });
    await expect(forgot.execute({ email: 'eve@example.org', ...home })).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      details: { retryAfterMs: 3_600_000 },
    });
    await forgot.execute({ email: ann.email, address: '10.0.0.2' });
    await background.settled();
    expect(mail.messages.filter(({ kind }) => kind === 'reset-password')).toHaveLength(5);
  });
});

describe('registering', () => {
  test('five accounts an hour from one network address, then a pause', async () => {
    const { register, clock } = aSignInWorld();
    const make = (count: number, captchaToken = 'solved') =>
      register.execute({ ...ann, email: `p${count}@example.org`, captchaToken });
    for (let count = 0; count < 5; count += 1) await make(count);
    await expect(make(6)).rejects.toMatchObject({
      code: 'REGISTRATION_COOLDOWN',
      details: { cooldownMs: 3_600_000, reason: expect.any(String) },
    });
    expect((await register.execute({ ...ann, address: '10.0.0.2' })).user.name).toBe('ann');
    await clock.advance(3_600_000);
    expect((await make(7)).user.name).toBe('p7');
  });

  test('the fourth try asks for a captcha, the eleventh is refused whatever it brings', async () => {
    const { register } = aSignInWorld();
    await register.execute(ann);
    const again = (captchaToken?: string) => register.execute({ ...ann, captchaToken });
    for (let count = 0; count < 2; count += 1) await expect(again()).rejects.toMatchObject({ code: 'EMAIL_IN_USE' });
    await expect(again()).rejects.toMatchObject({ code: 'CAPTCHA_REQUIRED', details: {} });
    await expect(again('made up')).rejects.toMatchObject({
      code: 'CAPTCHA_REQUIRED',
      details: { captchaError: 'Captcha verification failed' },
    });
    for (let count = 0; count < 5; count += 1)
      await expect(again('solved')).rejects.toMatchObject({ code: 'EMAIL_IN_USE' });
    await expect(again('solved')).rejects.toMatchObject({ code: 'REGISTRATION_COOLDOWN' });
  });

  test('throw-away addresses are refused in any spelling', async () => {
    const { register } = aSignInWorld();
    await expect(register.execute({ ...ann, email: ' X@Throwaway.Example ' })).rejects.toMatchObject({
      code: 'DISPOSABLE_EMAIL',
      message: 'Disposable email addresses are not allowed',
    });
  });
});

test('signing out everywhere ends every session of one person only', async () => {
  const { made, logIn, logOutEverywhere, identify, register } = await registered();
  const other = await logIn.execute(ann);
  const bob = await register.execute({ ...ann, email: 'bob@example.org' });
  await logOutEverywhere.execute(made.user.uid);
  expect(
    await Promise.all([made, other, bob].map(async ({ token }) => (await identify.execute(token))?.user.name)),
  ).toEqual([undefined, undefined, 'bob']);
});
