import { newAdmin } from '../../../product/admin.ts';
import { Caller, eventually, newPerson, PASSWORD } from '../../../product/client.ts';
import { describeProduct } from '../../../product/describe-product.ts';

const NEW = 'battery staple horse';

describeProduct({}, (product) => {
  const logIn = async (email: string, password: string) =>
    new Caller(product().url).post('/api/auth/login', { email, password });
  const secondSession = async (email: string) =>
    new Caller(product().url).with({ Authorization: `Bearer ${(await logIn(email, PASSWORD)).json.token}` });
  const outbox = async (email: string): Promise<{ subject: string; body: string }[]> =>
    product().database.connection('outbox').where({ recipient: email });

  describe('the display name', () => {
    test('is changed, trimmed, and found by the admins’ search', async () => {
      const ann = await newPerson(product().url);
      const { status, json } = await ann.send('PUT', '/api/auth/me', { name: '  Änne Öde 🥞 ' });
      expect([status, json.user.name, json.user.email]).toEqual([200, 'Änne Öde 🥞', ann.email]);
      expect((await ann.get('/api/auth/me')).json.user).toEqual(json.user);
      const admin = await newAdmin(product());
      const { users } = (await admin.get(`/api/admin/users?search=${encodeURIComponent('änne öde')}`)).json;
      expect(users.map(({ uid }: { uid: string }) => uid)).toEqual([json.user.uid]);
    });

    test.each([[{ name: '   ' }], [{ name: 'x'.repeat(121) }], [{}], [{ name: 'Ann', isAdmin: true }]])(
      '%j changes nothing',
      async (body) => {
        const ann = await newPerson(product().url);
        const before = (await ann.get('/api/auth/me')).json.user;
        expect(await ann.send('PUT', '/api/auth/me', body)).toMatchObject({
          status: 400,
          json: { code: 'VALIDATION_ERROR' },
        });
        expect((await ann.get('/api/auth/me')).json.user).toEqual(before);
      },
    );
  });

  describe('the language of mails', () => {
    const languageOf = async (caller: Caller) => (await caller.get('/api/auth/me')).json.user.language;

    test('is that of the page that signs in or chooses one; a program that names none changes nothing', async () => {
      const ann = await newPerson(product().url);
      expect(await languageOf(ann)).toBeNull();
      const page = new Caller(product().url).with({ 'Accept-Language': 'de' });
      const signedIn = await page.post('/api/auth/login', { email: ann.email, password: PASSWORD });
      expect([signedIn.json.user.language, await languageOf(ann)]).toEqual(['de', 'de']);
      expect((await logIn(ann.email, PASSWORD)).json.user.language).toBe('de');
      const chosen = await ann.send('PUT', '/api/auth/language', { language: 'ja' });
      expect([chosen.status, chosen.json.user.language, await languageOf(ann)]).toEqual([200, 'ja', 'ja']);
      expect((await ann.send('PUT', '/api/auth/language', { language: 'tlh' })).status).toBe(400);
      await new Caller(product().url).with({ 'Accept-Language': 'en' }).post('/api/auth/forgot-password', {
        email: ann.email,
      });
      await eventually(async () =>
        (await outbox(ann.email)).some(({ subject }) => subject === '新しいパスワードの設定 – Parley'),
      );
    });

    test('is the owner’s for what an admin does, whatever page the admin reads', async () => {
      const ann = await newPerson(product().url);
      await ann.send('PUT', '/api/auth/language', { language: 'fr' });
      await product().database.connection('users').where({ email: ann.email }).update({ has_second_factor: true });
      const admin = (await newAdmin(product())).with({ 'Accept-Language': 'ar' });
      const { uid } = (await admin.get(`/api/admin/users?search=${ann.email}`)).json.users[0];
      const reset = await admin.post(`/api/admin/user/${uid}/second-factor`, { reason: 'Phone lost' });
      expect(reset.status).toBe(200);
      await eventually(async () =>
        (await outbox(ann.email)).some(({ subject }) => subject.startsWith('Connexion en deux étapes')),
      );
    });
  });

  describe('the password', () => {
    test('is changed by whoever knows it: other sessions end, this one goes on, and a mail tells', async () => {
      const ann = await newPerson(product().url);
      const phone = await secondSession(ann.email);
      const change = { currentPassword: PASSWORD, password: NEW };
      expect(await ann.post('/api/auth/change-password', change)).toMatchObject({
        status: 200,
        json: { success: true },
      });
      expect([(await ann.get('/api/auth/me')).status, (await phone.get('/api/auth/me')).status]).toEqual([200, 401]);
      expect([(await logIn(ann.email, PASSWORD)).status, (await logIn(ann.email, NEW)).status]).toEqual([401, 200]);
      const told = async () =>
        (await outbox(ann.email)).filter(({ subject }) => subject.includes('password was changed'));
      await eventually(async () => (await told()).length > 0);
      const mails = await told();
      expect(mails).toHaveLength(1);
      expect(mails[0]?.body).toMatch(/\?reset=[\w-]+/);
    });

    test('leaves other sessions where that is wished', async () => {
      const ann = await newPerson(product().url);
      const phone = await secondSession(ann.email);
      const change = { currentPassword: PASSWORD, password: NEW, endOtherSessions: false };
      expect((await ann.post('/api/auth/change-password', change)).status).toBe(200);
      expect((await phone.get('/api/auth/me')).status).toBe(200);
    });

    test('follows the rules of sign-up, and a wrong one does not end the session', async () => {
      const ann = await newPerson(product().url);
      for (const password of ['short', 'password123', ' '.repeat(9), 'x'.repeat(129)])
        expect(await ann.post('/api/auth/change-password', { currentPassword: PASSWORD, password })).toMatchObject({
          status: 400,
          json: { code: 'VALIDATION_ERROR' },
        });
      expect(await ann.post('/api/auth/change-password', { currentPassword: 'wrong', password: NEW })).toMatchObject({
        status: 403,
        json: { error: 'This is not your password', field: 'currentPassword' },
      });
      expect((await ann.get('/api/auth/me')).status).toBe(200);
    });

    test('is set by a mailed link where there is none', async () => {
      const ann = await newPerson(product().url);
      await product().database.connection('users').where({ email: ann.email }).update({ password_hash: null });
      expect((await ann.get('/api/auth/me')).json.user.hasPassword).toBe(false);
      const change = { currentPassword: PASSWORD, password: NEW };
      expect(await ann.post('/api/auth/change-password', change)).toMatchObject({
        status: 400,
        json: { code: 'NO_PASSWORD' },
      });
      await ann.post('/api/auth/forgot-password', { email: ann.email });
      const token = await eventually(async () => {
        const found = (await outbox(ann.email)).map(({ body }) => /\?reset=([\w-]+)/.exec(body)?.[1]);
        return found.find((one) => one !== undefined) ?? false;
      });
      const { json } = await ann.post('/api/auth/reset-password', { token, password: NEW });
      expect(json.user.hasPassword).toBe(true);
    });
  });
});
