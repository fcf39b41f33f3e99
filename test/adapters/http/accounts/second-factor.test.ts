import { CryptoOneTimePasswords } from '../../../../src/adapters/system/one-time-passwords.ts';
import { Caller, newPerson, PASSWORD } from '../../../product/client.ts';
import { describeProduct } from '../../../product/describe-product.ts';

const passwords = new CryptoOneTimePasswords();
const codeOf = (secret: string, offset = 0) => passwords.codeAt(secret, Math.floor(Date.now() / 30_000) + offset);

describeProduct({}, (product) => {
  const nobody = () => new Caller(product().url);
  const enrolled = async () => {
    const ann = await newPerson(product().url);
    const { secret } = (await ann.post('/api/account/second-factor/totp')).json;
    const { json } = await ann.post('/api/account/second-factor/totp/confirm', { code: codeOf(secret, -1) });
    const logIn = () => nobody().post('/api/auth/login', { email: ann.email, password: PASSWORD });
    return { ann, secret, codes: json.recoveryCodes, logIn };
  };

  test('a right password gets a challenge and no session, and a client that does not know the step a plain text', async () => {
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
});
