import { newAdmin, newAuditor } from '../../../product/admin.ts';
import { Caller, eventually, newId, PASSWORD, tokenIn } from '../../../product/client.ts';
import { describeProduct } from '../../../product/describe-product.ts';

/** All come from one network address here, and none of them is what these tests are about. */
const ENV = { REGISTRATIONS_PER_HOUR: '1000' };

describeProduct({ env: ENV }, (product) => {
  const nobody = () => new Caller(product().url);
  let admin: Awaited<ReturnType<typeof newAdmin>>;
  beforeAll(async () => {
    admin = await newAdmin(product());
  });
  const setMode = async (mode: string, domains: readonly string[] = []) =>
    expect((await admin.post('/api/admin/registration-config', { mode, domains })).status).toBe(200);
  const newAddress = () => `${newId().toLowerCase()}@example.org`;
  const register = (body: object, email = newAddress()) =>
    nobody().post('/api/auth/register', { email, password: PASSWORD, ...body });
  const mailTo = (recipient: string) =>
    eventually(
      async () =>
        (await product().database.connection('outbox').where({ recipient }).first('subject', 'body')) ?? false,
    );
  const requestOf = (email: string) =>
    eventually(async () => {
      const { requests } = (await admin.get('/api/admin/registration-requests?limit=100')).json;
      return requests.find((one: { email: string }) => one.email === email) ?? false;
    });

  test.each(['open', 'invitation', 'approval', 'closed'])('the page learns that registration is %s', async (mode) => {
    await setMode(mode);
    expect((await nobody().get('/api/auth/ways')).json.registration).toBe(mode);
  });

  test('by invitation: mailed in the chosen language, with a plan for some days, which then ends', async () => {
    await setMode('invitation');
    const uninvited = await register({});
    expect([uninvited.status, uninvited.json]).toMatchObject([403, { code: 'INVITATION_REQUIRED' }]);
    const email = newAddress();
    const wanted = { email, language: 'de', tier: 'premium', tierDays: 30 };
    const { status, json } = await admin.post('/api/admin/invitations', wanted);
    expect([status, json]).toEqual([201, { id: expect.any(String), link: expect.any(String), isMailed: true }]);
    const mail: { subject: string; body: string } = await mailTo(email);
    expect(mail.subject).toBe('Sie sind eingeladen – Parley');
    const token = /invite=([\w-]+)/.exec(mail.body)?.[1];
    expect((await nobody().post('/api/auth/invitation', { token })).json).toMatchObject({ email, tier: 'premium' });
    const made = await register({ invitation: token }, email);
    expect(made.json).toMatchObject({
      requiresEmailVerification: false,
      user: { emailVerified: true, tier: 'premium' },
    });
    const again = await nobody().post('/api/auth/invitation', { token });
    expect([again.status, again.json]).toMatchObject([400, { code: 'INVALID_INVITATION' }]);
    const { users } = (await admin.get(`/api/admin/users?search=${made.json.user.uid}`)).json;
    expect(users[0].granted).toMatchObject({ tier: 'premium', reason: 'By invitation' });
    expect(Date.parse(users[0].granted.expiresAt) - Date.parse(users[0].granted.at)).toBe(30 * 86_400_000);
    const own = nobody().with({ Authorization: `Bearer ${made.json.token}` });
    expect((await own.get('/api/stripe/subscription')).json).toMatchObject({
      tier: 'premium',
      granted: { paidTier: 'free', ends: { at: users[0].granted.expiresAt, tier: 'free' } },
    });
    expect((await own.post('/api/stripe/create-checkout', { tier: 'premium' })).status).toBe(200);
  });

  test('no token is stored, and only admins make invitations while auditors see them', async () => {
    await setMode('invitation');
    const auditor = await newAuditorOf();
    const { id, link } = (await admin.post('/api/admin/invitations', { email: null, uses: 3 })).json;
    const rows = await product().database.connection('invitations').where({ id });
    expect(JSON.stringify(rows)).not.toContain(tokenIn(link));
    const listed = (await auditor.get('/api/admin/invitations')).json;
    expect(JSON.stringify(listed)).not.toContain('igest');
    expect(listed.invitations[0]).toMatchObject({ id, uses: 3, used: 0, revokedAt: null });
    expect((await auditor.send('DELETE', `/api/admin/invitations/${id}`)).status).toBe(403);
    expect((await admin.send('DELETE', `/api/admin/invitations/${id}`)).status).toBe(200);
    expect((await admin.send('DELETE', `/api/admin/invitations/${id}`)).status).toBe(404);
    expect((await register({ invitation: tokenIn(link) })).json.code).toBe('INVALID_INVITATION');
  });

  const newAuditorOf = async () => {
    await setMode('open');
    const auditor = await newAuditor(product());
    await setMode('invitation');
    return auditor;
  };

  test('N uses are N accounts when many register at once', async () => {
    await setMode('invitation');
    const { link } = (await admin.post('/api/admin/invitations', { email: null, uses: 2 })).json;
    const tries = await Promise.all([1, 2, 3, 4, 5].map(() => register({ invitation: tokenIn(link) })));
    expect(tries.map(({ status }) => status).toSorted()).toEqual([201, 201, 400, 400, 400]);
  });

  test('by approval: the answer is the same for an address that has an account, without a request', async () => {
    await setMode('approval');
    const email = newAddress();
    const answers = await Promise.all([register({}, email), register({}, admin.email)]);
    expect(answers[0]?.json).toEqual(answers[1]?.json);
    expect(answers.map(({ status, json }) => [status, json])).toMatchObject([
      [403, { code: 'APPROVAL_PENDING', requiresApproval: true, byMail: true }],
      [403, { code: 'APPROVAL_PENDING' }],
    ]);
    expect(await requestOf(email)).toMatchObject({ way: 'password', emailVerified: false, declined: null });
    const told = { recipient: admin.email, subject: 'You have an account already – Parley' };
    await eventually(async () => (await product().database.connection('outbox').where(told)).length === 1);
    const { requests } = (await admin.get('/api/admin/registration-requests?limit=100')).json;
    expect(requests.map((one: { email: string }) => one.email)).not.toContain(admin.email);
  });

  test('an approved person signs in by the mailed link; nothing of the password was in the list', async () => {
    await setMode('approval');
    const email = newAddress();
    await register({ language: 'fr' }, email);
    const request = await requestOf(email);
    expect(JSON.stringify(request)).not.toMatch(/password_?hash|scrypt/i);
    expect((await admin.post(`/api/admin/registration-requests/${request.id}/approve`)).status).toBe(200);
    const mail = await mailTo(email);
    expect(mail.subject).toBe('Votre compte est prêt – Parley');
    const token = /token=([\w-]+)/.exec(mail.body)?.[1];
    expect((await nobody().post('/api/auth/verify-email', { token })).json.user).toMatchObject({ email });
    expect((await nobody().post('/api/auth/login', { email, password: PASSWORD })).status).toBe(200);
    expect((await admin.post(`/api/admin/registration-requests/${request.id}/approve`)).status).toBe(404);
  });

  test('a declined person is told the reason, as plain text', async () => {
    await setMode('approval');
    const email = newAddress();
    await register({}, email);
    const { id } = await requestOf(email);
    await admin.post(`/api/admin/registration-requests/${id}/decline`, { reason: 'No <b>room</b>' });
    const row = await eventually(
      async () => (await product().database.connection('outbox').where({ recipient: email }).first()) ?? false,
    );
    expect(row.body).toContain('No <b>room</b>');
    expect(row.html).toContain('No &#60;b&#62;room');
    expect(await requestOf(email)).toMatchObject({ declined: { reason: 'No <b>room</b>' } });
  });

  test('the audit log has what was asked and decided, and nothing that is no refusal as one', async () => {
    const entries = await eventually(async () => {
      const { entries: found } = (await admin.get('/api/admin/audit?limit=200')).json;
      return JSON.stringify(found).includes('InvitationRequired') && found; // refusals are written a little later
    });
    const lines = entries.map((one: { action: string; outcome: string }) => `${one.action} ${one.outcome}`);
    for (const action of ['invitation.create', 'invitation.revoke', 'registration.request', 'registration.approve'])
      expect(lines).toContain(`${action} done`);
    expect(JSON.stringify(entries)).not.toContain('ApprovalPending');
  });

  test('what is deleted with an account is its invitation too', async () => {
    await setMode('invitation');
    const email = newAddress();
    const { link } = (await admin.post('/api/admin/invitations', { email })).json;
    const { token, user } = (await register({ invitation: tokenIn(link) }, email)).json;
    expect(token).toBeDefined();
    const body = { confirm: email, reason: 'Asked for it' };
    expect((await admin.post(`/api/admin/user/${user.uid}/delete`, body)).status).toBe(200);
    await eventually(async () => (await product().database.connection('invitations').where({ email })).length === 0);
  });
});
