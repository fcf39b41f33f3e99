import { type Caller, newPerson } from '../../../product/client.ts';
import { describeProduct } from '../../../product/describe-product.ts';

const REASON = 'Because it is spring';

type Json = ReturnType<typeof JSON.parse>;

/** A number that is none of its field is refused where it arrives, with the name of the field. */
describeProduct({}, (product) => {
  let ada: Caller;
  let adaUid: string;

  beforeAll(async () => {
    ada = await newPerson(product().url, 'ada@example.org');
    adaUid = (await ada.get('/api/auth/me')).json.user.uid;
    await product().database.connection('users').where({ uid: adaUid }).update({ is_admin: true });
  });

  const set = (document: Json, [name = '', ...rest]: readonly string[], value: unknown): Json =>
    rest.length === 0
      ? { ...document, [name]: value }
      : { ...document, [name]: set(document[name] ?? {}, rest, value) };
  const NOT_COUNTS = ['abc', '7', 2.7, -2, null];
  const CASES = [
    ['POST', '/api/admin/agent-config', 'config', 'maxAgentRequests.free', NOT_COUNTS],
    ['POST', '/api/admin/freemium-config', 'config', 'freemiumMaxMessages', [...NOT_COUNTS, 0, 11, -1]],
    ['POST', '/api/admin/vision-config', '', 'rateLimits.basic.daily', [...NOT_COUNTS, -1]],
    ['PUT', '/api/admin/storage-limits', '', 'tiers.free.maxFiles', NOT_COUNTS],
    ['PUT', '/api/admin/storage-limits', '', 'maxFilesPerMessage', [...NOT_COUNTS, -1, 21]],
    ['PUT', '/api/admin/storage-limits', '', 'fileContext.free.maxTokens', [...NOT_COUNTS, -1, 0, 1999, 1_000_001]],
    ['PUT', '/api/admin/storage-limits', '', 'chats.unverified.maxChats', NOT_COUNTS],
    ['PUT', '/api/admin/file-ttl-config', '', 'chatFiles.ttlHours', ['abc', '7', 0.7, 0.25, 0, -1, 8761, null]],
  ] as const;

  test.each(CASES)(
    'is refused by %s %s with the name of the field, and nothing is changed',
    async (method, path, key, field, values) => {
      const before = (await ada.get(path)).json;
      for (const value of values) {
        const form = set(key === '' ? before : (before[key] ?? before), field.split('.'), value);
        const body = key === '' ? { ...form, reason: REASON } : { [key]: form, reason: REASON };
        const refused = await ada.send(method, path, body);
        const named = key === '' ? field : `${key}.${field}`;
        expect([value, refused.status, refused.json.field]).toEqual([value, 400, named]);
      }
      expect((await ada.get(path)).json).toEqual(before);
    },
  );

  test('is refused for the limits of a person too; null is the limit of their plan', async () => {
    const path = `/api/admin/user/${adaUid}/limits`;
    for (const dailyMessages of ['abc', 2.7, -2]) {
      const refused = await ada.post(path, { limits: { dailyMessages, moonshotDaily: null }, reason: REASON });
      expect([refused.status, refused.json.field]).toEqual([400, 'limits.dailyMessages']);
    }
    const saved = await ada.post(path, { limits: { dailyMessages: null, moonshotDaily: 7 }, reason: REASON });
    expect(saved.json.user.customLimits).toMatchObject({ dailyMessages: null, moonshotDaily: 7 });
    expect((await ada.post(path, { limits: null, reason: REASON })).json.user.customLimits).toBeNull();
  });
});
