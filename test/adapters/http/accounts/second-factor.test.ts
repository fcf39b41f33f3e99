import { CryptoOneTimePasswords } from '../../../../src/adapters/system/one-time-passwords.ts';
import { ROUTES } from '../../../../src/contract/all-routes.ts';
import { newAdmin } from '../../../product/admin.ts';
import { Caller, newPerson, PASSWORD } from '../../../product/client.ts';
import { describeProduct } from '../../../product/describe-product.ts';

const passwords = new CryptoOneTimePasswords();
const codeOf = (secret: string, offset = 0) => passwords.codeAt(secret, Math.floor(Date.now() / 30_000) + offset);

const OPEN = [
  'get /api/account/second-factor',
  'get /api/auth/me',
  'get /api/auth/sessions',
  'post /api/account/passkeys',
  'post /api/account/passkeys/options',
  'post /api/account/second-factor/totp',
  'post /api/account/second-factor/totp/confirm',
  'post /api/auth/logout',
  'post /api/auth/logout-everywhere',
  'post /api/auth/reauthenticate',
  'post /api/auth/resend-verification',
  'put /api/auth/language',
];

describeProduct({}, (product) => {
  const nobody = () => new Caller(product().url);
  const enrolled = async () => {
    const ann = await newPerson(product().url);
    const { secret } = (await ann.post('/api/account/second-factor/totp')).json;
    const { json } = await ann.post('/api/account/second-factor/totp/confirm', { code: codeOf(secret, -1) });
    const logIn = () => nobody().post('/api/auth/login', { email: ann.email, password: PASSWORD });
    return { ann, secret, codes: json.recoveryCodes, logIn };
  };

  test('a right password gets a challenge and no session; an older client gets a plain text', async () => {
    const { logIn } = await enrolled();
    const { status, json } = await logIn();
    expect([status, json]).toEqual([
      403,
      {
        error: expect.stringContaining('authenticator app'),
        code: 'SECOND_FACTOR_NEEDED',
        requiresSecondFactor: true,
        challenge: expect.any(String),
        methods: ['totp', 'recovery-code'],
      },
    ]);
  });

  test('a code, or a recovery code, finishes it', async () => {
    const { ann, secret, codes, logIn } = await enrolled();
    for (const proof of [{ code: codeOf(secret, 1) }, { recoveryCode: codes[0] }]) {
      const { challenge } = (await logIn()).json;
      const { status, json } = await nobody().post('/api/auth/second-factor', { challenge, proof });
      expect([status, json.user.email]).toEqual([200, ann.email]);
      const session = nobody().with({ Authorization: `Bearer ${json.token}` });
      expect((await session.get('/api/account/second-factor')).json.totpSince).toEqual(expect.any(String));
    }
  });

  test('a wrong code is refused in words', async () => {
    const { logIn } = await enrolled();
    const { challenge } = (await logIn()).json;
    const answer = await nobody().post('/api/auth/second-factor', { challenge, proof: { code: '000000' } });
    expect([answer.status, answer.json.code]).toEqual([403, 'WRONG_SECOND_FACTOR']);
  });

  test('the secret is encrypted, codes and challenge are digests', async () => {
    const { secret, codes, logIn } = await enrolled();
    const { challenge } = (await logIn()).json;
    const { connection } = product().database;
    const tables = await Promise.all(
      ['authenticator_apps', 'recovery_codes', 'account_tokens'].map((name) => connection(name)),
    );
    const stored = JSON.stringify(tables);
    for (const shown of [secret, challenge, ...codes, ...codes.map((code: string) => code.replaceAll('-', ''))])
      expect(stored).not.toContain(shown);
  });

  describe('where everybody must have one', () => {
    const requireOf = async (requiredOf: string) => {
      const admin = await newAdmin(product());
      const { secret } = (await admin.post('/api/account/second-factor/totp')).json;
      await admin.post('/api/account/second-factor/totp/confirm', { code: codeOf(secret, -1) });
      expect((await admin.post('/api/admin/second-factor-config', { requiredOf })).status).toBe(200);
      return admin;
    };

    test('who lacks one may only set it up, with a session or a key, and then goes on', async () => {
      const ann = await newPerson(product().url);
      const admin = await requireOf('everybody');
      const refused = { status: 403, json: { code: 'SECOND_FACTOR_REQUIRED' } };
      for (const path of ['/api/progress/chats', '/api/files', '/api/account/export?format=json'])
        expect(await ann.get(path)).toMatchObject(refused);
      expect(await ann.post('/api/ai/groq', { messages: [{ role: 'user', content: 'Hi' }] })).toMatchObject(refused);
      expect((await ann.get('/api/auth/me')).status).toBe(200);
      const { secret } = (await ann.post('/api/account/second-factor/totp')).json;
      await ann.post('/api/account/second-factor/totp/confirm', { code: codeOf(secret, -1) });
      expect((await ann.get('/api/progress/chats')).status).toBe(200);
      expect((await admin.post('/api/admin/second-factor-config', { requiredOf: 'nobody' })).status).toBe(200);
    });

    test('no call but those named is open: a new one is closed by itself', () => {
      const open = ROUTES.filter(({ withoutSecondFactor }) => withoutSecondFactor === true);
      expect(open.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(OPEN);
    });
  });

  test('an admin resets it for somebody who has lost everything', async () => {
    const { ann, logIn } = await enrolled();
    const admin = await newAdmin(product());
    const { user } = (await ann.get('/api/auth/me')).json;
    const answer = await admin.post(`/api/admin/user/${user.uid}/second-factor`, { reason: 'Lost the phone' });
    expect([answer.status, answer.json.user.hasSecondFactor]).toEqual([200, false]);
    expect((await ann.get('/api/auth/me')).status).toBe(401);
    expect((await logIn()).status).toBe(200);
  });
});
