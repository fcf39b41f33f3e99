import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { jest } from '@jest/globals';

import { CryptoOneTimePasswords } from '../../src/adapters/system/one-time-passwords.ts';
import { describeSqlite } from '../support/databases.ts';
import { type Product, runToEnd, startProduct, testEnv } from '../support/parley.ts';
import { Caller, newPerson, PASSWORD } from './client.ts';

jest.setTimeout(60_000);

const passwords = new CryptoOneTimePasswords();

describeSqlite(({ freshUrl }) => {
  describe('the operator’s commands, beside a running server', () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-commands-'));
    let product: Product;
    let run: (...args: readonly string[]) => ReturnType<typeof runToEnd>;

    beforeAll(async () => {
      const url = await freshUrl();
      product = await startProduct(url, { DATA_DIR: folder });
      run = (...args) => runToEnd(testEnv(url, folder, product.modelServer), 'admin', ...args);
    });
    afterAll(async () => {
      await product.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    const rows = (table: string) => product.database.connection(table);
    const logIn = (email: string) => new Caller(product.url).post('/api/auth/login', { email, password: PASSWORD });

    test('reset-second-factor lets in who has lost app and codes, ends all access, and tells the person', async () => {
      const ann = await newPerson(product.url);
      const { secret } = (await ann.post('/api/account/second-factor/totp')).json;
      const code = passwords.codeAt(secret, Math.floor(Date.now() / 30_000));
      expect((await ann.post('/api/account/second-factor/totp/confirm', { code })).status).toBe(200);
      expect((await logIn(ann.email)).json.code).toBe('SECOND_FACTOR_NEEDED');

      const reset = await run('reset-second-factor', ann.email.toUpperCase());
      expect([reset.code, reset.output]).toEqual([0, expect.stringContaining('is removed')]);
      expect((await ann.get('/api/auth/me')).status).toBe(401);
      expect((await logIn(ann.email)).status).toBe(200);
      expect(await rows('audit_entries').where({ action: 'second-factor.reset' })).toMatchObject([
        { actor_kind: 'system', way: 'command-line', address: null, target_kind: 'user', outcome: 'done' },
      ]);
      const mails = await rows('outbox').where({ recipient: ann.email }).orderBy('sent_at', 'desc');
      expect(mails[0]?.body).toContain('/settings/second-factor');

      const again = await run('reset-second-factor', ann.email);
      expect([again.code, again.output]).toEqual([1, expect.not.stringMatching(/\n {4}at /)]);
      expect((await run('reset-second-factor', 'nobody@example.org')).code).toBe(1);
      expect((await run('reset-second-factor')).code).toBe(2);
    });

    test('grant makes an admin, and is recorded', async () => {
      const bob = await newPerson(product.url);
      expect((await run('grant', bob.email, 'carl@example.org')).code).toBe(2); // one at a time
      expect((await logIn(bob.email)).json.user.isAdmin).toBe(false);
      expect((await run('grant', bob.email)).code).toBe(0);
      expect((await logIn(bob.email)).json.user.isAdmin).toBe(true);
      const granted = await rows('audit_entries').where({ action: 'admin.grant' });
      expect(granted).toMatchObject([{ actor_kind: 'system', way: 'command-line' }]);
    });

    test('verify-audit says how far the chain holds, and where it does not', async () => {
      const good = await run('verify-audit');
      const [, end = ''] = /in order, up to (\d+:[0-9a-f]{64})\n/.exec(good.output) ?? [];
      expect([good.code, end]).toEqual([0, expect.stringMatching(/^\d+:/)]);
      expect(await rows('audit_entries').where({ action: 'audit.verify', way: 'command-line' })).toHaveLength(1);
      expect((await run('verify-audit', end)).code).toBe(0);

      const other = end.replace(/:.*/, `:${'0'.repeat(64)}`);
      const [noted] = end.split(':');
      const lost = await run('verify-audit', other);
      expect([lost.code, lost.output]).toEqual([1, expect.stringContaining(`at entry ${noted} (head)`)]);

      await rows('audit_entries').where({ sequence: 2 }).update({ outcome: 'refused' });
      const changed = await run('verify-audit');
      expect([changed.code, changed.output]).toEqual([1, expect.stringContaining('at entry 2 (hash)')]);
      expect((await run('verify-audit', 'no end')).code).toBe(2);
    });
  });
});
