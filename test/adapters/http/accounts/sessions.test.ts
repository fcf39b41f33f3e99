import { Caller, newPerson, PASSWORD } from '../../../product/client.ts';
import { describeProduct } from '../../../product/describe-product.ts';
import { newPremiumPerson } from '../../../product/premium.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0';

interface Listed {
  readonly id: string;
  readonly device: string;
  readonly method: string;
  readonly current: boolean;
}

describeProduct({}, (product) => {
  const secondSession = async (email: string) => {
    const { json } = await new Caller(product().url)
      .with({ 'User-Agent': FIREFOX })
      .post('/api/auth/login', { email, password: PASSWORD });
    return new Caller(product().url).with({ Authorization: `Bearer ${json.token}` });
  };
  const list = async (person: Caller): Promise<Listed[]> => (await person.get('/api/auth/sessions')).json.sessions;
  /** As if the last proof of every session had been long ago. */
  const age = async (email: string) => {
    const { connection } = product().database;
    const uid = connection('users').where({ email }).select('uid');
    await connection('sessions')
      .whereIn('uid', uid)
      .update({ authenticated_at: Date.now() - 11 * 60_000 });
  };

  test('the list names device and way in; one of them ends, of the own account only', async () => {
    const ann = await newPerson(product().url);
    const bob = await newPerson(product().url);
    const firefox = await secondSession(ann.email);
    const sessions = await list(ann);
    expect(sessions.map(({ method, device, current }) => [method, device, current])).toEqual([
      ['password', 'Firefox, Linux', false],
      ['link', '', false], // of the mail that verified the address
      ['password', '', true],
    ]);
    const [other] = sessions;
    const path = `/api/auth/sessions/${other?.id ?? ''}`;
    expect((await bob.send('DELETE', path)).status).toBe(404);
    expect((await firefox.get('/api/auth/me')).status).toBe(200);
    expect((await ann.send('DELETE', path)).status).toBe(200);
    expect((await firefox.get('/api/auth/me')).status).toBe(401);
    expect(await list(ann)).toMatchObject([{ method: 'link' }, { current: true }]);
  });

  test('all others end at once, and an API key goes on', async () => {
    const { person, byKey } = await newPremiumPerson(product());
    const others = [await secondSession(person.email), await secondSession(person.email)];
    expect((await person.send('DELETE', '/api/auth/sessions')).status).toBe(200);
    for (const other of others) expect((await other.get('/api/auth/me')).status).toBe(401);
    expect([(await person.get('/api/auth/me')).status, (await byKey.get('/api/auth/me')).status]).toEqual([200, 200]);
  });

  test('what needs a fresh proof is refused until it is given, by password or by another sign-in', async () => {
    const ann = await newPerson(product().url);
    await age(ann.email);
    const refused = { status: 403, json: { code: 'REAUTHENTICATION_REQUIRED' } };
    expect(await ann.get('/api/account/export')).toMatchObject(refused);
    expect(await ann.post('/api/auth/reauthenticate', { password: 'wrong one' })).toMatchObject({
      status: 403,
      json: { field: 'password' },
    });
    expect(await ann.get('/api/account/export')).toMatchObject(refused);
    expect((await ann.post('/api/auth/reauthenticate', { password: PASSWORD })).status).toBe(200);
    expect((await ann.get('/api/account/export')).status).toBe(200);
    await age(ann.email);
    const before = await list(ann);
    const { json } = await new Caller(product().url).post('/api/auth/login', { email: ann.email, password: PASSWORD });
    expect((await ann.post('/api/auth/reauthenticate', { sessionToken: json.token })).status).toBe(200);
    expect((await ann.get('/api/account/export')).status).toBe(200);
    expect(await list(ann)).toHaveLength(before.length);
  });

  test('an account without a password is not deleted by its typed address alone', async () => {
    const ann = await newPerson(product().url);
    await product().database.connection('users').where({ email: ann.email }).update({ password_hash: null });
    await age(ann.email);
    expect(await ann.post('/api/account/delete', { email: ann.email })).toMatchObject({
      status: 403,
      json: { code: 'REAUTHENTICATION_REQUIRED' },
    });
    expect((await ann.get('/api/auth/me')).status).toBe(200);
  });
});
