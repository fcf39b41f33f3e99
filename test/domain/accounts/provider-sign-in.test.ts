import type { User } from '../../../src/domain/accounts/user.ts';
import { roleOf } from '../../../src/shared/roles.ts';
import { aSession, aUser, NOON } from '../../support/builders.ts';
import { aSignInWorld } from './sign-in-world.ts';

const attempt = { state: 's', nonce: 'n', verifier: 'v' };

const aWorld = () => {
  const world = aSignInWorld();
  const code = () => world.providerSignIn.finish('corp', new URLSearchParams(), attempt);
  const person = (more: Partial<typeof world.corp.person>) =>
    void (world.corp.person = { ...world.corp.person, ...more });
  /** From a session of theirs. */
  const link = async (user: User) => {
    await world.sessions.add(aSession({ uid: user.uid, tokenDigest: world.secrets.digest('here') }));
    return world.ways.link(user, await code(), 'here');
  };
  return { ...world, code, person, link, signIn: async () => (await world.withProvider.execute(await code())).user };
};

describe('signing in at a provider', () => {
  test('the way back is this server’s own address, exactly', async () => {
    const { providerSignIn } = aWorld();
    const url = new URL(await providerSignIn.start('corp', attempt));
    expect(url.searchParams.get('redirect_uri')).toBe('https://parley.example/api/auth/oidc/corp/callback');
    expect(() => providerSignIn.start('other', attempt)).toThrow(expect.objectContaining({ kind: 'not_found' }));
  });

  test('a code works once and for two minutes', async () => {
    const { code, withProvider, clock } = aWorld();
    const once = await code();
    const all = await Promise.allSettled(Array.from({ length: 5 }, () => withProvider.execute(once)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const late = await code();
    await clock.advance(2 * 60_000);
    await expect(withProvider.execute(late)).rejects.toMatchObject({ code: 'SIGN_IN_LOST' });
    await expect(withProvider.execute('made up')).rejects.toMatchObject({ code: 'SIGN_IN_LOST' });
  });

  test('a name of any length is stored short', async () => {
    const { code, person, providerSignIn } = aWorld();
    person({ name: 'x'.repeat(100_000) });
    expect((await providerSignIn.redeem(await code())).name).toHaveLength(200);
  });

  test('the account is found by issuer and subject, whatever address the provider names later', async () => {
    const { signIn, person } = aWorld();
    const first = await signIn();
    person({ email: 'new@example.com' });
    expect((await signIn()).uid).toBe(first.uid);
  });

  test('an address that the provider does not prove leads into no existing account', async () => {
    const { signIn, person, users, identities } = aWorld();
    await users.add(aUser({ uid: 'robin', email: 'robin@example.com' }));
    person({ emailVerified: false });
    await expect(signIn()).rejects.toMatchObject({ code: 'SIGN_IN_ADDRESS_TAKEN' });
    expect(await identities.find('oidc:https://corp.example robin')).toBeUndefined();
    person({ emailVerified: true });
    expect((await signIn()).uid).toBe('robin');
  });

  test('registration’s rules hold for providers, and a suspended person stays out', async () => {
    const { signIn, person, registrationSettings, users } = aWorld();
    await registrationSettings.change({ mode: 'open', domains: ['corp.example'], requestMails: true });
    await expect(signIn()).rejects.toMatchObject({ code: 'REGISTRATION_CLOSED' });
    person({ email: 'robin@corp.example', emailVerified: false });
    await expect(signIn()).rejects.toMatchObject({ code: 'REGISTRATION_CLOSED' });
    person({ emailVerified: true });
    const { uid } = await signIn();
    await users.setSuspended(uid, 1);
    await expect(signIn()).rejects.toMatchObject({ code: 'ACCOUNT_SUSPENDED' });
  });
});

describe('an account that a provider makes without a proven address', () => {
  test('is mailed the link that verifies it, once', async () => {
    const { signIn, person, mail, background, verifyEmail } = aWorld();
    person({ emailVerified: false });
    expect((await signIn()).emailVerified).toBe(false);
    await signIn();
    await background.settled();
    expect(mail.messages.map(({ kind, to }) => `${kind} ${to}`)).toEqual(['verify-email robin@example.com']);
    expect((await verifyEmail.execute(mail.token)).user.emailVerified).toBe(true);
  });

  test.each([
    ['has none', { email: null, emailVerified: false }],
    ['is proven', { emailVerified: true }],
  ])('is mailed nothing where the address %s', async (_, of) => {
    const { signIn, person, mail, background } = aWorld();
    person(of);
    await signIn();
    await background.settled();
    expect(mail.messages).toEqual([]);
  });
});

describe('rights by claims', () => {
  test('without rules nothing changes', async () => {
    const { signIn, plans } = aWorld();
    expect((await signIn()).isAdmin).toBe(false);
    expect(plans.given.size).toBe(0);
  });

  test('a claim makes admin, and its end takes that back, but never from the last admin', async () => {
    const { signIn, person, users } = aWorld();
    person({ rights: { isAdmin: true, tier: 'premium' } });
    expect((await signIn()).isAdmin).toBe(true);
    person({ rights: { isAdmin: false, tier: null } });
    expect((await signIn()).isAdmin).toBe(true);
    await users.add(aUser({ uid: 'other', email: 'other@example.com', isAdmin: true }));
    expect((await signIn()).isAdmin).toBe(false);
  });

  test('an admin’s override ends with the right, by the claims and by unlinking', async () => {
    const { signIn, person, users, overrides, ways } = aWorld();
    await users.add(aUser({ uid: 'other', email: 'other@example.com', isAdmin: true }));
    person({ rights: { isAdmin: true } });
    const { uid } = await signIn();
    await users.setPassword(uid, 'a-hash');
    const start = () => overrides.set(uid, 'here', { type: 'unlimited', expiresAt: NOON + 1 });
    await start();
    person({ rights: { isAdmin: false } });
    await signIn();
    expect(await overrides.find(uid, NOON)).toBeUndefined();
    person({ rights: { isAdmin: true } });
    const admin = await signIn();
    await start();
    const [linked] = (await ways.list(admin)).identities;
    await ways.unlink(admin, linked?.id ?? '');
    expect(await overrides.find(uid, NOON)).toBeUndefined();
  });

  test('no admin is made of an account whose address anybody may have', async () => {
    const { signIn, person } = aWorld();
    person({ emailVerified: false, rights: { isAdmin: true } });
    expect((await signIn()).isAdmin).toBe(false);
  });

  test('no admin is made of an account that was suspended meanwhile', async () => {
    const { signIn, person, users, withProvider, code } = aWorld();
    const { uid } = await signIn();
    person({ rights: { isAdmin: true } });
    users.lock = async () => users.setSuspended(uid, 1);
    await expect(withProvider.execute(await code())).rejects.toMatchObject({ code: 'ACCOUNT_SUSPENDED' });
    expect((await users.find(uid))?.isAdmin).toBe(false);
  });

  test('an admin whom a person made stays admin without the claim', async () => {
    const { signIn, person, users } = aWorld();
    await users.add(aUser({ uid: 'robin', email: 'robin@example.com', isAdmin: true }));
    await users.add(aUser({ uid: 'other', email: 'other@example.com', isAdmin: true }));
    person({ rights: { isAdmin: false } });
    expect((await signIn()).isAdmin).toBe(true);
    person({ rights: { isAdmin: true } });
    await signIn();
    person({ rights: { isAdmin: false } });
    expect((await signIn()).isAdmin).toBe(true);
  });

  test('an auditor whom a claim made admin is an auditor again without it', async () => {
    const { signIn, person, users } = aWorld();
    const { uid } = await signIn();
    await users.add(aUser({ uid: 'other', email: 'other@example.com', isAdmin: true }));
    await users.setRole(uid, 'auditor');
    person({ rights: { isAdmin: true } });
    expect(roleOf(await signIn())).toBe('admin');
    person({ rights: { isAdmin: false } });
    expect(roleOf(await signIn())).toBe('auditor');
  });

  test('plans follow the claims', async () => {
    const { signIn, person, plans } = aWorld();
    person({ rights: { tier: 'basic' } });
    const { uid } = await signIn();
    expect(plans.given.get(uid)).toBe('basic');
    person({ rights: { tier: null } });
    await signIn();
    expect(plans.given.get(uid)).toBeNull();
  });
});

describe('what a provider gave that is removed', () => {
  const idle = new AbortController().signal;

  /** Robin is admin, has a plan and groups by the claims of `corp`. */
  const aGivenWorld = async () => {
    const world = aWorld();
    world.person({ rights: { isAdmin: true, tier: 'premium', groups: ['lab'] } });
    const { uid } = await world.signIn();
    const isAdmin = async () => (await world.users.find(uid))?.isAdmin;
    const remains = async () => {
      await world.endRetiredRights.sweep(idle);
      return [await isAdmin(), world.plans.given.get(uid), world.groups.given.get(`${uid} corp`)];
    };
    return { ...world, uid, remains };
  };

  test('ends with it, as at a sign-in, and what it still decides stays', async () => {
    const { uid, users, identities, remains, corp, providers, audit, events } = await aGivenWorld();
    await users.add(aUser({ uid: 'other', email: 'other@example.com', isAdmin: true }));
    expect(await remains()).toEqual([true, 'premium', ['lab']]);
    Object.assign(corp, { decides: ['plan', 'groups'] });
    expect(await remains()).toEqual([false, 'premium', ['lab']]);
    expect((await identities.listByUser(uid)).map(({ givesAdmin }) => givesAdmin)).toEqual([false]);
    expect(audit.events.at(-1)).toEqual({
      action: 'admin.grant',
      target: { kind: 'user', id: uid },
      details: { before: true, after: false, provider: 'corp' },
      uid: undefined, // by the server itself
    });
    expect(events.events.at(-1)).toMatchObject({ kind: 'admin change', level: 'warn', uid });
    providers.all.pop();
    expect(await remains()).toEqual([false, null, []]);
    expect((await users.find('other'))?.isAdmin).toBe(true);
  });

  test('leaves the last admin, and the log says so once', async () => {
    const { uid, remains, providers, users, events, background } = await aGivenWorld();
    providers.all.pop();
    const before = events.events.length;
    for (let count = 0; count < 3; count += 1) expect(await remains()).toEqual([true, null, []]);
    expect(events.events.slice(before)).toEqual([
      expect.objectContaining({ uid, detail: 'Stays admin though corp decides that no more: there is no other admin' }),
    ]);
    await users.add(aUser({ uid: 'other', email: 'other@example.com', isAdmin: true }));
    expect(await remains()).toEqual([false, null, []]);
    expect(background.failures).toEqual([]);
  });

  test('ends for more people than one statement lists, also where one of them fails', async () => {
    const { remains, providers, plans, background } = await aGivenWorld();
    providers.all.pop();
    const uids = Array.from({ length: 250 }, (_, index) => `p${index}`);
    for (const one of uids) await plans.set(one, 'basic', { id: 'corp' });
    plans.failsFor = 'p7';
    await remains();
    expect(uids.filter((one) => plans.given.get(one) !== null)).toEqual(['p7']);
    expect(background.failures).toHaveLength(1);
  });
});

describe('the ways into one’s account', () => {
  test('another account elsewhere is linked with a code, and signs in from then on', async () => {
    const { link, signIn, users, audit } = aWorld();
    const ann = aUser({ uid: 'ann', email: 'ann@example.com' });
    await users.add(ann);
    expect(await link(ann)).toEqual({
      identities: [
        { id: expect.any(String), provider: 'corp', label: 'Corp', icon: null, createdAt: expect.any(Number) },
      ],
      hasPassword: true,
    });
    expect((await signIn()).uid).toBe('ann');
    expect((await link(ann)).identities).toHaveLength(1);
    expect(audit.lines).toContain('account.link ann');
  });

  test('the owner is mailed when one is linked, by hand or by its address, and when one is removed', async () => {
    const { ways, link, signIn, users, person, mail, background } = aWorld();
    const kinds = async () => {
      await background.settled();
      return mail.messages.map(({ kind, to }) => `${kind} ${to}`);
    };
    await users.add(aUser({ uid: 'ann', email: 'ann@example.com' }));
    person({ email: 'ann@example.com' });
    const ann = await signIn();
    expect(await kinds()).toEqual(['provider-linked ann@example.com']);
    await signIn();
    await link(ann);
    expect(await kinds()).toHaveLength(1);
    const [linked] = (await ways.list(ann)).identities;
    await ways.unlink(ann, linked?.id ?? '');
    await link(ann);
    expect(await kinds()).toEqual([
      'provider-linked ann@example.com',
      'provider-unlinked ann@example.com',
      'provider-linked ann@example.com',
    ]);
  });

  test('nobody is mailed about the account that signing in makes, nor at an address that nobody verified', async () => {
    const { link, signIn, users, mail, background } = aWorld();
    const stranger = aUser({ uid: 'eve', email: 'eve@example.com', emailVerified: false });
    await users.add(stranger);
    await link(stranger);
    await signIn();
    await background.settled();
    expect(mail.messages).toEqual([]);
  });

  test('one that belongs to another account is refused', async () => {
    const { ways, link, signIn, users } = aWorld();
    await signIn();
    const ann = aUser({ uid: 'ann', email: 'ann@example.com' });
    await users.add(ann);
    await expect(link(ann)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await ways.list(ann)).toEqual({ identities: [], hasPassword: true });
  });

  test('the last way in stays; with a password it goes', async () => {
    const { ways, signIn, users } = aWorld();
    const user = await signIn();
    const [linked] = (await ways.list(user)).identities;
    const id = linked?.id ?? '';
    await expect(ways.unlink(user, 'f'.repeat(64))).rejects.toMatchObject({ kind: 'not_found' });
    await expect(ways.unlink(user, id)).rejects.toMatchObject({ code: 'LAST_WAY_IN' });
    await expect(ways.unlink({ ...user, passwordHash: 'removed meanwhile' }, id)).rejects.toMatchObject({
      code: 'LAST_WAY_IN',
    });
    await users.setPassword(user.uid, 'a-hash');
    expect(await ways.unlink(user, id)).toEqual({ identities: [], hasPassword: true });
  });

  test('what the provider gave stays while another account at it is linked', async () => {
    const { ways, signIn, identities, person, plans, groups } = aWorld();
    person({ rights: { tier: 'premium', groups: ['lab'] } });
    const user = await signIn();
    await identities.add('oidc:https://corp.example second', user.uid, 1, 'corp');
    const given = () => [plans.given.get(user.uid), groups.given.get(`${user.uid} corp`)];
    const [first, second] = (await ways.list(user)).identities;
    await ways.unlink(user, first?.id ?? '');
    expect(given()).toEqual(['premium', ['lab']]);
    await identities.add('firebase:ann', user.uid, 1);
    await ways.unlink(user, second?.id ?? '');
    expect(given()).toEqual([null, []]);
  });

  test('what the provider gave ends with the link', async () => {
    const { ways, link, signIn, person, users, plans } = aWorld();
    for (const uid of ['ann', 'other'])
      await users.add(aUser({ uid, email: `${uid}@example.com`, isAdmin: uid === 'other' }));
    const ann = await users.find('ann');
    if (!ann) throw new Error('no account');
    await link(ann);
    person({ rights: { isAdmin: true, tier: 'premium' } });
    const admin = await signIn();
    expect([admin.uid, admin.isAdmin]).toEqual(['ann', true]);
    const [linked] = (await ways.list(admin)).identities;
    await ways.unlink(admin, linked?.id ?? '');
    expect([(await users.find('ann'))?.isAdmin, plans.given.get('ann')]).toEqual([false, null]);
  });
});
