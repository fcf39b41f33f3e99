import { type ServerEvent, ServerEventLog } from '../../../../src/domain/kernel/ports.ts';
import { GEMMA, KIMI, LLAMA } from '../../../fakes/billing.ts';
import { Caller, newPerson, PASSWORD, question } from '../../../product/client.ts';
import { describeProduct } from '../../../product/describe-product.ts';

const PREVIEW = 'llama-3.2-90b-text-preview';
const OVERRIDE = '/api/admin/temp-subscription-override';
const acting = (type: string, enabled = 'true') => ({
  'X-Admin-Override-Enabled': enabled,
  'X-Admin-Override-Type': type,
});

type Json = ReturnType<typeof JSON.parse>;

describeProduct({}, (product) => {
  const people: Record<string, Caller & { email: string; uid: string }> = {};
  const events: ServerEvent[] = [];

  const make = async (name: string, as: { subscription?: string; is_admin?: boolean }) => {
    const person = await newPerson(product().url, `${name}@example.org`);
    const { uid } = (await person.get('/api/auth/me')).json.user;
    if (Object.keys(as).length > 0) await product().database.connection('users').where({ uid }).update(as);
    people[name] = Object.assign(person, { uid: uid as string });
  };
  const the = (name: string) => {
    const person = people[name];
    if (!person) throw new Error(`nobody is called ${name}`);
    return person;
  };
  const send = (who: Caller, more: object = {}, headers = {}) =>
    who.post('/api/ai/groq', question('Hi', { stream: false, ...more }), headers);
  const idsOf = async (who: Caller, headers = {}): Promise<string[]> =>
    (await who.get('/api/ai/discover-models', headers)).json.models.map(({ id }: Json) => id);
  const usage = async (who: Caller, headers = {}): Promise<Json> => (await who.get('/api/ai/usage', headers)).json;

  beforeAll(async () => {
    await make('ada', { is_admin: true });
    await make('fred', {});
    await make('bob', { subscription: 'basic' });
    await make('pam', { subscription: 'premium' });
    const log = product().running.container.get(ServerEventLog);
    const add = log.add.bind(log);
    log.add = (event) => {
      events.push(event);
      add(event);
    };
  });
  beforeEach(() => void events.splice(0));

  describe('the models that are shown', () => {
    test('are one on the free plan, all but previews on basic, and all on premium and for admins', async () => {
      expect(await idsOf(the('fred'))).toEqual([KIMI]);
      expect((await idsOf(the('bob'))).toSorted()).toEqual([GEMMA, LLAMA, KIMI].toSorted());
      expect((await idsOf(the('pam'))).toSorted()).toEqual([GEMMA, LLAMA, PREVIEW, KIMI].toSorted());
      expect((await idsOf(the('ada'))).toSorted()).toEqual([GEMMA, LLAMA, PREVIEW, KIMI].toSorted());
    });

    test('come by category, with their marks, from memory for an hour', async () => {
      const { models, cached, isAdmin } = (await the('pam').get('/api/ai/discover-models')).json;
      expect([cached, isAdmin]).toEqual([true, false]);
      expect(
        models.map(({ id, category, isRecommended, isPreview }: Json) => [id, category, isRecommended, isPreview]),
      ).toEqual([
        [LLAMA, 'LLaMA', true, false],
        [PREVIEW, 'LLaMA', false, true],
        [GEMMA, 'Gemma', false, false],
        [KIMI, 'Other', true, false],
      ]);
      expect(Object.keys(models[0]).toSorted()).toEqual([
        'category',
        'created',
        'displayName',
        'id',
        'isPreview',
        'isRecommended',
        'owned_by',
      ]);
      expect((await the('ada').get('/api/ai/discover-models')).json.isAdmin).toBe(true);
      expect((await new Caller(product().url).get('/api/ai/discover-models')).status).toBe(401);
    });

    test('are what may be asked for: others are refused by the server', async () => {
      const answers = await Promise.all([
        send(the('fred'), { model: PREVIEW }),
        send(the('bob'), { model: PREVIEW }),
        send(the('bob'), { model: LLAMA }),
        send(the('pam'), { model: PREVIEW }),
        send(the('ada'), { model: PREVIEW }),
        send(the('ada'), { model: 'nonsense' }),
      ]);
      expect(answers.map(({ status, json }) => [status, json.code])).toEqual([
        [403, 'SUBSCRIPTION_REQUIRED'],
        [403, 'SUBSCRIPTION_REQUIRED'],
        [200, undefined],
        [200, undefined],
        [200, undefined],
        [400, 'MODEL_CONFIG_ERROR'],
      ]);
    });
  });

  describe('an admin’s override', () => {
    afterEach(() => the('ada').post(OVERRIDE, { enabled: false }));
    const turnOn = (overrideType?: string) => the('ada').post(OVERRIDE, { enabled: true, overrideType });

    test('lasts a day, is told with the account, and is an event when it goes on and off', async () => {
      const { uid } = the('ada');
      const on = await turnOn('basic');
      const { expiresAt } = on.json.override;
      expect([on.status, on.json]).toEqual([
        200,
        { success: true, override: { enabled: true, overrideType: 'basic', expiresAt } },
      ]);
      const left = Date.parse(expiresAt) - Date.now();
      expect(left > 86_000_000 && left <= 86_400_000).toBe(true);
      const override = { enabled: true, overrideType: 'basic', expiresAt };
      expect((await the('ada').get('/api/auth/me')).json.user).toMatchObject({
        subscription: 'free',
        tier: 'basic',
        isAdmin: true,
        override,
      });
      const again = await new Caller(product().url).post('/api/auth/login', {
        email: the('ada').email,
        password: PASSWORD,
      });
      expect(again.json.user).toMatchObject({ tier: 'basic', override });
      await new Caller(product().url, { Authorization: `Bearer ${again.json.token}` }).post('/api/auth/logout');
      expect((await the('ada').get('/api/auth/me')).json.user.override).toEqual(override); // another session has ended
      const off = await the('ada').post(OVERRIDE, { enabled: false });
      expect(off.json).toEqual({ success: true, override: { enabled: false, overrideType: null, expiresAt: null } });
      expect((await the('ada').get('/api/auth/me')).json.user).toMatchObject({ tier: 'premium', override: null });
      expect(events).toEqual([
        { kind: 'override', level: 'info', uid, detail: 'switched on: basic' },
        { kind: 'override', level: 'info', uid, detail: 'switched off' },
      ]);
    });

    test('ends after a day, and with the session that it was switched on in', async () => {
      await turnOn();
      expect((await the('ada').get('/api/auth/me')).json.user).toMatchObject({
        tier: 'premium',
        override: { overrideType: 'unlimited' },
      });
      await product()
        .database.connection('admin_overrides')
        .update({ expires_at: Date.now() - 1 });
      expect((await the('ada').get('/api/auth/me')).json.user.override).toBeNull();
      const { token } = (
        await new Caller(product().url).post('/api/auth/login', { email: the('ada').email, password: PASSWORD })
      ).json;
      const elsewhere = new Caller(product().url, { Authorization: `Bearer ${token}` });
      await elsewhere.post(OVERRIDE, { enabled: true, overrideType: 'premium' });
      expect((await the('ada').get('/api/auth/me')).json.user.tier).toBe('premium');
      await elsewhere.post('/api/auth/logout');
      expect((await the('ada').get('/api/auth/me')).json.user).toMatchObject({ tier: 'premium', override: null });
    });

    test.each([
      ['free', [403, 403, 403]],
      ['basic', [403, 200, 403]],
      ['premium', [200, 200, 200]],
      ['unlimited', [200, 200, 200]],
    ])('as %s has that plan’s features, and nothing is counted', async (type, [preview, model, agent]) => {
      const before = await usage(the('ada'));
      await turnOn(type);
      const statuses = [
        (await send(the('ada'), { model: PREVIEW })).status,
        (await send(the('ada'), { model: LLAMA })).status,
      ];
      const agents = (await the('ada').get('/api/agent/status')).json;
      expect([...statuses, agents.eligible]).toEqual([preview, model, agent === 200]);
      const now = await usage(the('ada'));
      expect(now.tier).toBe(type === 'unlimited' ? 'premium' : type);
      expect([now.daily.limit, now.agent.limit, now.vision.daily.limit === -1]).toEqual([-1, -1, type === 'unlimited']);
      expect([now.daily.used, now.lifetime.used]).toEqual([before.daily.used, before.lifetime.used]);
      expect((await idsOf(the('ada'))).length).toBe({ free: 1, basic: 3 }[type] ?? 4);
    });

    test('of one call: the body counts before the headers, and these before what is stored', async () => {
      const tierNow = async (headers = {}) => (await usage(the('ada'), headers)).tier;
      await turnOn('basic');
      expect([
        await tierNow(),
        await tierNow(acting('premium')),
        await tierNow(acting('', 'false')),
        await tierNow(acting('')),
      ]).toEqual(['basic', 'premium', 'premium', 'basic']);
      const allowed = async (adminOverride: object | undefined, headers = {}) =>
        (await send(the('ada'), { model: PREVIEW, adminOverride }, headers)).status;
      expect(await allowed(undefined)).toBe(403);
      expect(await allowed({ enabled: true, overrideType: 'premium' }, acting('free'))).toBe(200);
      // An admin without override may use all models.
      expect(await allowed({ enabled: false }, acting('free'))).toBe(200);
      expect(await allowed(undefined, acting('free'))).toBe(403);
      for (const overrideType of ['basic', 'standard']) {
        const refused = await send(the('ada'), { adminOverride: { enabled: true, overrideType } });
        expect([refused.status, refused.json]).toEqual([
          400,
          expect.objectContaining({ code: 'VALIDATION_ERROR', field: 'adminOverride.overrideType' }),
        ]);
      }
      expect((await the('ada').get('/api/ai/usage', acting('gold'))).json).toMatchObject({
        code: 'VALIDATION_ERROR',
        field: 'X-Admin-Override-Type',
      });
      expect((await turnOn('gold')).json).toMatchObject({ code: 'VALIDATION_ERROR', field: 'overrideType' });
    });

    test('of somebody who is no admin is ignored without a hint, and is an event', async () => {
      const fred = the('fred');
      const { uid } = fred;
      expect((await usage(fred, acting('premium'))).tier).toBe('free');
      expect(
        (await send(fred, { model: PREVIEW, adminOverride: { enabled: true, overrideType: 'nonsense' } })).json.code,
      ).toBe('SUBSCRIPTION_REQUIRED');
      expect(await idsOf(fred, acting('unlimited'))).toEqual([KIMI]);
      expect((await fred.post(OVERRIDE, { enabled: true, overrideType: 'unlimited' })).status).toBe(403);
      const ignored = (call: string) => ({
        kind: 'override',
        level: 'warn',
        uid,
        detail: `ignored: ${call} came with an override, and the account is no admin`,
      });
      expect(events).toEqual([
        ignored('GET /api/ai/usage'),
        ignored('POST /api/ai/groq'),
        ignored('GET /api/ai/discover-models'),
        { kind: 'refused admin call', level: 'warn', uid, detail: `POST ${OVERRIDE}` },
      ]);
    });
  });

  test('a change by an admin is an event that names what changed and nobody’s words', async () => {
    await the('ada').post('/api/admin/rate-limits', {
      updates: { features: { graceMessages: 8 } },
      reason: 'My secret reason',
    });
    expect(events).toEqual([
      {
        kind: 'admin change',
        level: 'info',
        uid: the('ada').uid,
        detail: 'rate-limits version 1: features.graceMessages',
      },
    ]);
  });
});
