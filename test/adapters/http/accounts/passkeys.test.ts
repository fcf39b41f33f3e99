import { Caller, newPerson, PASSWORD } from '../../../product/client.ts';
import { describeProduct } from '../../../product/describe-product.ts';
import { SoftwareAuthenticator } from '../../../support/software-authenticator.ts';

const ADD = '/api/account/passkeys';
const SIGN_IN = '/api/auth/passkey';

describeProduct({}, (product) => {
  const nobody = () => new Caller(product().url);
  const callFor = (rpId: string, challenge: string) => ({
    rpId,
    origin: `http://${rpId}:${new URL(product().url).port}`,
    challenge,
  });
  const newCall = async (person: Caller) => {
    const { options } = (await person.post(`${ADD}/options`)).json;
    return callFor(options.rp.id, options.challenge);
  };
  const add = async (person: Caller, authenticator: SoftwareAuthenticator, name = 'Laptop') =>
    person.post(ADD, { name, answer: authenticator.register(await newCall(person)) });
  const signInCall = async () => {
    const { options } = (await nobody().post(`${SIGN_IN}/options`)).json;
    return callFor(options.rpId, options.challenge);
  };
  const signIn = async (authenticator: SoftwareAuthenticator) =>
    nobody().post(SIGN_IN, { answer: authenticator.authenticate(await signInCall()) });
  const withPasskey = async () => {
    const ann = await newPerson(product().url);
    const authenticator = new SoftwareAuthenticator();
    const { json } = await add(ann, authenticator);
    return { ann, authenticator, codes: json.recoveryCodes };
  };
  const refused = { status: 403, json: { code: 'INVALID_PASSKEY' } };

  test('is added with recovery codes, is listed, signs in alone, and guards the password', async () => {
    const { ann, authenticator, codes } = await withPasskey();
    expect(codes).toHaveLength(10);
    expect((await ann.get('/api/account/second-factor')).json).toMatchObject({
      totpSince: null,
      passkeys: [{ id: expect.any(String), name: 'Laptop', lastUsedAt: null }],
    });
    const { status, json } = await signIn(authenticator);
    expect([status, json.user.email]).toEqual([200, ann.email]);
    expect((await nobody().post('/api/auth/login', { email: ann.email, password: PASSWORD })).json).toMatchObject({
      code: 'SECOND_FACTOR_NEEDED',
      methods: ['passkey', 'recovery-code'],
    });
    const { passkeys } = (await ann.get('/api/account/second-factor')).json;
    expect(passkeys[0].lastUsedAt).toEqual(expect.any(String));
  });

  test('a second one makes no new recovery codes; without any the password is enough again', async () => {
    const { ann } = await withPasskey();
    const second = await add(ann, new SoftwareAuthenticator(), 'Phone');
    expect([second.status, second.json.recoveryCodes]).toEqual([201, null]);
    const { passkeys } = (await ann.get('/api/account/second-factor')).json;
    expect(passkeys.map(({ name }: { name: string }) => name)).toEqual(['Laptop', 'Phone']);
    for (const { id } of passkeys) await ann.send('DELETE', `${ADD}/${id}`);
    expect((await ann.get('/api/account/second-factor')).json).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 });
    expect((await nobody().post('/api/auth/login', { email: ann.email, password: PASSWORD })).status).toBe(200);
  });

  test('is refused with another address, without the person verified, or with a foreign challenge', async () => {
    const { ann } = await withPasskey();
    const call = await newCall(ann);
    const wrong = [
      { ...call, origin: 'https://parley.example.evil' },
      { ...call, rpId: 'evil.example' },
      { ...call, challenge: Buffer.from('made up').toString('base64url') },
      await signInCall(),
    ];
    for (const each of wrong) {
      const answer = new SoftwareAuthenticator().register(each);
      expect(await ann.post(ADD, { name: 'Evil', answer })).toMatchObject(refused);
    }
    const unverified = new SoftwareAuthenticator();
    unverified.verifiesPerson = false;
    expect(await ann.post(ADD, { name: 'Key', answer: unverified.register(await newCall(ann)) })).toMatchObject(
      refused,
    );
    const other = await newPerson(product().url);
    const answer = new SoftwareAuthenticator().register(await newCall(other));
    expect(await ann.post(ADD, { name: 'Of another account', answer })).toMatchObject(refused);
  });

  test('signs in once by a challenge, not by a stranger’s key, a copy, or an unverified person', async () => {
    const { authenticator } = await withPasskey();
    const call = await signInCall();
    const answer = authenticator.authenticate(call);
    expect((await nobody().post(SIGN_IN, { answer })).status).toBe(200);
    expect(await nobody().post(SIGN_IN, { answer })).toMatchObject(refused);
    authenticator.counter -= 1; // a copy that did not see the last use
    expect(await signIn(authenticator)).toMatchObject(refused);
    authenticator.verifiesPerson = false;
    expect(await signIn(authenticator)).toMatchObject(refused);
    const stranger = new SoftwareAuthenticator().authenticate(await signInCall());
    expect(await nobody().post(SIGN_IN, { answer: stranger })).toMatchObject(refused);
    const forged = { ...stranger, id: answer.id, rawId: answer.rawId };
    expect(await nobody().post(SIGN_IN, { answer: forged })).toMatchObject(refused);
  });

  test('twenty are all, and one credential belongs to one account', async () => {
    const { ann, authenticator } = await withPasskey();
    const bob = await newPerson(product().url);
    expect((await add(bob, authenticator)).status).toBe(409);
    for (let count = 1; count < 20; count += 1) await add(ann, new SoftwareAuthenticator(), `Key ${count}`);
    expect((await ann.post(`${ADD}/options`)).status).toBe(409);
  });
});
