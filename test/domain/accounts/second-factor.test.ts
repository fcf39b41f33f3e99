import { readdirSync, readFileSync } from 'node:fs';

import { SecondFactorPolicy } from '../../../src/domain/accounts/second-factor/second-factor-policy.ts';
import { SECOND_FACTOR } from '../../../src/domain/accounts/settings.ts';
import { inMemorySettings } from '../../fakes/settings.ts';
import { aUser } from '../../support/builders.ts';
import { aSignInWorld } from './sign-in-world.ts';

const home = '10.0.0.1';
const ann = { email: 'ann@example.org', password: 'correct horse' };
const STEP_MS = 30_000;

interface Refusal {
  readonly code: string;
  readonly details: { readonly challenge: string; readonly methods: readonly string[]; readonly retryAfterMs: number };
}

const refusalOf = (work: Promise<unknown>): Promise<Refusal> =>
  work.then(
    () => ({ code: 'in', details: { challenge: '', methods: [], retryAfterMs: 0 } }),
    (reason: Refusal) => reason,
  );

const setup = async () => {
  const world = aSignInWorld();
  const { user, token } = await world.register.execute({ ...ann, address: home });
  await world.users.markVerified(user.uid);
  const verified = { ...user, emailVerified: true };
  const codeNow = (offset = 0) =>
    world.oneTimePasswords.codeAt('SECRET1', Math.floor(world.clock.now() / STEP_MS) + offset);
  const enrol = async () => {
    await world.proposeApp.execute(verified);
    const codes = await world.confirmApp.execute(verified, { code: codeNow(), token, address: home });
    return codes ?? [];
  };
  const firstStep = () => refusalOf(world.logIn.execute({ ...ann, address: home }));
  const challenge = async () => (await firstStep()).details.challenge;
  const complete = (of: string, proof: { code: string } | { recoveryCode: string }, address = home) =>
    world.completeSignIn.execute({ challenge: of, proof, address });
  return { ...world, user: verified, token, codeNow, enrol, firstStep, challenge, complete };
};

test('its owner is mailed when an app is added and when it is removed, and not twice', async () => {
  const { enrol, removeApp, user, users, mail, background } = await setup();
  await users.setLanguage(user.uid, 'fr');
  await enrol();
  await removeApp.execute(user.uid);
  await removeApp.execute(user.uid);
  await background.settled();
  const link = 'https://parley.example/#/settings/second-factor';
  expect(mail.messages.filter(({ kind }) => kind.startsWith('app-'))).toEqual([
    { kind: 'app-added', to: ann.email, link, language: 'fr' },
    { kind: 'app-removed', to: ann.email, link, language: 'fr' },
  ]);
});

describe('an authenticator app', () => {
  test('counts once a first code confirms it, and then signing in takes a second step', async () => {
    const { enrol, firstStep, complete, codeNow, clock, getFactors, user } = await setup();
    expect((await firstStep()).code).toBe('in');
    expect(await enrol()).toHaveLength(10);
    expect(await getFactors.execute(user.uid)).toEqual({ totpSince: clock.now(), recoveryCodesLeft: 10, passkeys: [] });
    const refusal = await firstStep();
    expect(refusal).toMatchObject({
      code: 'SECOND_FACTOR_NEEDED',
      details: { requiresSecondFactor: true, methods: ['totp', 'recovery-code'] },
    });
    await clock.advance(STEP_MS);
    expect((await complete(refusal.details.challenge, { code: codeNow() })).user.uid).toBe(user.uid);
  });

  test('is proposed as a secret for the app, the newest of which counts', async () => {
    const { proposeApp, user, enrol, firstStep, getFactors } = await setup();
    expect(await proposeApp.execute(user)).toEqual({
      secret: 'SECRET1',
      uri: 'otpauth://totp/My%20Parley:ann%40example.org?secret=SECRET1&issuer=My%20Parley',
    });
    await expect(enrol()).rejects.toMatchObject({ code: 'WRONG_SECOND_FACTOR' }); // it confirms the first secret
    expect((await firstStep()).code).toBe('in');
    expect((await getFactors.execute(user.uid)).totpSince).toBeNull();
  });

  test('takes a code of the step before and after, each once, and none older than the last', async () => {
    const { enrol, clock, challenge, complete, codeNow } = await setup();
    await enrol();
    await clock.advance(5 * STEP_MS);
    const codes = [codeNow(-2), codeNow(2), codeNow(), codeNow(), codeNow(-1), codeNow(1), codeNow(1)];
    const outcomes = [];
    for (const code of codes) outcomes.push((await refusalOf(complete(await challenge(), { code }))).code);
    const wrong = 'WRONG_SECOND_FACTOR';
    expect(outcomes).toEqual([wrong, wrong, 'in', wrong, wrong, 'in', wrong]);
  });

  test('does not take its confirming code again', async () => {
    const { enrol, challenge, complete, codeNow } = await setup();
    await enrol();
    expect((await refusalOf(complete(await challenge(), { code: codeNow() }))).code).toBe('WRONG_SECOND_FACTOR');
  });

  test('is refused to an account whose address nobody has verified: it would lock its owner out', async () => {
    const { proposeApp, user } = await setup();
    const unverified = { ...user, emailVerified: false };
    expect((await refusalOf(proposeApp.execute(unverified))).code).toBe('EMAIL_VERIFICATION_REQUIRED');
  });

  test('is not replaced by whoever finds the session open; removed, signing in is one step again', async () => {
    const { enrol, proposeApp, user, removeApp, firstStep, getFactors } = await setup();
    await enrol();
    await expect(proposeApp.execute(user)).rejects.toMatchObject({ kind: 'conflict' });
    await removeApp.execute(user.uid);
    expect((await firstStep()).code).toBe('in');
    expect(await getFactors.execute(user.uid)).toEqual({ totpSince: null, recoveryCodesLeft: 0, passkeys: [] });
  });

  test('ends the other sessions, which knew one factor only', async () => {
    const { enrol, logIn, identify, token } = await setup();
    const other = await logIn.execute({ ...ann, address: home });
    await enrol();
    expect(await identify.execute(other.token)).toBeUndefined();
    expect(await identify.execute(token)).toBeDefined();
  });
});

describe('the challenge', () => {
  test('serves once, for ten minutes, and survives wrong codes', async () => {
    const { enrol, challenge, complete, codeNow, clock } = await setup();
    await enrol();
    await clock.advance(STEP_MS);
    const first = await challenge();
    expect((await refusalOf(complete(first, { code: '000000' }))).code).toBe('WRONG_SECOND_FACTOR');
    expect((await refusalOf(complete(first, { code: codeNow() }))).code).toBe('in');
    await clock.advance(STEP_MS);
    expect((await refusalOf(complete(first, { code: codeNow() }))).code).toBe('SECOND_FACTOR_EXPIRED');
    const second = await challenge();
    await clock.advance(10 * 60_000);
    expect((await refusalOf(complete(second, { code: codeNow() }))).code).toBe('SECOND_FACTOR_EXPIRED');
    expect((await refusalOf(complete('made up', { code: codeNow() }))).code).toBe('SECOND_FACTOR_EXPIRED');
  });

  test('ends with a new password and with a sign-out everywhere', async () => {
    const { enrol, challenge, complete, codeNow, clock, changePassword, user, token, logOutEverywhere } = await setup();
    await enrol();
    await clock.advance(STEP_MS);
    const before = await challenge();
    const change = { currentPassword: ann.password, password: 'battery staple', endOtherSessions: false, token };
    await changePassword.execute({ ...user, passwordHash: `hash of ${ann.password}` }, change);
    expect((await refusalOf(complete(before, { code: codeNow() }))).code).toBe('SECOND_FACTOR_EXPIRED');
    await changePassword.execute(
      { ...user, passwordHash: 'hash of battery staple' },
      { ...change, currentPassword: 'battery staple', password: ann.password },
    );
    const later = await challenge();
    await logOutEverywhere.execute(user.uid);
    expect((await refusalOf(complete(later, { code: codeNow() }))).code).toBe('SECOND_FACTOR_EXPIRED');
  });

  test('of a suspended person starts no session', async () => {
    const { enrol, challenge, complete, codeNow, clock, users, user } = await setup();
    await enrol();
    await clock.advance(STEP_MS);
    const open = await challenge();
    await users.setSuspended(user.uid, clock.now());
    expect((await refusalOf(complete(open, { code: codeNow() }))).code).toBe('ACCOUNT_SUSPENDED');
  });
});

describe('recovery codes', () => {
  test('sign in once each, however they are typed', async () => {
    const { enrol, challenge, complete, getFactors, user } = await setup();
    const [code = ''] = await enrol();
    const typed = ` ${code.replaceAll('-', ' ').toUpperCase()}`;
    expect((await refusalOf(complete(await challenge(), { recoveryCode: typed }))).code).toBe('in');
    expect((await getFactors.execute(user.uid)).recoveryCodesLeft).toBe(9);
    expect((await refusalOf(complete(await challenge(), { recoveryCode: code }))).code).toBe('WRONG_SECOND_FACTOR');
  });

  test('end with the next ones, which only an account with a second factor gets', async () => {
    const { enrol, challenge, complete, renewCodes, user } = await setup();
    await expect(renewCodes.execute(user.uid)).rejects.toMatchObject({ kind: 'conflict' });
    const [old = ''] = await enrol();
    const [fresh = ''] = await renewCodes.execute(user.uid);
    expect((await refusalOf(complete(await challenge(), { recoveryCode: old }))).code).toBe('WRONG_SECOND_FACTOR');
    expect((await refusalOf(complete(await challenge(), { recoveryCode: fresh }))).code).toBe('in');
  });
});

describe('guesses of codes', () => {
  test('are refused after ten in a quarter-hour and thirty a day; a recovery code still serves', async () => {
    const { enrol, challenge, complete, clock } = await setup();
    const [recoveryCode = ''] = await enrol();
    const open = await challenge();
    const guess = async (index: number) =>
      (await refusalOf(complete(open, { code: '000000' }, `10.1.0.${index}`))).code;
    const codes = await Promise.all(Array.from({ length: 12 }, (_, index) => guess(index)));
    expect(codes.filter((code) => code === 'WRONG_SECOND_FACTOR')).toHaveLength(10);
    expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(2);
    expect((await refusalOf(complete(open, { recoveryCode }))).code).toBe('in');
    let wrong = 10;
    for (let quarter = 0; quarter < 4; quarter += 1) {
      await clock.advance(15 * 60_000);
      const next = await challenge();
      for (let index = 0; index < 12; index += 1)
        if ((await refusalOf(complete(next, { code: '000000' }, `10.2.0.${index}`))).code === 'WRONG_SECOND_FACTOR')
          wrong += 1;
    }
    expect(wrong).toBe(30);
  });

  test('of one address at many accounts are refused too', async () => {
    const { enrol, challenge, complete } = await setup();
    await enrol();
    const open = await challenge();
    for (let index = 0; index < 12; index += 1) await refusalOf(complete(open, { code: '000000' }));
    expect((await refusalOf(complete(open, { code: '000000' }))).details.retryAfterMs).toBeGreaterThan(0);
  });
});

test('adding, removing, new codes and a used recovery code are recorded', async () => {
  const { enrol, challenge, complete, renewCodes, removeApp, user, audit } = await setup();
  const [recoveryCode = ''] = await enrol();
  await complete(await challenge(), { recoveryCode });
  await renewCodes.execute(user.uid);
  await removeApp.execute(user.uid);
  const lines = audit.lines.filter((line) => !['account.register', 'session.start'].includes(line));
  expect([...new Set(lines)]).toEqual([
    'second-factor.add',
    'recovery-code.use',
    'recovery-code.renew',
    'second-factor.remove',
  ]);
  expect(audit.targets).toContainEqual({ kind: 'user', id: user.uid });
  expect(JSON.stringify(audit.events)).not.toContain(recoveryCode.slice(0, 5));
});

describe('a reset by an admin', () => {
  const admin = { uid: 'the-admin', name: 'Ada' };

  test('removes every factor and all access, is recorded, and mails the person', async () => {
    const { enrol, resetFactor, user, token, identify, firstStep, recoveryCodes, mail, background, audit } =
      await setup();
    await enrol();
    await resetFactor.execute({ admin, uid: user.uid, reason: 'Lost the phone' });
    await background.settled();
    expect(await identify.execute(token)).toBeUndefined();
    expect(await recoveryCodes.countUnused(user.uid)).toBe(0);
    expect((await firstStep()).code).toBe('in');
    expect(mail.messages.at(-1)).toMatchObject({ kind: 'second-factor-reset', to: ann.email });
    expect(audit.events).toContainEqual({
      action: 'second-factor.reset',
      target: { kind: 'user', id: user.uid },
      details: { reason: 'Lost the phone' },
    });
  });

  test('needs a reason, a second factor, and somebody else: their own takes a fresh proof', async () => {
    const { enrol, resetFactor, user } = await setup();
    const reset = (more: object) =>
      refusalOf(resetFactor.execute({ admin, uid: user.uid, reason: 'Lost the phone', ...more }));
    expect(await reset({})).toMatchObject({ kind: 'conflict' });
    await enrol();
    expect(await reset({ reason: ' ' })).toMatchObject({ kind: 'invalid' });
    expect(await reset({ uid: 'nobody' })).toMatchObject({ kind: 'not_found' });
    expect(await reset({ admin: { uid: user.uid, name: 'Ann' } })).toMatchObject({ kind: 'invalid' });
  });

  test('that two admins ask for at once is done and mailed once', async () => {
    const { enrol, resetFactor, user, mail, background } = await setup();
    await enrol();
    const reset = () => resetFactor.execute({ admin, uid: user.uid, reason: 'Lost the phone' });
    const answers = await Promise.allSettled([reset(), reset()]);
    await background.settled();
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(mail.messages.filter(({ kind }) => kind === 'second-factor-reset')).toHaveLength(1);
  });

  test('on the command line names the address', async () => {
    const { enrol, resetFactor, firstStep } = await setup();
    await enrol();
    await resetFactor.executeByEmail(' ANN@example.org ');
    expect((await firstStep()).code).toBe('in');
    expect(await refusalOf(resetFactor.executeByEmail('nobody@example.org'))).toMatchObject({ kind: 'not_found' });
  });
});

test.each([
  ['nobody', ['in', 'in', 'in']],
  ['admins', ['in', 'SECOND_FACTOR_REQUIRED', 'SECOND_FACTOR_REQUIRED']],
  ['everybody', ['SECOND_FACTOR_REQUIRED', 'SECOND_FACTOR_REQUIRED', 'SECOND_FACTOR_REQUIRED']],
] as const)('required of %s, it is missed by a user, an auditor and an admin: %j', async (requiredOf, expected) => {
  const settings = inMemorySettings(SECOND_FACTOR);
  await settings.change({ requiredOf });
  const policy = new SecondFactorPolicy(settings);
  const people = [{}, { isAuditor: true }, { isAdmin: true }].map((more) => aUser(more));
  expect(await Promise.all(people.map(async (user) => (await refusalOf(policy.check(user))).code))).toEqual(expected);
  const checked = people.map((user) => refusalOf(policy.check({ ...user, hasSecondFactor: true })));
  expect((await Promise.all(checked)).map(({ code }) => code)).toEqual(['in', 'in', 'in']);
});

describe('every first proof leads to the second step', () => {
  const needed = 'SECOND_FACTOR_NEEDED';

  test('a reset password, which is stored, and a followed link, which verifies', async () => {
    const { enrol, forgot, background, mail, reset, firstStep, user, users, sendVerification, verifyEmail } =
      await setup();
    await enrol();
    await forgot.execute({ email: ann.email, address: home });
    await background.settled();
    const refusal = await refusalOf(reset.execute({ token: mail.token, password: 'battery staple' }));
    expect(refusal.code).toBe(needed);
    expect((await firstStep()).code).toBe('UNAUTHORIZED');
    expect((await users.find(user.uid))?.passwordHash).toBe('hash of battery staple');
    const link = (await sendVerification.sendInitial({ ...user, emailVerified: false })) ?? '';
    const token = new URL(link).searchParams.get('token') ?? '';
    expect((await refusalOf(verifyEmail.execute(token))).code).toBe(needed);
  });

  test('an account at a provider, and a code to a phone', async () => {
    const { enrol, people, google, identities, user, sendCode, verifyCode, clock } = await setup();
    await enrol();
    people.known.set('token', { key: 'firebase:ann', email: ann.email, emailVerified: true, name: 'Ann' });
    expect((await refusalOf(google.execute('token'))).code).toBe(needed);
    await identities.add('phone:+12015550123', user.uid, clock.now());
    const phone = { phoneNumber: '201 555 0123', countryCode: '+1' };
    const code = (await sendCode.execute({ ...phone, address: home })) ?? '';
    expect((await refusalOf(verifyCode.execute({ phone, code }))).code).toBe(needed);
  });

  test('because one class starts sessions, and only a proved second factor goes around its question', () => {
    const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => ({ path, text: readFileSync(`src/${path}`, 'utf8') }));
    const pathsWith = (text: string) => sources.filter((source) => source.text.includes(text)).map(({ path }) => path);
    expect(pathsWith('sessions.add(session)')).toEqual(['domain/accounts/create-session.ts']);
    expect(pathsWith('.startProved(').toSorted()).toEqual([
      'domain/accounts/create-session.ts',
      'domain/accounts/second-factor/complete-sign-in.ts',
      'domain/accounts/second-factor/sign-in-with-passkey.ts',
    ]);
  });
});
