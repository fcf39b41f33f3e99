import { DEFAULT_NOTICES, type Notices } from '../../../../src/shared/settings/notices.ts';
import { newAdmin, newSomebody } from '../../../product/admin.ts';
import { Caller, newId, newVisitor, PASSWORD } from '../../../product/client.ts';
import { describeProduct } from '../../../product/describe-product.ts';

const ANNOUNCEMENT = { isShown: true, tone: 'warning', text: 'Moving on Friday' } as const;

describeProduct({}, (product) => {
  type Person = Awaited<ReturnType<typeof newSomebody>>;
  let admin: Person;
  let ann: Person;
  const nobody = () => new Caller(product().url);
  const set = (part: Partial<Notices>) =>
    admin.post('/api/admin/notices', { ...DEFAULT_NOTICES, ...part, reason: 'because of a test' });

  beforeAll(async () => {
    admin = await newAdmin(product());
    ann = await newSomebody(product());
  });

  test('an announcement is read by everybody while it is shown', async () => {
    expect((await nobody().get('/api/theme')).json).toMatchObject({ announcement: null, maintenance: null });
    expect((await set({ announcement: ANNOUNCEMENT })).status).toBe(200);
    const { json } = await nobody().get('/api/theme');
    expect(json.announcement).toEqual({ tone: 'warning', text: 'Moving on Friday' });
    await set({ announcement: { ...ANNOUNCEMENT, text: ' ' } });
    expect((await nobody().get('/api/theme')).json.announcement).toBeNull();
    await set({ announcement: { ...ANNOUNCEMENT, isShown: false } });
    expect((await nobody().get('/api/theme')).json.announcement).toBeNull();
    expect((await set({ announcement: { ...ANNOUNCEMENT, text: 'x'.repeat(501) } })).json.field).toBe(
      'announcement.text',
    );
  });

  describe('during maintenance', () => {
    const chatId = newId();
    beforeAll(async () => {
      await (await ann.ask('Keep this', { chatId, messageId: 'm1' })).whole();
      expect((await set({ maintenance: { isOn: true, text: 'Back at nine' } })).status).toBe(200);
    });
    afterAll(() => set({ maintenance: { isOn: false, text: '' } }));

    test('everybody reads on, signs in and out, and is told why', async () => {
      expect((await nobody().get('/api/theme')).json.maintenance).toEqual({ text: 'Back at nine' });
      expect((await ann.get(`/api/progress/chat/${chatId}`)).status).toBe(200);
      const signedIn = await nobody().post('/api/auth/login', { email: ann.email, password: PASSWORD });
      expect(signedIn.status).toBe(200);
      const again = nobody().with({ Authorization: `Bearer ${signedIn.json.token}` });
      expect((await again.post('/api/auth/logout')).status).toBe(200);
    });

    test('only admins change anything', async () => {
      const refused = { error: 'Back at nine', retryAfterMs: 60_000 };
      const message = { messages: [{ role: 'user', content: 'Hi' }], model: 'llama-3.1-8b-instant' };
      for (const answer of [
        await ann.post('/api/ai/groq', message),
        await ann.send('DELETE', `/api/progress/chat/${chatId}`),
        await ann.send('PUT', '/api/auth/me', { name: 'Anna' }),
        await ann.post('/api/auth/change-password', { currentPassword: PASSWORD, newPassword: `${PASSWORD} 2` }),
        await ann.post('/api/auth/change-email', { email: 'anna@example.org', password: PASSWORD }),
        await newVisitor(product().url).post('/api/ai/trial', { message: 'Hi' }),
        await nobody().post('/api/auth/register', {
          email: `${newId().toLowerCase()}@new.example`,
          password: PASSWORD,
        }),
      ])
        expect([answer.status, answer.json]).toEqual([503, refused]);
      expect((await admin.send('PUT', '/api/auth/me', { name: 'Ada' })).status).toBe(200);
      expect((await nobody().post('/api/stripe/webhook', {})).status).toBe(400);
      expect((await ann.post(`/api/ai/replies/${newId()}/stop`)).status).toBe(404);
      expect((await ann.post('/api/admin/notices', {})).status).toBe(403);
    });

    test('a call without rights learns no more than otherwise', async () => {
      expect((await nobody().post('/api/ai/groq', {})).status).toBe(401);
    });
  });
});
