import { AuditRefusals } from '../../../../src/domain/audit/refusals.ts';
import { newAdmin, newAuditor, newSomebody } from '../../../product/admin.ts';
import { Caller, newPerson, newStranger, PASSWORD } from '../../../product/client.ts';
import { describeProduct } from '../../../product/describe-product.ts';
import type { Product } from '../../../support/parley.ts';

interface Entry {
  readonly sequence: number;
  readonly action: string;
  readonly outcome: string;
  readonly actor: { readonly kind: string; readonly uid: string | null; readonly label: string | null };
  readonly way: string;
  readonly address: string | null;
  readonly target: { readonly kind: string; readonly id: string; readonly label: string | null } | null;
  readonly details: Readonly<Record<string, unknown>>;
}

const flushRefusals = ({ running: { container } }: Product) => container.get(AuditRefusals).flush();

describeProduct({ env: { SANDBOX: 'on' } }, (product) => {
  let admin: Awaited<ReturnType<typeof newAdmin>>;
  beforeAll(async () => {
    admin = await newAdmin(product());
  });

  const listed = async (query = '', who: Caller = admin): Promise<readonly Entry[]> => {
    const { status, json } = await who.get(`/api/admin/audit?${query}`);
    expect(status).toBe(200);
    return json.entries;
  };

  test('a sign-in tells who came by which way and from where', async () => {
    const ann = await newSomebody(product());
    await new Caller(product().url).post('/api/auth/login', { email: ann.email, password: PASSWORD });
    expect(await listed(`person=${ann.uid}`)).toMatchObject([
      {
        action: 'session.start',
        outcome: 'done',
        actor: { kind: 'user', uid: ann.uid, label: `${ann.email.slice(0, 1)}•••@example.org` },
        way: 'password',
        address: '127.0.0.0/24',
        target: null,
      },
      { action: 'session.start', way: 'mailed-link' },
      { action: 'account.verify', way: 'mailed-link' },
      { action: 'session.start', way: 'web' },
      { action: 'account.register', way: 'web' },
    ]);
  });

  test('a wrong password is a refusal about the account; an unknown address is not stored', async () => {
    const bob = await newSomebody(product());
    const nobody = new Caller(product().url);
    for (let count = 0; count < 3; count += 1)
      await nobody.post('/api/auth/login', { email: bob.email, password: 'not the password' });
    await nobody.post('/api/auth/login', { email: 'hunter2-typed-here@example.org', password: 'x' });
    await flushRefusals(product());
    const refused = await listed('outcome=refused&action=session.start');
    expect(refused).toMatchObject([
      { actor: { kind: 'stranger', uid: null }, target: null, details: { reason: 'LoginFailed' } },
      { way: 'password', target: { kind: 'user', id: bob.uid }, details: { reason: 'LoginFailed' } },
    ]);
    expect(await listed('text=hunter2')).toEqual([]);
  });

  test('a setting has its values before and after, and the reason', async () => {
    await admin.post('/api/admin/rate-limits', {
      updates: { features: { graceMessages: 7 } },
      reason: 'More grace',
    });
    const [entry] = await listed('action=settings.change&text=grace');
    expect(entry).toMatchObject({
      actor: { uid: admin.uid },
      way: 'session',
      target: { kind: 'settings', id: 'rate-limits' },
      details: { reason: 'More grace', changes: [{ field: 'features.graceMessages', from: 5, to: 7 }] },
    });
  });

  test('what an admin does to a person is found by either of them', async () => {
    const carl = await newSomebody(product());
    const act = (what: string, body: object) =>
      admin.post(`/api/admin/user/${carl.uid}/${what}`, { ...body, reason: 'So' });
    await act('limits', { limits: { dailyMessages: 3, moonshotDaily: null } });
    await act('tier', { tier: 'basic' });
    await act('suspend', {});
    await carl.post('/api/auth/login', { email: carl.email, password: PASSWORD });
    await act('resume', {});
    await act('delete', { confirm: carl.email });
    await flushRefusals(product());
    const entries = (await listed(`person=${carl.uid}`)).filter(({ action }) => action.startsWith('user.'));
    expect(entries.map(({ action }) => action)).toEqual([
      'user.delete',
      'user.reinstate',
      'user.suspend',
      'user.set-tier',
      'user.set-limits',
    ]);
    expect(entries.at(-1)).toMatchObject({
      actor: { uid: admin.uid },
      target: { kind: 'user', id: carl.uid },
      details: { from: null, to: { dailyMessages: 3, moonshotDaily: null }, reason: 'So' },
    });
    expect(await listed(`person=${carl.uid}&outcome=refused`)).toMatchObject([
      { action: 'session.start', details: { reason: 'AccountSuspended' } },
    ]);
  });

  test('a refused change leaves a refusal and no entry of the change', async () => {
    const dora = await newPerson(product().url);
    const before = await listed('action=password.change');
    const change = { currentPassword: 'wrong', password: 'a whole new phrase' };
    expect((await dora.post('/api/auth/change-password', change)).status).toBe(403);
    await flushRefusals(product());
    const after = await listed('action=password.change');
    expect(after.slice(0, after.length - before.length)).toMatchObject([
      { outcome: 'refused', details: { reason: 'WrongPassword' } },
    ]);
  });

  test('an admin call of another account is recorded, and nobody but admins and auditors reads the log', async () => {
    const eve = await newSomebody(product());
    for (const [method, path] of [
      ['GET', '/api/admin/audit'],
      ['GET', '/api/admin/audit/export'],
      ['POST', '/api/admin/audit/verify'],
    ] as const)
      expect((await eve.send(method, path)).status).toBe(403);
    await flushRefusals(product());
    expect(await listed(`person=${eve.uid}&outcome=refused`)).toMatchObject([
      { action: 'admin.call', target: { kind: 'call', id: 'POST /api/admin/audit/verify' } },
      { target: { id: 'GET /api/admin/audit/export' } },
      { target: { id: 'GET /api/admin/audit' } },
    ]);
    const auditor = await newAuditor(product());
    expect((await listed('', auditor)).length).toBeGreaterThan(5);
    expect((await auditor.post('/api/admin/audit-config', { retentionDays: 30, reason: 'So' })).status).toBe(403);
  });

  test('pages follow each other to the end', async () => {
    const sequences: number[] = [];
    for (let before = ''; ;) {
      const { json } = await admin.get(`/api/admin/audit?limit=7${before}`);
      sequences.push(...json.entries.map(({ sequence }: Entry) => sequence));
      if (json.next === null) break;
      before = `&before=${json.next}`;
    }
    expect(sequences.at(-1)).toBe(1);
    expect(sequences).toEqual(sequences.map((_, index) => Number(sequences[0]) - index));
  });

  test('is exported as CSV and JSON lines, which is an entry too; a formula is none', async () => {
    await admin.post('/api/admin/config/rate-limits/undo', { version: 0 });
    await product()
      .database.connection('audit_entries')
      .where({ sequence: 1 })
      .update({ target_kind: 'user', target_id: '=HYPERLINK("http://example.org")' });
    const csv = await admin.get('/api/admin/audit/export?format=csv');
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="parley-audit.csv"');
    expect(csv.text.split('\r\n')[0]).toMatch(/^sequence,time,actorKind,/);
    expect(csv.text).toContain(`"'=HYPERLINK(""http://example.org"")"`);
    expect(csv.text).not.toMatch(/(^|,)"?([=+@]|-(?![\w-]{20},))/m); // but ids of ours
    const ownId = '-P7UxQ0v3kLm9_aBcDeFg';
    await product().database.connection('audit_entries').where({ sequence: 1 }).update({ target_id: ownId });
    const withId = (await admin.get('/api/admin/audit/export?format=csv')).text;
    expect(withId.match(/^1,.*/m)?.[0].split(',')).toContain(ownId);
    const lines = (await admin.get('/api/admin/audit/export?format=jsonl&action=user.delete')).text.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).action)).toEqual(['user.delete']);
    expect((await listed('action=audit.export'))[0]).toMatchObject({
      actor: { uid: admin.uid },
      details: { format: 'jsonl', action: 'user.delete' },
    });
  });

  test('the chain is verified, and says where it was changed', async () => {
    const { database } = product();
    expect((await admin.post('/api/admin/audit/verify')).json.fault).toEqual({ sequence: 1, kind: 'hash' });
    await database.connection('audit_entries').where({ sequence: 1 }).update({ target_kind: null, target_id: null });
    const { json } = await admin.post('/api/admin/audit/verify');
    expect(json).toMatchObject({ fault: null, first: 1, head: { sequence: json.checked } });
  });

  test('has no password, token, whole address or text of a chat', async () => {
    const fred = await newStranger(product().url);
    const chat = await fred.ask('My secret plan is a surprise');
    await chat.whole();
    await fred.post('/api/shares', { chatId: 'x'.repeat(21) });
    const rows: object[] = await product().database.connection('audit_entries');
    const all = JSON.stringify(rows);
    for (const secret of [PASSWORD, fred.token, fred.email, admin.email, 'surprise']) expect(all).not.toContain(secret);
  });
});

describe.each([
  ['full', '127.0.0.1'],
  ['hashed', expect.stringMatching(/^[0-9a-f]{16}$/)],
])('AUDIT_ADDRESSES=%s', (mode, expected) => {
  describeProduct({ env: { AUDIT_ADDRESSES: mode } }, (product) => {
    test('stores the address so', async () => {
      const admin = await newAdmin(product());
      expect((await admin.get('/api/admin/audit')).json.entries[0].address).toEqual(expected);
    });
  });
});
