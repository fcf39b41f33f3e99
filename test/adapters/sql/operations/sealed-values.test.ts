import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { SqlAuthenticatorApps } from '../../../../src/adapters/sql/accounts/authenticator-apps.ts';
import { SqlEmailQueue } from '../../../../src/adapters/sql/accounts/email-queue.ts';
import { toUserRow } from '../../../../src/adapters/sql/accounts/user-rows.ts';
import { SqlSealedValues, SEALED_PLACES } from '../../../../src/adapters/sql/operations/sealed-values.ts';
import { SqlConnectedProviders } from '../../../../src/adapters/sql/settings/connected-providers.ts';
import { SqlToolSecrets } from '../../../../src/adapters/sql/tools/tool-secrets.ts';
import { SqlToolServers } from '../../../../src/adapters/sql/tools/tool-servers.ts';
import { SettingsTable } from '../../../../src/adapters/sql/settings/sql-settings.ts';
import { CryptoSecretBox } from '../../../../src/adapters/system/secret-box.ts';
import { FixedClock } from '../../../fakes/kernel.ts';
import { aToolServer } from '../../../fakes/tools.ts';
import { aProvider } from '../../../contracts/connected-providers.ts';
import { aQueuedEmail } from '../../../contracts/email-queue.ts';
import { aUser, NOON } from '../../../support/builders.ts';
import { describeEachDatabase } from '../../../support/databases.ts';

const never = new AbortController().signal;
const [OLD, NEW, LOST] = ['the old secret', 'the new secret', 'a secret that nobody has'];
const PROVIDERS = [aProvider(), aProvider({ id: 'mail', need: 'mail', apiKey: 'password' })].toSorted((a, b) =>
  a.id < b.id ? -1 : 1,
);
const keysOf = async (providers: SqlConnectedProviders) => (await providers.list()).map(({ apiKey }) => apiKey);
const KEYS = PROVIDERS.map(({ apiKey }) => apiKey);
const PEOPLE = 450;

describeEachDatabase(({ open }) => {
  test('everything is sealed anew with the new secret, once, and what cannot be read is left', async () => {
    const db = await open();
    const clock = new FixedClock();
    const providersWith = (box: CryptoSecretBox) =>
      new SqlConnectedProviders(new SettingsTable(db, clock), box, () => undefined);
    const appsWith = (box: CryptoSecretBox) => new SqlAuthenticatorApps(db, box);
    const [old, rotating, fresh] = [new CryptoSecretBox(OLD), new CryptoSecretBox(NEW, OLD), new CryptoSecretBox(NEW)];
    const uids = Array.from({ length: PEOPLE }, (_, index) => `person-${index}`);
    for (const uid of uids) {
      await db.connection('users').insert(toUserRow(aUser({ uid })));
      await appsWith(uid === 'person-7' ? new CryptoSecretBox(LOST) : old).propose(uid, `secret of ${uid}`, 0);
    }
    for (const provider of PROVIDERS) await providersWith(old).save(provider);
    const toolsWith = (box: CryptoSecretBox) => ({
      servers: new SqlToolServers(db, box),
      secrets: new SqlToolSecrets(db, box),
    });
    const server = aToolServer({ auth: 'headers', headers: [{ name: 'X-Key', value: 'header' }] });
    await toolsWith(old).servers.add(server);
    await toolsWith(old).secrets.saveAccess('server', 'person-1', 'access');
    await new SqlEmailQueue(db, old).add(aQueuedEmail('one'), 9);
    await db.connection('settings').insert({ name: 'other', value: JSON.stringify({ key: 'not sealed at all' }) });

    expect(await keysOf(providersWith(rotating))).toEqual(KEYS); // before it has begun
    const values = new SqlSealedValues(db, rotating);
    expect(await values.resealAll(never)).toEqual({ resealed: PEOPLE + 4, unreadable: 1 });
    expect(await values.resealAll(never)).toEqual({ resealed: 0, unreadable: 1 });
    expect(await keysOf(providersWith(fresh))).toEqual(KEYS);
    for (const uid of uids) {
      const expected = uid === 'person-7' ? undefined : `secret of ${uid}`;
      expect((await appsWith(fresh).find(uid))?.secret).toBe(expected);
    }
    expect(await toolsWith(fresh).servers.find('server')).toEqual(server);
    expect(await toolsWith(fresh).secrets.findAccess('server', 'person-1')).toBe('access');
    expect((await new SqlEmailQueue(db, fresh).listDue(NOON, 9))[0]?.message).toEqual(aQueuedEmail('one').message);
    expect(await keysOf(providersWith(old))).toEqual(KEYS.map(() => null));
    expect(await db.connection('settings').where({ name: 'other' }).first('value')).toEqual({
      value: '{"key":"not sealed at all"}',
    });
  });
});

test('whoever seals a value stands among the places that are sealed anew', () => {
  const folder = join(import.meta.dirname, '../../../../src');
  const sealing = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && /\.seal\(/.test(readFileSync(join(folder, name), 'utf8')))
    // The box itself, and the audit log, whose seals are no encryption.
    .filter((name) => name !== 'adapters/system/secret-box.ts' && !name.startsWith('domain/audit/'));
  expect(sealing.sort()).toEqual([
    'adapters/sql/accounts/authenticator-apps.ts',
    'adapters/sql/accounts/email-queue.ts',
    'adapters/sql/settings/connected-providers.ts',
    'adapters/sql/tools/tool-secrets.ts',
  ]);
  expect(SEALED_PLACES).toHaveLength(sealing.length);
});
