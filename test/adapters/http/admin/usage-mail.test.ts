import { newAdmin, newSomebody } from '../../../product/admin.ts';
import { describeProduct } from '../../../product/describe-product.ts';

/**
 * The weekly mail on the real server: its setting, its switch and its numbers. Who is sent one
 * when: `admin-mails.test.ts`.
 */
describeProduct({}, (product) => {
  const mailsTo = async (recipient: string): Promise<{ subject: string; body: string; html: string }[]> =>
    product().database.connection('outbox').where({ recipient });

  test('is set by admins; each can turn it off, or have one sent once a minute with the numbers', async () => {
    const admin = await newAdmin(product());
    const path = '/api/admin/usage-mail-config';
    expect((await admin.get(path)).json).toMatchObject({ isOn: false, weekday: 'monday' });
    const saved = await admin.post(path, { isOn: true, weekday: 'friday', reason: 'We want to know' });
    expect(saved.json.config).toMatchObject({ isOn: true, weekday: 'friday' });
    expect((await admin.post(path, { isOn: true, weekday: 'someday' })).status).toBe(400);
    expect((await admin.post(path, { isOn: false, weekday: 'friday', reason: 'Enough' })).status).toBe(200);

    const own = '/api/admin/usage-mail';
    expect((await admin.get(own)).json).toEqual({ receives: true, address: admin.email });
    expect((await admin.send('PUT', own, { receives: false })).json).toEqual({ receives: false, address: admin.email });
    expect((await admin.get(own)).json.receives).toBe(false);

    const DAY_MS = 86_400_000;
    const yesterday = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
    await product()
      .database.connection('usage_days')
      .insert({ day: yesterday, model: 'acme/big', messages: 4321, input_tokens: 5, output_tokens: 6, file_tokens: 0 });
    await product()
      .database.connection('usage_people')
      .insert({ day: yesterday, owner: `user:${admin.uid}` });
    await admin.send('PUT', '/api/auth/language', { language: 'de' });
    expect((await admin.post(`${own}/send`)).json).toEqual({ sentTo: admin.email, detail: '' });
    const mail = (await mailsTo(admin.email)).find(({ subject }) => subject === 'Die Woche Ihres Servers – Parley');
    expect(mail?.body).toContain('Nachrichten: 4.321 | 0');
    expect(mail?.body).toContain('Aktive Personen: 1 | 0');
    expect(mail?.body).toContain('acme/big: 4.321 | 11');
    expect(mail?.html).toContain('acme/big');
    const again = await admin.post(`${own}/send`);
    expect([
      again.status,
      (await mailsTo(admin.email)).filter(({ subject }) => subject.includes('Woche')).length,
    ]).toEqual([429, 1]);
  });

  test('an address that nobody verified gets none', async () => {
    const admin = await newAdmin(product());
    await product().database.connection('users').where({ uid: admin.uid }).update({ email_verified: false });
    expect((await admin.get('/api/admin/usage-mail')).json.address).toBeNull();
    const refused = await admin.post('/api/admin/usage-mail/send');
    expect([refused.status, refused.json.error]).toEqual([400, 'Your account has no verified email address']);
    const ann = await newSomebody(product());
    expect((await ann.post('/api/admin/usage-mail/send')).status).toBe(403);
  });
});
