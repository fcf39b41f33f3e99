import type { NewInvitation } from '../../../src/domain/accounts/registration/manage-invitations.ts';
import { PASSWORD } from '../../product/client.ts';
import { until } from '../chat/harness.ts';
import { aSignInWorld } from './sign-in-world.ts';

type World = ReturnType<typeof aSignInWorld>;

const ADA = { uid: 'ada', name: 'Ada' };
const phone = { phoneNumber: '201 555 0123', countryCode: '+1' };
const DAY_MS = 86_400_000;

const invite = async ({ manageInvitations }: World, more: Partial<NewInvitation> = {}) => {
  const wanted = { email: null, language: 'en', tier: null, tierDays: null, days: 7, uses: 1, ...more } as const;
  const { link, ...created } = await manageInvitations.create(wanted, ADA);
  return { ...created, token: new URL(link).searchParams.get('invite') ?? '' };
};

const register = (world: World, email: string, invitation?: string, address = email) =>
  world.register.execute({ email, password: PASSWORD, address, invitation });

/** Each way of making an account, with the token of an invitation. */
const WAYS: Readonly<Record<string, (world: World, invitation?: string) => Promise<{ user: { uid: string } }>>> = {
  mail: (world, invitation) => register(world, 'new@example.org', invitation),
  phone: async (world, invitation) => {
    await world.clock.advance(60_000);
    const code = await world.sendCode.execute({ ...phone, address: '10.0.0.1', invitation });
    return world.verifyCode.execute({ phone, code: code ?? '000000', invitation });
  },
  google: (world, invitation) => {
    const email = 'new@example.org';
    world.people.known.set('token', { key: 'google:new', email, emailVerified: true, name: null });
    return world.google.execute('token', { invitation });
  },
  provider: async (world, invitation) => {
    const attempt = { state: 's', nonce: 'n', verifier: 'v' };
    const code = await world.providerSignIn.finish('corp', new URLSearchParams(), attempt);
    return world.withProvider.execute(code, { invitation });
  },
};

const invited = async () => {
  const world = aSignInWorld();
  await world.registrationSettings.change({ mode: 'invitation', domains: [], requestMails: true });
  return world;
};

describe.each(Object.keys(WAYS))('by %s', (way) => {
  const enter = WAYS[way] ?? WAYS['mail'];
  const come = (world: World, invitation?: string) => enter?.(world, invitation) ?? Promise.reject(new Error('no way'));

  test('an account is made with an invitation alone, counts as its use, and signs in later without', async () => {
    const world = await invited();
    await expect(come(world)).rejects.toThrow();
    await expect(come(world, 'guessed')).rejects.toThrow();
    expect(world.users.all()).toEqual([]);
    const { token, id } = await invite(world, { tier: 'premium', tierDays: 30 });
    const { user } = await come(world, token);
    expect(world.invitedPlans.of(user.uid)).toEqual({ tier: 'premium', days: 30, by: ADA });
    expect((await world.manageInvitations.list({ limit: 9, offset: 0 })).invitations).toMatchObject([
      { id, used: 1, usedBy: [{ uid: user.uid }] },
    ]);
    expect(world.audit.events).toContainEqual({
      action: 'account.register',
      uid: user.uid,
      details: { invitation: id, tier: 'premium' },
    });
    if (way !== 'mail') expect((await come(world)).user.uid).toBe(user.uid);
  });

  test.each([
    ['used up', async (world: World, token: string) => void (await register(world, 'first@example.org', token))],
    ['expired', ({ clock }: World) => clock.advance(7 * DAY_MS)],
    ['revoked', (world: World, _: string, id: string) => world.manageInvitations.revoke(id)],
  ])('no account is made with an invitation that is %s', async (_, end) => {
    const world = await invited();
    const { token, id } = await invite(world);
    await end(world, token, id);
    const before = world.users.all().length;
    await expect(come(world, token)).rejects.toThrow();
    expect(world.users.all()).toHaveLength(before);
  });

  test('where registration is closed, not even the invited make one', async () => {
    const world = await invited();
    const { token } = await invite(world);
    await world.registrationSettings.change({ mode: 'closed', domains: [], requestMails: true });
    await expect(come(world, token)).rejects.toThrow();
    expect(world.users.all()).toEqual([]);
  });

  test('where an admin approves, the invited need none', async () => {
    const world = await invited();
    const { token } = await invite(world);
    await world.registrationSettings.change({ mode: 'approval', domains: [], requestMails: true });
    expect((await come(world, token)).user.uid).toBe(world.users.all()[0]?.uid);
  });
});

test('N uses are N accounts, whoever comes at the same time', async () => {
  const world = await invited();
  const { token } = await invite(world, { uses: 2 });
  const tries = await Promise.allSettled(
    ['a', 'b', 'c', 'd'].map((name) => register(world, `${name}@x.example`, token)),
  );
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect(world.users.all()).toHaveLength(2);
});

test('an invitation for an address is for no other, and for no phone', async () => {
  const world = await invited();
  const { token } = await invite(world, { email: 'new@example.org' });
  const other = { code: 'INVITATION_FOR_ANOTHER' };
  await expect(register(world, 'eve@example.org', token)).rejects.toMatchObject(other);
  await expect(WAYS['phone']?.(world, token)).rejects.toThrow();
  await expect(WAYS['provider']?.(world, token)).rejects.toMatchObject(other);
  expect((await register(world, 'New@Example.org', token)).user.email).toBe('new@example.org');
});

test('the mailed link proves the address, and the copied one does not', async () => {
  const world = await invited();
  const { token } = await invite(world, { email: 'copied@example.org' });
  expect(await register(world, 'copied@example.org', token)).toMatchObject({
    requiresVerification: true,
    user: { emailVerified: false },
  });
  await invite(world, { email: 'mailed@example.org', language: 'fr' });
  expect(world.mail.messages.at(-1)).toMatchObject({ kind: 'invitation', to: 'mailed@example.org', language: 'fr' });
  const { token: mailed } = world.mail;
  const sent = world.mail.messages.length;
  expect(await register(world, 'mailed@example.org', mailed)).toMatchObject({
    requiresVerification: false,
    link: undefined,
    user: { emailVerified: true },
  });
  await world.background.settled();
  expect(world.mail.messages).toHaveLength(sent);
});

test('an address that an admin named needs none of the allowed domains; a link for anybody does', async () => {
  const world = await invited();
  await world.registrationSettings.change({ mode: 'invitation', domains: ['team.example'], requestMails: true });
  const named = await invite(world, { email: 'guest@example.org' });
  const open = await invite(world, { uses: 5 });
  const closed = { code: 'REGISTRATION_CLOSED' };
  await expect(register(world, 'eve@example.org', open.token)).rejects.toMatchObject(closed);
  expect((await register(world, 'ann@team.example', open.token)).user.email).toBe('ann@team.example');
  expect((await register(world, 'guest@example.org', named.token)).user.email).toBe('guest@example.org');
});

test('a mail that cannot be sent leaves the link to copy', async () => {
  const world = await invited();
  world.mail.broken = true;
  const { isMailed, token } = await invite(world, { email: 'new@example.org' });
  expect(isMailed).toBe(false);
  expect((await register(world, 'new@example.org', token)).user.email).toBe('new@example.org');
  world.mail.broken = false;
  expect((await invite(world)).isMailed).toBeNull();
});

test('what makes no sense is refused, and so is the address of an account', async () => {
  const world = await invited();
  await expect(invite(world, { email: 'a@example.org', uses: 2 })).rejects.toMatchObject({
    details: { field: 'uses' },
  });
  await expect(invite(world, { tierDays: 3 })).rejects.toMatchObject({ details: { field: 'tierDays' } });
  const { token } = await invite(world);
  await register(world, 'ann@example.org', token);
  await expect(invite(world, { email: 'ann@example.org' })).rejects.toMatchObject({ code: 'EMAIL_IN_USE' });
});

test('making and revoking is recorded, without the address and the token', async () => {
  const world = await invited();
  const { id, token } = await invite(world, { email: 'new@example.org' });
  await world.manageInvitations.revoke(id);
  await expect(world.manageInvitations.revoke(id)).rejects.toThrow('Invitation not found');
  expect([...new Set(world.audit.lines)]).toEqual([`invitation.create ${id}`, `invitation.revoke ${id}`]);
  expect(JSON.stringify(world.audit.events)).not.toContain('new@example.org');
  expect(JSON.stringify(world.audit.events)).not.toContain(token);
});

test('an invitation that ended a month ago is gone', async () => {
  const world = await invited();
  await invite(world);
  const abort = new AbortController();
  const swept = world.sweep.execute(abort.signal);
  await until(() => world.clock.sleeping === 1);
  await world.clock.advance(38 * DAY_MS);
  abort.abort();
  await swept;
  expect((await world.manageInvitations.list({ limit: 9, offset: 0 })).total).toBe(0);
});
