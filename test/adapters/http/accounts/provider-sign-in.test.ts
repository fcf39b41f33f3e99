import { newAdmin } from '../../../product/admin.ts';
import { someTerms } from '../../../fakes/groups.ts';
import { Caller, newId, newPerson } from '../../../product/client.ts';
import { describeProduct } from '../../../product/describe-product.ts';

interface Walk {
  readonly start: Response;
  readonly form: string;
  readonly cookie: string;
}

const cookieOf = (response: Response): string => response.headers.get('set-cookie')?.split(';')[0] ?? '';
const locationOf = (response: Response): string => response.headers.get('location') ?? '';
/** An attribute of the page that ends a sign-in. */
const find = (page: string, name: string): string | undefined => new RegExp(`data-${name}="([^"]*)"`).exec(page)?.[1];

describeProduct({ env: { TRUSTED_PROXIES: '127.0.0.1' } }, (product) => {
  const url = () => product().url;
  const nobody = () => new Caller(url());
  const begin = async (): Promise<Walk> => {
    const start = await fetch(`${url()}/api/auth/oidc/sandbox/start`, { redirect: 'manual' });
    return { start, form: locationOf(start), cookie: cookieOf(start) };
  };
  const agree = (form: string, fields: Record<string, string>) =>
    fetch(form, { method: 'POST', body: new URLSearchParams({ choice: 'allow', ...fields }), redirect: 'manual' });
  const comeBack = async (address: string, cookie: string) => {
    const response = await fetch(address, { headers: { cookie } });
    return { status: response.status, headers: response.headers, page: await response.text() };
  };
  const finish = async (fields: Record<string, string>) => {
    const { form, cookie } = await begin();
    return comeBack(locationOf(await agree(form, { verified: 'yes', ...fields })), cookie);
  };
  const aPerson = () => ({ name: 'Robin', email: `${newId().toLowerCase()}@example.com` });

  test('the sandbox plays a provider: page, consent, return, one-time code, session', async () => {
    expect((await nobody().get('/api/auth/ways')).json.oidc).toEqual([{ id: 'sandbox', label: 'Sandbox', icon: null }]);
    const { start, form, cookie } = await begin();
    expect(start.status).toBe(302);
    expect(start.headers.get('set-cookie')).toMatch(/Path=\/api\/auth\/oidc\/sandbox; HttpOnly; SameSite=Lax/);
    expect(new URL(form).searchParams.get('code_challenge_method')).toBe('S256');
    const page = await (await fetch(form)).text();
    expect(page).toContain('be whoever you like');
    const person = aPerson();
    const agreed = await agree(form, { ...person, verified: 'yes' });
    expect(agreed.status).toBe(303);
    const back = await comeBack(locationOf(agreed), cookie);
    expect(back.status).toBe(200);
    expect(back.headers.get('cache-control')).toBe('no-store');
    expect(back.headers.get('set-cookie')).toContain('Max-Age=0');
    const code = find(back.page, 'code') ?? '';
    const signedIn = await nobody().post('/api/auth/oidc/session', { code });
    expect(signedIn.json.user).toMatchObject({ ...person, emailVerified: true, authMode: 'email' });
    expect((await nobody().post('/api/auth/oidc/session', { code })).json.code).toBe('SIGN_IN_LOST');
    const again = await nobody().post('/api/auth/oidc/session', { code: find((await finish(person)).page, 'code') });
    expect(again.json.user.uid).toBe(signedIn.json.user.uid);
    const stored = JSON.stringify(await product().database.connection('pending_identities').select());
    expect(stored.includes(code)).toBe(false);
  });

  test('claims make members anew at each sign-in, and leave who was added by hand', async () => {
    const admin = await newAdmin(product());
    const make = async (name: string, value: string): Promise<string> => {
      const terms = someTerms({ name, tier: 'basic', claims: [{ provider: 'sandbox', value }] });
      return String((await admin.post('/api/admin/groups', terms)).json.id);
    };
    const [one, two, other] = [await make('One', 'team-one'), await make('Two', 'team-two'), await make('Other', 'x')];
    expect((await admin.get('/api/admin/groups')).json.providers).toEqual([{ id: 'sandbox', label: 'Sandbox' }]);
    const person = aPerson();
    const signIn = async (groups: string) => {
      const { page } = await finish({ ...person, groups });
      return (await nobody().post('/api/auth/oidc/session', { code: find(page, 'code') })).json;
    };
    const groupsOf = async (uid: string): Promise<string[]> => {
      const { users } = (await admin.get(`/api/admin/users?search=${uid}`)).json;
      return users[0].groups.map(({ id }: { id: string }) => id);
    };
    const { user, token } = await signIn('team-one, team-two, of-nobody');
    expect(user).toMatchObject({ subscription: 'basic' });
    expect(await groupsOf(user.uid)).toEqual([one, two]);
    await admin.post(`/api/admin/groups/${other}/members`, { uids: [user.uid] });
    await signIn('team-two');
    expect(await groupsOf(user.uid)).toEqual([other, two]);
    expect((await admin.get(`/api/admin/groups/${two}/members`)).json.members).toMatchObject([
      { uid: user.uid, byHand: false, providers: ['sandbox'] },
    ]);
    await signIn('');
    expect(await groupsOf(user.uid)).toEqual([other]);
    await admin.send('DELETE', `/api/admin/groups/${other}/members/${user.uid}`);
    const me = await new Caller(url(), { Authorization: `Bearer ${String(token)}` }).get('/api/auth/me');
    expect(me.json.user.subscription).toBe('free');
    const { entries } = (await admin.get(`/api/admin/audit?action=user.set-groups&person=${user.uid}`)).json;
    expect(entries[0]).toMatchObject({ details: { provider: 'sandbox', joined: [], left: [two] } });
  });

  test('a return without its browser, with another’s, twice, or too late is refused in plain words', async () => {
    const [mine, other] = [await begin(), await begin()];
    const address = locationOf(await agree(mine.form, { ...aPerson(), verified: 'yes' }));
    const sandbox = `${url()}/api/auth/oidc/sandbox/callback`;
    for (const [where, cookie] of [
      [address, ''],
      [address, other.cookie],
      [address.replace(/state=\d+/, 'state=99999999999999'), mine.cookie],
      [sandbox, mine.cookie],
      [`${sandbox}?code=a&state=b`, mine.cookie],
    ] as const) {
      const { status, page } = await comeBack(where, cookie);
      expect([status, find(page, 'reason')]).toEqual([400, 'SIGN_IN_LOST']);
      expect(page).toContain('Please start again.');
    }
    expect((await comeBack(address, mine.cookie)).status).toBe(200);
    expect(find((await comeBack(address, mine.cookie)).page, 'reason')).toBe('SIGN_IN_NOT_PROVEN');
  });

  test('who refuses is told so, and an unknown provider is none', async () => {
    const { form, cookie } = await begin();
    const { page } = await comeBack(locationOf(await agree(form, { choice: 'refuse' })), cookie);
    expect(find(page, 'reason')).toBe('SIGN_IN_CANCELLED');
    const unknown = await fetch(`${url()}/api/auth/oidc/unknown/start`, { redirect: 'manual' });
    expect([unknown.status, await unknown.text()]).toEqual([404, expect.stringContaining('not set up here')]);
  });

  test('who begins or returns again and again is told to wait, and nobody else is', async () => {
    const from = (address: string, step: string) =>
      fetch(`${url()}/api/auth/oidc/sandbox/${step}`, {
        redirect: 'manual',
        headers: { 'X-Forwarded-For': address, cookie: `parley-sign-in=${'a'.repeat(43)}` },
      });
    for (const [address, step] of [
      ['192.0.2.1', 'start'],
      ['192.0.2.2', 'callback?state=1.2'],
    ] as const) {
      const answers: Response[] = [];
      for (let count = 0; count < 250; count += 1) answers.push(await from(address, step)); // two minutes at most
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused.length).toBeGreaterThan(0);
      expect(refused.at(-1)?.headers.get('retry-after')).toMatch(/^[1-9]\d?$/);
      expect(find((await refused.at(-1)?.text()) ?? '', 'reason')).toBe('RATE_LIMITED');
    }
    expect((await from('192.0.2.3', 'start')).status).toBe(302);
  });

  test('the sandbox’s page leads to no other place, and takes no odd forms', async () => {
    const { form } = await begin();
    const foreign = new URL(form);
    foreign.searchParams.set('redirect_uri', 'https://evil.example/');
    expect((await agree(foreign.href, aPerson())).status).toBe(400);
    expect((await fetch(foreign)).status).toBe(400);
    expect((await agree(form, { name: '', email: 'a@example.org' })).status).toBe(400);
    expect((await agree(form, { name: 'A', email: 'nobody' })).status).toBe(400);
    expect((await agree(form, { ...aPerson(), name: 'x'.repeat(40_000) })).status).toBe(400);
    const injected = new URL(form);
    injected.searchParams.set('state', '"><script>');
    expect(await (await fetch(injected)).text()).not.toContain('"><script>');
  });

  test('an address that the provider does not prove opens no account that has it', async () => {
    const ann = await newPerson(url());
    const code = find((await finish({ name: 'Eve', email: ann.email, verified: '' })).page, 'code');
    expect((await nobody().post('/api/auth/oidc/session', { code })).json.code).toBe('SIGN_IN_ADDRESS_TAKEN');
  });

  test('the answer of the provider proves whose session it is, and a stranger’s makes no account', async () => {
    const robin = aPerson();
    const signIn = await nobody().post('/api/auth/oidc/session', { code: find((await finish(robin)).page, 'code') });
    const { connection } = product().database;
    await connection('sessions').where({ uid: signIn.json.user.uid }).update({ authenticated_at: 0 });
    const person = nobody().with({ Authorization: `Bearer ${signIn.json.token}` });
    const stranger = aPerson();
    const prove = async (who: typeof robin) =>
      (await person.post('/api/auth/reauthenticate', { providerCode: find((await finish(who)).page, 'code') })).status;
    expect((await person.get('/api/account/export')).json.code).toBe('REAUTHENTICATION_REQUIRED');
    expect([await prove(stranger), await prove(robin)]).toEqual([403, 200]);
    expect((await person.get('/api/account/export')).status).toBe(200);
    expect(await connection('users').where({ email: stranger.email })).toEqual([]);
  });

  test('a signed-in person links an account elsewhere, sees it, and unlinks it', async () => {
    const ann = await newPerson(url());
    const elsewhere = aPerson();
    const codeFor = async () => find((await finish(elsewhere)).page, 'code');
    const linked = await ann.post('/api/auth/identities', { code: await codeFor() });
    expect(linked.json).toEqual({
      identities: [
        { id: expect.any(String), provider: 'sandbox', label: 'Sandbox', icon: null, createdAt: expect.any(String) },
      ],
      hasPassword: true,
    });
    const entered = await nobody().post('/api/auth/oidc/session', { code: await codeFor() });
    expect(entered.json.user.email).toBe(ann.email);
    const bob = await newPerson(url());
    expect((await bob.post('/api/auth/identities', { code: await codeFor() })).status).toBe(409);
    const id = String(linked.json.identities[0].id);
    expect((await bob.send('DELETE', `/api/auth/identities/${id}`)).status).toBe(404);
    expect((await ann.send('DELETE', `/api/auth/identities/${id}`)).json.identities).toEqual([]);
    expect((await nobody().post('/api/auth/oidc/session', { code: await codeFor() })).json.user.email).toBe(
      elsewhere.email,
    );
  });
});
