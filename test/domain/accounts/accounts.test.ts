import { ClaimFirstAdmin, GrantAdmin, CreateSetupLink } from '../../../src/domain/accounts/first-admin.ts';
import { LogOut } from '../../../src/domain/accounts/sessions.ts';
import { until } from '../chat/harness.ts';
import { aSignInWorld } from './sign-in-world.ts';

const setup = () => {
  const { users, sessions, secrets, open, clock, register, logIn, tools, oneTime, sweep, identify, work, audit } =
    aSignInWorld();
  return {
    clock,
    users,
    sessions,
    logIn,
    register,
    sweep,
    identify,
    logOut: new LogOut(sessions, secrets, work, audit),
    offer: new CreateSetupLink(users, oneTime, secrets, clock),
    claim: new ClaimFirstAdmin(tools, oneTime, secrets, open),
    grant: new GrantAdmin(tools),
  };
};

const home = { address: '10.0.0.1' };
const ann = { email: ' Ann@Example.org ', password: 'correct horse', ...home };

describe('registering', () => {
  test('makes a free, unverified account without rights and signs it in', async () => {
    const { register, identify } = setup();
    const { token, user } = await register.execute(ann);
    expect(user).toMatchObject({
      email: 'ann@example.org',
      name: 'ann',
      subscription: 'free',
      emailVerified: false,
      isAdmin: false,
    });
    expect((await identify.execute(token))?.user).toEqual(user);
  });

  test('keeps the given name, and never the password', async () => {
    const { register } = setup();
    const { user } = await register.execute({ ...ann, name: ' Ann Lee ' });
    expect(user.name).toBe('Ann Lee');
    expect(JSON.stringify({ ...user, passwordHash: null })).not.toContain(ann.password);
  });

  test('one address has one account, however it is written', async () => {
    const { register } = setup();
    await register.execute(ann);
    await expect(register.execute({ ...ann, email: 'ANN@example.ORG' })).rejects.toMatchObject({
      code: 'EMAIL_IN_USE',
    });
  });
});

describe('signing in', () => {
  test('takes the right password and refuses others and unknown people in the same words', async () => {
    const { register, logIn } = setup();
    await register.execute(ann);
    expect((await logIn.execute({ ...ann, ...home })).user.email).toBe('ann@example.org');
    const refused = { message: 'Login failed', code: 'UNAUTHORIZED' };
    await expect(logIn.execute({ ...ann, password: 'wrong', ...home })).rejects.toMatchObject(refused);
    await expect(logIn.execute({ email: 'eve@example.org', password: 'wrong', ...home })).rejects.toMatchObject(
      refused,
    );
  });

  test('stops guessing after ten tries, also with the right password, until a quarter-hour is over', async () => {
    const { register, logIn, clock } = setup();
    await register.execute(ann);
    const tries = Array.from({ length: 20 }, (_, index) =>
      logIn.execute({ ...ann, password: `guess ${index}`, ...home }),
    );
    const results = await Promise.allSettled(tries);
    const codes = results.map((result) =>
      result.status === 'rejected' ? (result.reason as { code: string }).code : 'in',
    );
    expect(codes.filter((code) => code === 'UNAUTHORIZED')).toHaveLength(10);
    await expect(logIn.execute({ ...ann, ...home })).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      details: { retryAfterMs: 900_000 },
    });
    // Another address is not locked out.
    expect((await logIn.execute({ ...ann, address: '10.0.0.2' })).user.name).toBe('ann');
    await clock.advance(900_000);
    expect((await logIn.execute({ ...ann, ...home })).user.name).toBe('ann');
  });

  test('forgets wrong tries after a right one', async () => {
    const { register, logIn } = setup();
    await register.execute(ann);
    for (let round = 0; round < 2; round += 1) {
      for (let guess = 0; guess < 9; guess += 1)
        await expect(logIn.execute({ ...ann, password: 'no', ...home })).rejects.toMatchObject({
          code: 'UNAUTHORIZED',
        });
      await logIn.execute({ ...ann, ...home });
    }
  });

  test('lasts thirty days or until signing out', async () => {
    const { register, logIn, identify, logOut, clock } = setup();
    const first = await register.execute(ann);
    const second = await logIn.execute({ ...ann, ...home });
    await logOut.execute(first.token);
    expect(await identify.execute(first.token)).toBeUndefined();
    expect(await identify.execute(second.token)).toBeDefined();
    await clock.advance(30 * 86_400_000);
    expect(await identify.execute(second.token)).toBeUndefined();
  });
});

test('sessions that have run out are dropped, hour by hour', async () => {
  const { register, sessions, clock, sweep } = setup();
  await register.execute(ann);
  const ending = new AbortController();
  const sweeping = sweep.execute(ending.signal);
  await until(() => clock.sleeping === 1);
  await clock.advance(29 * 86_400_000);
  expect(sessions.count).toBe(1);
  await clock.advance(2 * 86_400_000);
  expect(sessions.count).toBe(0);
  ending.abort();
  await sweeping;
});

describe('the first admin', () => {
  const boss = { email: 'boss@example.org', password: 'top secret' };

  test('is made by the setup link, once', async () => {
    const { offer, claim } = setup();
    const token = (await offer.execute()) ?? '';
    expect((await claim.execute({ token, ...boss })).user.isAdmin).toBe(true);
    await expect(claim.execute({ token, email: 'eve@example.org', password: 'top secret' })).rejects.toMatchObject({
      message: 'Invalid or expired setup link',
    });
    expect(await offer.execute()).toBeUndefined();
  });

  test('is one of all who use the link at once', async () => {
    const { offer, claim } = setup();
    const token = (await offer.execute()) ?? '';
    const uses = await Promise.allSettled(
      [1, 2, 3, 4].map((n) => claim.execute({ token, email: `a${n}@example.org`, password: 'top secret' })),
    );
    expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('cannot be made by an older link, a late one, or a failed one that is still good', async () => {
    const { offer, claim, clock, register } = setup();
    const old = (await offer.execute()) ?? '';
    const token = (await offer.execute()) ?? '';
    await expect(claim.execute({ token: old, ...boss })).rejects.toMatchObject({
      message: 'Invalid or expired setup link',
    });
    await register.execute({ ...boss, ...home });
    await expect(claim.execute({ token, ...boss })).rejects.toMatchObject({ code: 'EMAIL_IN_USE' });
    await clock.advance(3_600_000);
    await expect(claim.execute({ token, email: 'b@example.org', password: 'top secret' })).rejects.toMatchObject({
      message: 'Invalid or expired setup link',
    });
  });

  test('is not somebody who registered the named address before, with a password of their own', async () => {
    const { grant, register, users } = setup();
    const { user } = await register.execute({ email: boss.email, password: 'a squatter’s', ...home });
    expect(await grant.execute(boss.email, boss.password)).toBe(false);
    expect((await users.find(user.uid))?.isAdmin).toBe(false);
  });

  test('can be named by whoever runs the server', async () => {
    const { grant, register, users, logIn } = setup();
    expect(await grant.execute(boss.email)).toBe(false);
    const { user } = await register.execute(ann);
    expect(await grant.execute('ANN@example.org')).toBe(false); // anybody can register any address
    await users.markVerified(user.uid);
    expect(await grant.execute('ANN@example.org')).toBe(true);
    expect((await users.find(user.uid))?.isAdmin).toBe(true);
    expect(await grant.execute(boss.email, boss.password)).toBe(true);
    expect(await grant.execute(boss.email, 'changed since')).toBe(true); // an admin stays one
    expect((await logIn.execute({ ...boss, ...home })).user.isAdmin).toBe(true);
  });

  test('may be granted by several processes that start at the same moment', async () => {
    const { grant, users } = setup();
    const boss = { email: 'boss@example.org', password: 'correct horse' };
    const starts = await Promise.all([1, 2, 3].map(() => grant.execute(boss.email, boss.password)));
    expect(starts).toEqual([true, true, true]);
    expect(await users.findByEmail(boss.email)).toMatchObject({ isAdmin: true });
  });
});
