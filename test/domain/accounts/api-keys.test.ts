import { parseApiKey, formatApiKey } from '../../../src/domain/accounts/api-key.ts';
import { AuthenticateApiKey } from '../../../src/domain/accounts/authenticate-api-key.ts';
import { CreateApiKey, DeleteApiKey, GetApiKey } from '../../../src/domain/accounts/manage-api-key.ts';
import type { User } from '../../../src/domain/accounts/user.ts';
import { VerificationPolicy } from '../../../src/domain/accounts/verification-policy.ts';
import { CryptoSecrets, RandomIds } from '../../../src/adapters/system/ids.ts';
import { InMemoryUserRepository } from '../../fakes/accounts.ts';
import { InMemoryApiKeyRepository } from '../../fakes/api-keys.ts';
import { FixedClock } from '../../fakes/kernel.ts';
import { aUser, NOON } from '../../support/builders.ts';

const MINUTE = 60_000;
const premium = aUser({ subscription: 'premium' });

/** The real ids and secrets: their form is what keys are made of. */
const aDesk = (...users: readonly User[]) => {
  const clock = new FixedClock();
  const accounts = new Map(users.map((user) => [user.uid, user]));
  const repository = new InMemoryUserRepository();
  repository.find = async (uid) => accounts.get(uid);
  const keys = new InMemoryApiKeyRepository(repository);
  const secrets = new CryptoSecrets('pepper');
  return {
    clock,
    keys,
    /** The plan of the account changes. */
    becomes: (user: User) => void accounts.set(user.uid, user),
    create: new CreateApiKey(keys, new RandomIds(), secrets, clock, new VerificationPolicy(true)),
    read: new GetApiKey(keys),
    end: new DeleteApiKey(keys),
    identify: new AuthenticateApiKey(keys, secrets, clock),
  };
};

const partsOf = (key: string) => parseApiKey(key) ?? { id: '', secret: '' };

test('a person with Premium gets a key, which is shown once and tells who they are', async () => {
  const { create, read, identify, keys } = aDesk(premium);
  expect(await read.execute(premium)).toEqual({ eligible: true, key: null });
  const { secret, key } = await create.execute(premium);
  expect(secret).toMatch(/^pk_[A-Za-z0-9-]{21}_[\w-]{43}$/);
  expect(key).toEqual({ hint: `${secret.slice(0, 9)}…`, createdAt: NOON, lastUsedAt: null });
  expect(await identify.execute(secret)).toEqual(premium);
  expect(JSON.stringify([await read.execute(premium), await keys.findByUser('ann')])).not.toContain(
    partsOf(secret).secret,
  );
});

test.each(['free', 'basic'] as const)('the %s plan gets none, and is told which one would', async (subscription) => {
  const person = aUser({ subscription });
  const { create, read, keys } = aDesk(person);
  await expect(create.execute(person)).rejects.toMatchObject({ kind: 'forbidden', code: 'SUBSCRIPTION_REQUIRED' });
  expect(await read.execute(person)).toEqual({ eligible: false, key: null });
  expect(await keys.findByUser('ann')).toBeUndefined();
});

test('an admin gets one on any plan', async () => {
  const admin = aUser({ isAdmin: true });
  const { create, identify } = aDesk(admin);
  expect(await identify.execute((await create.execute(admin)).secret)).toEqual(admin);
});

test('a new key ends the old one', async () => {
  const { create, identify } = aDesk(premium);
  const first = await create.execute(premium);
  const second = await create.execute(premium);
  expect(await identify.execute(first.secret)).toBeUndefined();
  expect(await identify.execute(second.secret)).toEqual(premium);
});

test('a deleted key ends at once', async () => {
  const { create, identify, end, read } = aDesk(premium);
  const { secret } = await create.execute(premium);
  await end.execute('ann');
  expect(await identify.execute(secret)).toBeUndefined();
  expect(await read.execute(premium)).toEqual({ eligible: true, key: null });
});

test('a key holds only as it was given: another secret, another id and other forms are nobody’s', async () => {
  const { create, identify } = aDesk(premium);
  const { secret } = await create.execute(premium);
  const other = await aDesk(premium).create.execute(premium);
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
  const { secret, key } = await create.execute(premium);
  const lapsed = aUser({ subscription: 'free' });
  becomes(lapsed);
  await expect(identify.execute(secret)).rejects.toMatchObject({ kind: 'forbidden', code: 'SUBSCRIPTION_REQUIRED' });
  expect(await identify.execute(`${secret}x`)).toBeUndefined();
  expect(await read.execute(lapsed)).toEqual({ eligible: false, key });
  becomes(premium);
  expect(await identify.execute(secret)).toEqual(premium);
});

test('the last use is told to the minute and not written with every request', async () => {
  const { create, identify, read, clock, keys } = aDesk(premium);
  const { secret } = await create.execute(premium);
  for (let second = 0; second < 60; second += 1) {
    await identify.execute(secret);
    await clock.advance(1000);
  }
  expect([keys.touched, (await read.execute(premium)).key?.lastUsedAt]).toEqual([1, NOON]);
  await identify.execute(secret);
  expect([keys.touched, (await read.execute(premium)).key?.lastUsedAt]).toEqual([2, NOON + MINUTE]);
});
