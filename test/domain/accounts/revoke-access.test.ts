import { anApiKey } from '../../contracts/api-key-repository.ts';
import { ClaimFirstAdmin, CreateSetupLink } from '../../../src/domain/accounts/first-admin.ts';
import { PERSONAL_KEY } from '../../../src/domain/accounts/manage-api-keys.ts';
import { formatApiKey } from '../../../src/domain/accounts/api-key.ts';
import { PasskeyChallenges } from '../../../src/domain/accounts/second-factor/passkey-challenges.ts';
import { SignInWithPasskey } from '../../../src/domain/accounts/second-factor/sign-in-with-passkey.ts';
import { aSignInWorld } from './sign-in-world.ts';

const home = { address: '10.0.0.1' };
const ann = { email: 'ann@example.org', password: 'a squatter’s', ...home };

/** Registered by somebody who is signed in, has a key and linked an identity whose address nobody proved. */
const squatted = async () => {
  const world = aSignInWorld();
  const first = await world.register.execute(ann);
  await world.background.settled();
  await world.keys.add(anApiKey({ uid: first.user.uid }));
  await world.identities.add('firebase:squatter', first.user.uid, world.clock.now());
  const isLeft = async () => ({
    session: (await world.identify.execute(first.token)) !== undefined,
    key: (await world.keys.listByUser(first.user.uid)).length > 0,
    identity: (await world.identities.find('firebase:squatter')) !== undefined,
    password: await world.logIn.execute(ann).then(
      () => true,
      () => false,
    ),
  });
  return { ...world, first, uid: first.user.uid, isLeft };
};

const NOTHING = { session: false, key: false, identity: false, password: false };

describe('what the first registrant of an address set ends', () => {
  test('when its reader sets a new password by the reset mail', async () => {
    const { forgot, background, mail, reset, isLeft, replies, uid, identify } = await squatted();
    await forgot.execute({ email: ann.email, address: home.address });
    await background.settled();
    const { token, user } = await reset.execute({ token: mail.token, password: 'a new password' });
    expect(await isLeft()).toEqual(NOTHING);
    expect([user.emailVerified, (await identify.execute(token))?.user.uid, replies.stopped]).toEqual([
      true,
      uid,
      [uid],
    ]);
  });

  test('when its reader sets a new password after following the verification link', async () => {
    const { mail, verifyEmail, reset, isLeft, replies, uid, identities } = await squatted();
    const verified = await verifyEmail.execute(mail.token);
    expect(verified.user.emailVerified).toBe(true);
    await reset.execute({ token: verified.resetToken, password: 'a new password' });
    expect({ ...(await isLeft()), identity: false }).toEqual(NOTHING);
    expect(replies.stopped).toEqual([uid]);
    await expect(reset.execute({ token: verified.resetToken, password: 'once more, please' })).rejects.toMatchObject({
      kind: 'invalid',
    });
    expect(identities.keysOf(uid)).toEqual([]);
  });

  test('second factors too, which would let them in, and the reader not', async () => {
    const {
      mail,
      verifyEmail,
      reset,
      first,
      proposeApp,
      confirmApp,
      oneTimePasswords,
      clock,
      passkeys,
      identify,
      users,
    } = await squatted();
    const verified = await verifyEmail.execute(mail.token);
    await proposeApp.execute(verified.user);
    const code = oneTimePasswords.codeAt('SECRET1', Math.floor(clock.now() / 30_000));
    await confirmApp.execute(verified.user, { code, token: first.token, ...home });
    const { uid } = first.user;
    const passkey = { credentialId: 'c', publicKey: 'k', counter: 0, transports: [], lastUsedAt: null };
    await passkeys.add({ ...passkey, id: 'p', uid, name: 'Theirs', createdAt: clock.now() });
    const { token } = await reset.execute({ token: verified.resetToken, password: 'a new password' });
    expect((await identify.execute(token))?.user).toMatchObject({ uid, hasSecondFactor: false });
    expect([await passkeys.listByUser(uid), (await users.find(uid))?.hasSecondFactor]).toEqual([[], false]);
  });

  test('when its owner comes by Google', async () => {
    const { people, google, isLeft, replies, uid, identities } = await squatted();
    people.known.set('a token', { key: 'firebase:owner', email: ann.email, emailVerified: true, name: 'Ann' });
    await google.execute('a token');
    expect(await isLeft()).toEqual(NOTHING);
    expect([replies.stopped, identities.keysOf(uid)]).toEqual([[uid], ['firebase:owner']]);
  });
});

test('signing in by Google again, or to a proved account, ends nothing', async () => {
  const { mail, verifyEmail, people, google, keys, uid, replies, identify, first } = await squatted();
  await verifyEmail.execute(mail.token);
  people.known.set('a token', { key: 'firebase:owner', email: ann.email, emailVerified: true, name: 'Ann' });
  for (let count = 0; count < 2; count += 1) await google.execute('a token');
  expect([
    (await identify.execute(first.token))?.user.uid,
    (await keys.listByUser(uid))[0]?.uid,
    replies.stopped,
  ]).toEqual([uid, uid, []]);
});

test('a reset of a proved account ends sessions, key and links, and leaves its own Google sign-in', async () => {
  const { mail, verifyEmail, forgot, background, reset, identities, uid, isLeft } = await squatted();
  await verifyEmail.execute(mail.token);
  await forgot.execute({ email: ann.email, address: home.address });
  await background.settled();
  await reset.execute({ token: mail.token, password: 'a new password' });
  expect(await isLeft()).toEqual({ ...NOTHING, identity: true });
  expect(identities.keysOf(uid)).toEqual(['firebase:squatter']);
});

test('log-out everywhere ends sessions, the key, open links and what is being written', async () => {
  const { logOutEverywhere, mail, verifyEmail, uid, isLeft, replies } = await squatted();
  await logOutEverywhere.execute(uid);
  expect(await isLeft()).toMatchObject({ session: false, key: false });
  expect(replies.stopped).toEqual([uid]);
  await expect(verifyEmail.execute(mail.token)).rejects.toMatchObject({ kind: 'invalid' });
});

describe('a request that is being answered', () => {
  const answering = async () => {
    const world = await squatted();
    const cut: string[] = [];
    world.active.register(world.first.token, () => cut.push('session'));
    world.active.register(formatApiKey('key-1', 'secret'), () => cut.push('key'));
    return { ...world, cut };
  };

  test('goes on while its bearer holds, and is cut in the next look once it does not', async () => {
    const { active, cut, keys, uid, sessions } = await answering();
    await active.abortUnauthorized();
    expect(cut).toEqual([]);
    await keys.removeAllByUser(uid);
    await active.abortUnauthorized();
    expect(cut).toEqual(['key']);
    await sessions.removeAllByUser(uid);
    await active.abortUnauthorized();
    expect(cut).toEqual(['key', 'session', 'key']);
  });

  test('is cut when the account is suspended, and not once its answer is out', async () => {
    const { active, cut, users, uid, first } = await answering();
    const leave = active.register(first.token, () => cut.push('answered'));
    leave();
    await users.setSuspended(uid, 1);
    await active.abortUnauthorized();
    expect(cut).toEqual(['session', 'key']);
  });

  test('is looked at once a second, and a look that fails stops nothing', async () => {
    const { active, cut, sessions, uid, clock, background } = await answering();
    const end = new AbortController();
    const among = sessions.filterValid.bind(sessions);
    sessions.filterValid = () => Promise.reject(new Error('no database'));
    const running = active.execute(end.signal);
    await clock.advance(1000);
    expect([cut, background.failures.length]).toEqual([[], 1]);
    sessions.filterValid = among;
    await sessions.removeAllByUser(uid);
    await clock.advance(1000);
    expect(cut).toContain('session');
    end.abort();
    await running;
  });
});

test('a link tells whose it is without being used up, and only to its purpose', async () => {
  const { readLink, mail, uid, verifyEmail } = await squatted();
  expect(await readLink.execute(mail.token, 'verify-email')).toEqual({ uid, email: ann.email });
  await expect(readLink.execute(mail.token, 'reset-password')).rejects.toThrow('Invalid or expired reset token');
  await expect(readLink.execute('a guess', 'verify-email')).rejects.toThrow('Invalid or expired verification token');
  await verifyEmail.execute(mail.token);
  await expect(readLink.execute(mail.token, 'verify-email')).rejects.toMatchObject({ kind: 'invalid' });
});

describe('a token is looked at before a password is hashed', () => {
  test('of a reset', async () => {
    const { reset, passwords, mail } = await squatted();
    const before = passwords.hashed;
    for (const token of ['a guess', mail.token])
      await expect(reset.execute({ token, password: 'a new password' })).rejects.toMatchObject({ kind: 'invalid' });
    expect(passwords.hashed).toBe(before);
  });

  test('of the first admin', async () => {
    const { users, oneTime, secrets, clock, tools, open, passwords } = aSignInWorld();
    const token = (await new CreateSetupLink(users, oneTime, secrets, clock).execute()) ?? '';
    const claim = new ClaimFirstAdmin(tools, oneTime, secrets, open);
    await expect(claim.execute({ ...ann, token: 'a guess' })).rejects.toMatchObject({ kind: 'invalid' });
    expect(passwords.hashed).toBe(0);
    expect((await claim.execute({ ...ann, token })).user.isAdmin).toBe(true);
    expect(passwords.hashed).toBe(1);
  });
});

test('no key is made before the address is proved, for a payer and an admin alike', async () => {
  const { createKey, keys, first, uid } = await squatted();
  await keys.removeAllByUser(uid);
  for (const rights of [{ subscription: 'premium' }, { isAdmin: true }] as const) {
    await expect(createKey.execute({ ...first.user, ...rights }, PERSONAL_KEY, first.token)).rejects.toMatchObject({
      code: 'EMAIL_VERIFICATION_REQUIRED',
    });
    expect(await keys.listByUser(uid)).toEqual([]);
    const proven = { ...first.user, ...rights, emailVerified: true };
    expect((await createKey.execute(proven, PERSONAL_KEY, first.token)).secret).toMatch(/^pk_/);
    await keys.removeAllByUser(uid);
  }
});

describe('what ends all access ends also what has just been proved', () => {
  const setup = async () => {
    const world = aSignInWorld();
    const { user, token } = await world.register.execute(ann);
    const { uid } = user;
    await world.users.markVerified(uid);
    await world.identities.add('firebase:ann', uid, world.clock.now());
    const proven = { ...user, emailVerified: true };
    const ends = {
      reset: async () => {
        await world.forgot.execute({ email: ann.email, ...home });
        await world.background.settled();
        await world.reset.execute({ token: world.mail.token, password: 'a new password' });
      },
      change: () =>
        world.changePassword.execute(proven, {
          currentPassword: ann.password,
          password: 'a new password',
          endOtherSessions: true,
          token,
        }),
      suspension: async () => {
        await world.users.setSuspended(uid, world.clock.now());
        await world.sessions.removeAllByUser(uid);
      },
      unlinking: async () => {
        for (const one of world.users.all()) await world.identities.removeAllByUser(one.uid);
      },
      deletion: async () => world.users.remove(uid),
    };
    /** Once, between the proof of a sign-in and its session. */
    const meanwhile = (what: keyof typeof ends) => {
      const execute = world.open.execute.bind(world.open);
      world.open.execute = async (...proved) => {
        world.open.execute = execute;
        await ends[what]();
        return execute(...proved);
      };
    };
    return { ...world, uid, user: proven, token, ends, meanwhile };
  };

  test.each(['reset', 'change', 'suspension', 'deletion'] as const)(
    'a login whose old password was checked before: %s',
    async (what) => {
      const { logIn, meanwhile } = await setup();
      meanwhile(what);
      const code = what === 'suspension' ? 'ACCOUNT_SUSPENDED' : 'UNAUTHORIZED';
      await expect(logIn.execute(ann)).rejects.toMatchObject({ code });
    },
  );

  test('its first step too, where a second one follows', async () => {
    const { factors, apps, clock, uid, logIn, meanwhile } = await setup();
    await factors.change(uid, async () => {
      await apps.propose(uid, 'SECRET1');
      await apps.confirm(uid, 0, clock.now());
    });
    await expect(logIn.execute(ann)).rejects.toMatchObject({ code: 'SECOND_FACTOR_NEEDED' });
    meanwhile('change');
    await expect(logIn.execute(ann)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  test('the second step of a sign-in, and a passkey', async () => {
    const { users, sessions, tokens, passkeys, secrets, oneTime, clock, quotas, audit, work, ...world } = await setup();
    const { uid, factors } = world;
    const passkey = { credentialId: 'c', publicKey: 'k', counter: 0, transports: [], lastUsedAt: null };
    await factors.change(uid, async () => {
      await passkeys.add({ ...passkey, id: 'p', uid, name: 'Laptop', createdAt: clock.now() });
      await factors.createRecoveryCodes(uid);
    });
    const { details } = await world.logIn.execute(ann).catch((error: unknown) => Object(error));
    factors.verify = async () => undefined;
    users.lock = () => tokens.revoke(uid, 'second-factor'); // until then the account may change
    const second = { challenge: details.challenge, proof: { code: '1' }, ...home };
    await expect(world.completeSignIn.execute(second)).rejects.toMatchObject({ code: 'SECOND_FACTOR_EXPIRED' });

    const webAuthn = {
      createRegistration: async () => ({}),
      verifyRegistration: async () => undefined,
      createAuthentication: async () => ({}),
      verifyAuthentication: async () => 1,
    };
    users.lock = () => passkeys.removeAllByUser(uid);
    const challenges = new PasskeyChallenges(oneTime, secrets, clock);
    const signIn = new SignInWithPasskey({
      ...{ users, passkeys, challenges, webAuthn, createSession: world.open, quotas, secrets, clock, work, audit },
    });
    const response = { clientDataJSON: '', authenticatorData: '', signature: '' };
    const answer = { id: 'c', rawId: 'c', type: 'public-key', response } as const;
    await expect(signIn.execute(answer, home.address)).rejects.toMatchObject({ code: 'INVALID_PASSKEY' });
    expect(sessions.count).toBe(1); // of the registration
  });

  test('an account elsewhere, and a phone, that the account lost', async () => {
    const { google, people, verifyCode, sendCode, identities, meanwhile } = await setup();
    people.known.set('a token', { key: 'firebase:ann', email: null, emailVerified: false, name: null });
    meanwhile('unlinking');
    await expect(google.execute('a token')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    const phone = { phoneNumber: '5551234567', countryCode: 'US' };
    const code = (await sendCode.execute({ ...phone, ...home })) ?? '';
    meanwhile('unlinking');
    await expect(verifyCode.execute({ phone, code })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await identities.find('firebase:ann')).toBeUndefined();
  });

  test('what lasts longer than a session, of a request that was let in before', async () => {
    const { logOutEverywhere, uid, user, token, createKey, keys, askEmail, ways, ...world } = await setup();
    await world.proposeApp.execute(user);
    await logOutEverywhere.execute(uid);
    const code = world.oneTimePasswords.codeAt('SECRET1', Math.floor(world.clock.now() / 30_000));
    const linked = await world.providerSignIn.finish('corp', new URLSearchParams(), {
      state: 's',
      nonce: 'n',
      verifier: 'v',
    });
    const change = { email: 'eve@example.org', password: ann.password, token, isRecent: true };
    const attestation = { clientDataJSON: '', attestationObject: '' };
    const answer = { id: 'c', rawId: 'c', type: 'public-key', response: attestation } as const;
    for (const late of [
      () => createKey.execute({ ...user, subscription: 'premium' }, PERSONAL_KEY, token),
      () => askEmail.execute(user, change),
      () => ways.link(user, linked, token),
      () => world.confirmApp.execute(user, { code, token, ...home }),
      () => world.addPasskey.execute(user, { name: 'Laptop', answer, token }),
    ])
      await expect(late()).rejects.toMatchObject({ kind: 'unauthenticated' });
    expect([await keys.listByUser(uid), await world.passkeys.listByUser(uid)]).toEqual([[], []]);
  });
});
