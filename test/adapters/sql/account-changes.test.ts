import { AsyncLocalStorage } from 'node:async_hooks';

import { SqlApiKeyRepository } from '../../../src/adapters/sql/accounts/api-key-repository.ts';
import { SqlAuthenticatorApps } from '../../../src/adapters/sql/accounts/authenticator-apps.ts';
import { SqlEmailChanges } from '../../../src/adapters/sql/accounts/email-changes.ts';
import { SqlPasskeys } from '../../../src/adapters/sql/accounts/passkeys.ts';
import { SqlRecoveryCodes } from '../../../src/adapters/sql/accounts/recovery-codes.ts';
import { SqlSessionRepository } from '../../../src/adapters/sql/accounts/session-repository.ts';
import { SqlUserRepository } from '../../../src/adapters/sql/accounts/user-repository.ts';
import { SqlUnitOfWork } from '../../../src/adapters/sql/unit-of-work.ts';
import { CryptoSecretBox } from '../../../src/adapters/system/secret-box.ts';
import { CryptoSecrets, RandomIds } from '../../../src/adapters/system/ids.ts';
import { CreateSession } from '../../../src/domain/accounts/create-session.ts';
import { EmailInUse, LoginFailed } from '../../../src/domain/accounts/errors.ts';
import { NotifyOwner } from '../../../src/domain/accounts/notify-owner.ts';
import { CreateApiKey } from '../../../src/domain/accounts/manage-api-keys.ts';
import { RemovePasskey } from '../../../src/domain/accounts/second-factor/manage-passkeys.ts';
import { RemoveAuthenticatorApp } from '../../../src/domain/accounts/second-factor/manage-second-factors.ts';
import { SecondFactors } from '../../../src/domain/accounts/second-factor/second-factors.ts';
import { VerificationPolicy } from '../../../src/domain/accounts/verification-policy.ts';
import { RecordingAuditLog } from '../../fakes/audit.ts';
import { CountedBackground, FixedClock, InMemoryQuotas } from '../../fakes/kernel.ts';
import { CountedOneTimePasswords } from '../../fakes/second-factor.ts';
import { RecordingMailer } from '../../fakes/sign-in.ts';
import { aSession, aUser, NOON } from '../../support/builders.ts';
import { aSignInWorld } from '../../domain/accounts/sign-in-world.ts';
import { describeEachDatabase, describeMysql } from '../../support/databases.ts';

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
    const notifyOwner = new NotifyOwner({
      users,
      mailer: new RecordingMailer(),
      site: { url: 'https://parley.example' },
      background: new CountedBackground(),
      verification: new VerificationPolicy(true),
    });
    return {
      ...tools,
      ...stores,
      factors,
      manage: { ...tools, ...stores, factors, notifyOwner },
      keys: new SqlApiKeyRepository(db),
    };
  };

  test('keys that are made at once are no more than an account may have', async () => {
    const { keys, sessions, secrets, ...tools } = await setup();
    await sessions.add(aSession({ id: 's', tokenDigest: secrets.digest('here') }));
    const create = new CreateApiKey({ ...tools, keys, sessions, secrets, verification: new VerificationPolicy(true) });
    const make = (name: string) => create.execute(premium, { name, scope: 'all', expiresInDays: null }, 'here');
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

/** SQLite writes one transaction after another. */
describeMysql(({ open }) => {
  const setup = async () => {
    const db = await open();
    const users = new SqlUserRepository(db);
    for (const uid of ['ann', 'bob']) await users.add(aUser({ uid }));
    const change = { uid: 'ann', oldEmail: 'ann@example.org', newEmail: 'anna@example.org', sessionDigest: 's' };
    const outside = AsyncLocalStorage.snapshot();
    const pool = db.connection;
    const next = (statement: RegExp) =>
      new Promise<void>((resolve) => {
        const look = ({ sql }: { readonly sql: string }) => {
          if (!statement.test(sql)) return;
          pool.removeListener('query', look);
          resolve();
        };
        pool.on('query', look);
      });
    /** `take` looks whether the address is free, and waits for the transaction that frees it. */
    const takeMeanwhile = async (take: () => Promise<unknown>) => {
      let taken: Promise<unknown> = Promise.resolve();
      await db.transaction(async () => {
        await users.replaceEmail({ uid: 'ann', expected: change.oldEmail, email: change.newEmail, now: NOON });
        const undo = { ...change, digest: 'd', step: 'undo', createdAt: NOON, expiresAt: NOON + 10 } as const;
        await new SqlEmailChanges(db).add(undo);
        const written = next(/^(insert into|update) `users`/);
        taken = outside(() => db.transaction(take));
        taken.catch(() => undefined);
        await written;
      });
      await taken;
    };
    return { db, users, outside, next, takeMeanwhile };
  };

  test('an address that its former account may take back is not taken by who looks while it becomes free', async () => {
    const { users, takeMeanwhile } = await setup();
    const eve = aUser({ uid: 'eve', email: 'ann@example.org' });
    await expect(takeMeanwhile(() => users.add(eve))).rejects.toBeInstanceOf(EmailInUse);
    expect(await users.findByEmail('ann@example.org')).toBeUndefined();
  });

  test('nor by another account', async () => {
    const { users, takeMeanwhile } = await setup();
    const take = { uid: 'bob', expected: 'bob@example.org', email: 'ann@example.org', now: NOON };
    await expect(takeMeanwhile(() => users.replaceEmail(take))).rejects.toBeInstanceOf(EmailInUse);
    expect(await users.findByEmail('ann@example.org')).toBeUndefined();
  });

  test('a login that looks at the account while its password is reset waits, and is refused', async () => {
    const { db, users, outside, next } = await setup();
    const sessions = new SqlSessionRepository(db);
    const createSession = new CreateSession({
      ...aSignInWorld(),
      users,
      sessions,
      work: new SqlUnitOfWork(db),
      ids: new RandomIds(),
    });
    let login: Promise<unknown> = Promise.resolve();
    await db.transaction(async () => {
      await users.setPassword('ann', 'another hash');
      await sessions.removeAllByUser('ann');
      const looked = next(/from `users`/);
      login = outside(() => createSession.execute(aUser(), 'password'));
      login.catch(() => undefined);
      await looked;
    });
    await expect(login).rejects.toBeInstanceOf(LoginFailed);
    expect(await sessions.listByUser('ann', NOON)).toEqual([]);
  });
});
