import { SqlApiKeyRepository } from '../../../src/adapters/sql/accounts/api-key-repository.ts';
import { SqlAuthenticatorApps } from '../../../src/adapters/sql/accounts/authenticator-apps.ts';
import { SqlPasskeys } from '../../../src/adapters/sql/accounts/passkeys.ts';
import { SqlRecoveryCodes } from '../../../src/adapters/sql/accounts/recovery-codes.ts';
import { SqlSessionRepository } from '../../../src/adapters/sql/accounts/session-repository.ts';
import { SqlUserRepository } from '../../../src/adapters/sql/accounts/user-repository.ts';
import { SqlUnitOfWork } from '../../../src/adapters/sql/database.ts';
import { CryptoSecretBox } from '../../../src/adapters/system/secret-box.ts';
import { CryptoSecrets, RandomIds } from '../../../src/adapters/system/ids.ts';
import { CreateApiKey } from '../../../src/domain/accounts/manage-api-keys.ts';
import { RemovePasskey } from '../../../src/domain/accounts/second-factor/manage-passkeys.ts';
import { RemoveAuthenticatorApp } from '../../../src/domain/accounts/second-factor/manage-second-factors.ts';
import { SecondFactors } from '../../../src/domain/accounts/second-factor/second-factors.ts';
import { VerificationPolicy } from '../../../src/domain/accounts/verification-policy.ts';
import { RecordingAuditLog } from '../../fakes/audit.ts';
import { FixedClock, InMemoryQuotas } from '../../fakes/kernel.ts';
import { CountedOneTimePasswords } from '../../fakes/second-factor.ts';
import { aUser, NOON } from '../../support/builders.ts';
import { describeEachDatabase } from '../../support/databases.ts';

const MAX_KEYS = 20;
const premium = aUser({ subscription: 'premium' });

const atOnce = <T>(work: (index: number) => Promise<T>) => Promise.allSettled([0, 1, 2, 3].map(work));

describeEachDatabase(({ open }) => {
  const setup = async () => {
    const db = await open();
    const users = new SqlUserRepository(db);
    await users.add(premium);
    const tools = {
      users,
      clock: new FixedClock(),
      secrets: new CryptoSecrets('pepper'),
      ids: new RandomIds(),
      work: new SqlUnitOfWork(db),
      audit: new RecordingAuditLog(),
    };
    await atOnce(() => tools.work.run(() => users.find('ann'))); // opens the connections
    const stores = {
      apps: new SqlAuthenticatorApps(db, new CryptoSecretBox('pepper')),
      passkeys: new SqlPasskeys(db),
      recoveryCodes: new SqlRecoveryCodes(db),
      sessions: new SqlSessionRepository(db),
      oneTimePasswords: new CountedOneTimePasswords(),
      quotas: new InMemoryQuotas(),
    };
    const factors = new SecondFactors({ ...tools, ...stores });
    return {
      ...tools,
      ...stores,
      factors,
      manage: { ...tools, ...stores, factors },
      keys: new SqlApiKeyRepository(db),
    };
  };

  test('keys that are made at once are no more than an account may have', async () => {
    const { keys, ...tools } = await setup();
    const create = new CreateApiKey({ ...tools, keys, verification: new VerificationPolicy(true) });
    const make = (name: string) => create.execute(premium, { name, scope: 'all', expiresInDays: null });
    for (let count = 1; count < MAX_KEYS; count += 1) await make(`Key ${count}`);
    const made = await atOnce((index) => make(`One too many ${index}`));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await keys.listByUser('ann')).toHaveLength(MAX_KEYS);
  });

  test('an account that loses both its second factors at once is not taken for protected', async () => {
    const { users, apps, passkeys, recoveryCodes, factors, manage } = await setup();
    const passkey = { uid: 'ann', credentialId: 'c', publicKey: 'k', counter: 0, transports: [], lastUsedAt: null };
    for (let round = 0; round < 5; round += 1) {
      await factors.change('ann', async () => {
        await apps.propose('ann', 'SECRET', NOON);
        await apps.confirm('ann', round, NOON);
        await passkeys.add({ ...passkey, id: 'p', name: 'Laptop', createdAt: NOON });
        await factors.createRecoveryCodes('ann');
      });
      expect((await users.find('ann'))?.hasSecondFactor).toBe(true);
      await Promise.all([
        new RemoveAuthenticatorApp(manage).execute('ann'),
        new RemovePasskey(manage).execute('ann', 'p'),
      ]);
      expect([(await users.find('ann'))?.hasSecondFactor, await recoveryCodes.countUnused('ann')]).toEqual([false, 0]);
    }
  });
});
