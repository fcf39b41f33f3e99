import type { UserRepository } from '../../src/domain/accounts/ports.ts';
import type {
  AuthenticatorApps,
  OneTimePasswords,
  Passkey,
  Passkeys,
  RecoveryCodes,
} from '../../src/domain/accounts/second-factor/ports.ts';
import { aUser, NOON } from '../support/builders.ts';

interface Stores {
  readonly users: UserRepository;
  readonly apps: AuthenticatorApps;
  readonly recoveryCodes: RecoveryCodes;
  readonly passkeys: Passkeys;
}

const many = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: 10 }, work));

const aPasskey = (more: Partial<Passkey> = {}): Passkey => ({
  id: 'p1',
  uid: 'ann',
  name: 'Laptop',
  credentialId: `credential-${'x'.repeat(1300)}`,
  publicKey: 'a-key',
  counter: 3,
  transports: ['internal', 'hybrid'],
  createdAt: NOON,
  lastUsedAt: null,
  ...more,
});

/** What AuthenticatorApps, RecoveryCodes and Passkeys must do. `create` answers a world without users. */
export const behavesLikeSecondFactorStores = (name: string, create: () => Promise<Stores>): void => {
  const setup = async () => {
    const stores = await create();
    for (const uid of ['ann', 'bob']) await stores.users.add(aUser({ uid }));
    return stores;
  };

  describe(`${name}: authenticator apps`, () => {
    test('are proposed as often as needed, and count from their confirmation', async () => {
      const { apps } = await setup();
      expect(await apps.find('ann')).toBeUndefined();
      expect(await apps.propose('ann', 'ONE', NOON)).toBe(true);
      expect(await apps.propose('ann', 'TWO', NOON)).toBe(true);
      expect(await apps.find('ann')).toEqual({ secret: 'TWO', confirmedAt: null });
      expect(await apps.useStep('ann', 5)).toBe(false);
      expect(await apps.confirm('ann', 5, NOON)).toBe(true);
      expect(await apps.find('ann')).toEqual({ secret: 'TWO', confirmedAt: NOON });
      expect(await apps.find('bob')).toBeUndefined();
    });

    test('stay as they are once confirmed, until they are removed', async () => {
      const { apps } = await setup();
      await apps.propose('ann', 'ONE', NOON);
      expect((await many(() => apps.confirm('ann', 5, NOON))).filter(Boolean)).toHaveLength(1);
      expect(await apps.propose('ann', 'TWO', NOON)).toBe(false);
      expect((await apps.find('ann'))?.secret).toBe('ONE');
      await apps.remove('ann');
      expect(await apps.find('ann')).toBeUndefined();
      expect(await apps.confirm('ann', 5, NOON)).toBe(false);
    });

    test('take each step once, and none before the last', async () => {
      const { apps } = await setup();
      await apps.propose('ann', 'ONE', NOON);
      await apps.confirm('ann', 5, NOON);
      expect(await apps.useStep('ann', 5)).toBe(false);
      expect((await many(() => apps.useStep('ann', 7))).filter(Boolean)).toHaveLength(1);
      expect(await apps.useStep('ann', 6)).toBe(false);
      expect(await apps.useStep('ann', 8)).toBe(true);
    });
  });

  describe(`${name}: passkeys`, () => {
    test('are found by their credential, which one account has, and listed oldest first', async () => {
      const { passkeys } = await setup();
      const other = aPasskey({ id: 'p2', credentialId: 'other', createdAt: NOON + 1, transports: [] });
      expect([await passkeys.add(aPasskey()), await passkeys.add(other)]).toEqual([true, true]);
      expect(await passkeys.add(aPasskey({ id: 'p3', uid: 'bob' }))).toBe(false);
      expect(await passkeys.findByCredential('other')).toEqual(other);
      expect(await passkeys.findByCredential('OTHER')).toBeUndefined();
      expect(await passkeys.listByUser('ann')).toEqual([aPasskey(), other]);
      expect(await passkeys.listByUser('bob')).toEqual([]);
    });

    test('are used with a counter that grows, one of many at once; or with none at all', async () => {
      const { passkeys } = await setup();
      await passkeys.add(aPasskey());
      await passkeys.add(aPasskey({ id: 'p2', credentialId: 'synchronized', counter: 0 }));
      expect([await passkeys.use('p1', 3, NOON), await passkeys.use('p1', 0, NOON)]).toEqual([false, false]);
      expect((await many(() => passkeys.use('p1', 4, NOON + 5))).filter(Boolean)).toHaveLength(1);
      expect(await passkeys.findByCredential(aPasskey().credentialId)).toMatchObject({
        counter: 4,
        lastUsedAt: NOON + 5,
      });
      expect(await passkeys.use('p2', 0, NOON)).toBe(true);
      expect(await passkeys.use('p2', 0, NOON + 1)).toBe(true);
    });

    test('are removed by their owner, one or all', async () => {
      const { passkeys } = await setup();
      for (const id of ['p1', 'p2', 'p3']) await passkeys.add(aPasskey({ id, credentialId: id }));
      expect(await passkeys.remove('bob', 'p1')).toBe(false);
      expect([await passkeys.remove('ann', 'p1'), await passkeys.remove('ann', 'p1')]).toEqual([true, false]);
      await passkeys.removeAllByUser('ann');
      expect(await passkeys.listByUser('ann')).toEqual([]);
    });
  });

  describe(`${name}: recovery codes`, () => {
    test('serve their account once each', async () => {
      const { recoveryCodes } = await setup();
      await recoveryCodes.replace('ann', ['a', 'b']);
      expect(await recoveryCodes.consume('bob', 'a', NOON)).toBe(false);
      expect((await many(() => recoveryCodes.consume('ann', 'a', NOON))).filter(Boolean)).toHaveLength(1);
      expect(await recoveryCodes.consume('ann', 'c', NOON)).toBe(false);
      expect(await recoveryCodes.countUnused('ann')).toBe(1);
      expect(await recoveryCodes.countUnused('bob')).toBe(0);
    });

    test('end with the next ones', async () => {
      const { recoveryCodes } = await setup();
      await recoveryCodes.replace('ann', ['a']);
      await recoveryCodes.replace('ann', ['b']);
      expect(await recoveryCodes.consume('ann', 'a', NOON)).toBe(false);
      expect(await recoveryCodes.countUnused('ann')).toBe(1);
      await recoveryCodes.replace('ann', []);
      expect(await recoveryCodes.countUnused('ann')).toBe(0);
    });
  });
};

/** What OneTimePasswords must do. */
export const behavesLikeOneTimePasswords = (name: string, create: () => OneTimePasswords): void => {
  test(`${name}: one-time passwords are six digits of a secret of its own and a step`, () => {
    const passwords = create();
    const [secret, other] = [passwords.createSecret(), passwords.createSecret()];
    expect(other).not.toBe(secret);
    expect(passwords.codeAt(secret, 57_000_000)).toMatch(/^\d{6}$/);
    expect(passwords.codeAt(secret, 57_000_000)).toBe(passwords.codeAt(secret, 57_000_000));
    expect(passwords.codeAt(secret, 57_000_001)).not.toBe(passwords.codeAt(secret, 57_000_000));
    expect(passwords.codeAt(other, 57_000_000)).not.toBe(passwords.codeAt(secret, 57_000_000));
  });
};
