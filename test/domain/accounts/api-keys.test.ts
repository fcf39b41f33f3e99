import { allowsScope, parseApiKey, formatApiKey, maskApiKey } from '../../../src/domain/accounts/api-key.ts';
import { AuthenticateApiKey } from '../../../src/domain/accounts/authenticate-api-key.ts';
import {
  CreateApiKey,
  ListApiKeys,
  type NewApiKey,
  PERSONAL_KEY,
  RevokeApiKey,
} from '../../../src/domain/accounts/manage-api-keys.ts';
import type { User } from '../../../src/domain/accounts/user.ts';
import { VerificationPolicy } from '../../../src/domain/accounts/verification-policy.ts';
import { CryptoSecrets, RandomIds } from '../../../src/adapters/system/ids.ts';
import { InMemorySessionRepository, InMemoryUserRepository } from '../../fakes/accounts.ts';
import { InMemoryApiKeyRepository } from '../../fakes/api-keys.ts';
import { RecordingAuditLog } from '../../fakes/audit.ts';
import { FixedClock, TwiceUnitOfWork } from '../../fakes/kernel.ts';
import { aSession, aUser, NOON } from '../../support/builders.ts';

const MINUTE = 60_000;
const premium = aUser({ subscription: 'premium' });
const A_KEY: NewApiKey = { name: 'Laptop', scope: 'all', expiresInDays: null };

/** The real ids and secrets: their form is what keys are made of. */
const aDesk = (...users: readonly User[]) => {
  const clock = new FixedClock();
  const accounts = new Map(users.map((user) => [user.uid, user]));
  const repository = new InMemoryUserRepository();
  repository.find = async (uid) => accounts.get(uid);
  const keys = new InMemoryApiKeyRepository(repository);
  const secrets = new CryptoSecrets('pepper');
  const audit = new RecordingAuditLog();
  const work = new TwiceUnitOfWork(keys);
  const verification = new VerificationPolicy(true);
  const sessions = new InMemorySessionRepository(repository);
  for (const { uid } of users)
    void sessions.add(aSession({ uid, tokenDigest: secrets.digest(`here ${uid}`), expiresAt: Infinity }));
  const createKey = new CreateApiKey({
    users: repository,
    sessions,
    keys,
    ids: new RandomIds(),
    secrets,
    clock,
    work,
    verification,
    audit,
  });
  return {
    clock,
    keys,
    /** The plan of the account changes. */
    becomes: (user: User) => void accounts.set(user.uid, user),
    audit,
    create: (user: User, more: Partial<NewApiKey> = {}) =>
      createKey.execute(user, { ...A_KEY, ...more }, `here ${user.uid}`),
    createKey,
    read: new ListApiKeys(keys),
    revoke: new RevokeApiKey(keys, work, audit),
    identify: new AuthenticateApiKey(keys, secrets, clock),
  };
};

const partsOf = (key: string) => parseApiKey(key) ?? { id: '', secret: '' };

test('a person with Premium gets a key, which is shown once and tells who they are', async () => {
  const { create, read, identify, keys } = aDesk(premium);
  expect(await read.execute(premium)).toEqual({ eligible: true, keys: [] });
  const { secret, key } = await create(premium, { scope: 'read', expiresInDays: 30 });
  expect(secret).toMatch(/^pk_[A-Za-z0-9-]{21}_[\w-]{43}$/);
  const days = 30 * 24 * 60 * MINUTE;
  expect(key).toMatchObject({
    name: 'Laptop',
    scope: 'read',
    createdAt: NOON,
    expiresAt: NOON + days,
    lastUsedAt: null,
  });
  expect(maskApiKey(key)).toBe(`${secret.slice(0, 9)}…`);
  expect(await identify.execute(secret)).toEqual({ key, user: premium });
  expect(JSON.stringify([await read.execute(premium), await keys.listByUser('ann')])).not.toContain(
    partsOf(secret).secret,
  );
});

test.each(['free', 'basic'] as const)('the %s plan gets none, and is told which one would', async (subscription) => {
  const person = aUser({ subscription });
  const { create, read, keys } = aDesk(person);
  await expect(create(person)).rejects.toMatchObject({ kind: 'forbidden', code: 'SUBSCRIPTION_REQUIRED' });
  expect(await read.execute(person)).toEqual({ eligible: false, keys: [] });
  expect(await keys.listByUser('ann')).toEqual([]);
});

test('an admin gets one on any plan', async () => {
  const admin = aUser({ isAdmin: true });
  const { create, identify } = aDesk(admin);
  expect((await identify.execute((await create(admin)).secret))?.user).toEqual(admin);
});

test('keys stand side by side; the personal one takes the place of the one before', async () => {
  const { create, createKey, identify } = aDesk(premium);
  const laptop = await create(premium);
  const first = await createKey.replace(premium, PERSONAL_KEY, 'here ann');
  const second = await createKey.replace(premium, PERSONAL_KEY, 'here ann');
  expect(await identify.execute(first.secret)).toBeUndefined();
  for (const { secret } of [laptop, second]) expect((await identify.execute(secret))?.user).toEqual(premium);
});

test('an account has at most twenty; a refused one is not there', async () => {
  const { create, read, revoke } = aDesk(premium);
  const made = [];
  for (let count = 0; count < 20; count += 1) made.push(await create(premium));
  await expect(create(premium)).rejects.toMatchObject({ kind: 'conflict', code: 'TOO_MANY_KEYS' });
  expect((await read.execute(premium)).keys).toHaveLength(20);
  await revoke.execute('ann', made[0]?.key.id ?? '');
  await create(premium);
});

test('an expired key is nobody’s, and is still listed', async () => {
  const { create, read, identify, clock } = aDesk(premium);
  const { secret } = await create(premium, { expiresInDays: 30 });
  await clock.advance(30 * 24 * 60 * MINUTE - 1);
  expect((await identify.execute(secret))?.user).toEqual(premium);
  await clock.advance(1);
  expect(await identify.execute(secret)).toBeUndefined();
  expect((await read.execute(premium)).keys).toHaveLength(1);
});

test('a revoked key ends at once; another person’s is not found', async () => {
  const { create, identify, revoke, read } = aDesk(premium);
  const { secret, key } = await create(premium);
  await expect(revoke.execute('bob', key.id)).rejects.toMatchObject({ kind: 'not_found' });
  await revoke.execute('ann', key.id);
  await expect(revoke.execute('ann', key.id)).rejects.toMatchObject({ kind: 'not_found' });
  expect(await identify.execute(secret)).toBeUndefined();
  expect(await read.execute(premium)).toEqual({ eligible: true, keys: [] });
});

test('making and ending a key are recorded, without its secret', async () => {
  const { create, revoke, audit } = aDesk(premium);
  const { secret, key } = await create(premium);
  await revoke.execute('ann', key.id);
  expect([...new Set(audit.lines)]).toEqual([`api-key.create ${key.id}`, `api-key.revoke ${key.id}`]);
  expect(JSON.stringify(audit.events)).not.toContain(partsOf(secret).secret);
});

test('a limited scope opens what names it, and all opens everything', () => {
  expect([allowsScope('all'), allowsScope('all', ['chat']), allowsScope('chat', ['chat', 'read'])]).toEqual([
    true,
    true,
    true,
  ]);
  expect([allowsScope('chat'), allowsScope('read', ['chat']), allowsScope('chat', ['read'])]).toEqual([
    false,
    false,
    false,
  ]);
});

test('a key holds only as it was given: another secret, another id and other forms are nobody’s', async () => {
  const { create, identify } = aDesk(premium);
  const { secret } = await create(premium);
  const other = await aDesk(premium).create(premium);
  const [mine, theirs] = [partsOf(secret), partsOf(other.secret)];
  const wrong = [
    formatApiKey(mine.id, theirs.secret),
    formatApiKey(theirs.id, mine.secret),
    secret.slice(0, -1),
    `${secret}x`,
    secret.toUpperCase(),
    secret.replace('pk_', 'sk_'),
    'pk_',
    'pk__',
    'pk_a_',
    '',
    mine.secret,
  ];
  for (const bearer of wrong) expect([bearer, await identify.execute(bearer)]).toEqual([bearer, undefined]);
});

test('a key rests while its owner’s plan has lapsed, is not lost, and works again with the plan', async () => {
  const { create, identify, read, becomes } = aDesk(premium);
  const { secret, key } = await create(premium);
  const lapsed = aUser({ subscription: 'free' });
  becomes(lapsed);
  await expect(identify.execute(secret)).rejects.toMatchObject({ kind: 'forbidden', code: 'SUBSCRIPTION_REQUIRED' });
  expect(await identify.execute(`${secret}x`)).toBeUndefined();
  expect(await read.execute(lapsed)).toEqual({ eligible: false, keys: [key] });
  becomes(premium);
  expect((await identify.execute(secret))?.user).toEqual(premium);
});

test('the last use is told to the minute and not written with every request', async () => {
  const { create, identify, read, clock, keys } = aDesk(premium);
  const { secret } = await create(premium);
  for (let second = 0; second < 60; second += 1) {
    await identify.execute(secret);
    await clock.advance(1000);
  }
  expect([keys.touched, (await read.execute(premium)).keys[0]?.lastUsedAt]).toEqual([1, NOON]);
  await identify.execute(secret);
  expect([keys.touched, (await read.execute(premium)).keys[0]?.lastUsedAt]).toEqual([2, NOON + MINUTE]);
});
