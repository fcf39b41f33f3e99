import { Caller, newId, newStranger, PASSWORD, question } from '../../../product/client.ts';
import { describeProduct } from '../../../product/describe-product.ts';

describeProduct({ env: { EMAIL_VERIFICATION: 'off' } }, (product) => {
  const register = async (email = `${newId().toLowerCase()}@example.org`) => {
    const nobody = new Caller(product().url);
    const { status, json } = await nobody.post('/api/auth/register', { email, password: PASSWORD });
    return { email, status, json, person: nobody.with({ Authorization: `Bearer ${json.token}` }) };
  };

  test('where verification is off a new account is asked for nothing, and no mail goes out', async () => {
    const { email, status, json } = await register();
    expect([status, json]).toEqual([
      201,
      {
        requiresEmailVerification: false,
        token: expect.any(String),
        user: expect.objectContaining({ email, emailVerified: true }),
      },
    ]);
    expect(await product().database.connection('outbox').where({ recipient: email })).toEqual([]);
  });

  test('such an account has replies and pictures at once, also after signing in again', async () => {
    const { email, person } = await register();
    expect((await person.post('/api/ai/groq', question('Hi'))).status).toBe(200);
    expect((await person.get('/api/auth/me')).json.user.emailVerified).toBe(true);
    const again = await new Caller(product().url).post('/api/auth/login', { email, password: PASSWORD });
    expect(again.json.user.emailVerified).toBe(true);
    expect((await person.post('/api/auth/resend-verification', {})).json).toMatchObject({
      error: 'Email already verified',
    });
  });

  test('the database still knows that nobody proved the address', async () => {
    const { email } = await register();
    const [row] = await product().database.connection('users').where({ email });
    expect(Boolean(row.email_verified)).toBe(false);
  });
});

describeProduct({}, (product) => {
  test('without the setting it is on', async () => {
    const ann = await newStranger(product().url);
    expect((await ann.get('/api/auth/me')).json.user.emailVerified).toBe(false);
    expect((await ann.post('/api/ai/groq', question('Hi'))).status).toBe(403);
  });
});
