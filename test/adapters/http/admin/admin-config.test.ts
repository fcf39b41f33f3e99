import { SETTINGS_ROUTES } from '../../../../src/contract/admin-config.ts';
import { AllSettings } from '../../../../src/domain/kernel/settings.ts';
import { type Caller, newPerson, newVisitor, question } from '../../../product/client.ts';
import { describeProduct } from '../../../product/describe-product.ts';
import { GEMMA, KIMI, LLAMA } from '../../../fakes/billing.ts';

const REASON = 'Because it is spring';
const NO_REASON = { error: 'Please provide a reason for this change', code: 'VALIDATION_ERROR', field: 'reason' };
const DENIED = { error: 'Access denied', code: 'UNAUTHORIZED' };

type Json = ReturnType<typeof JSON.parse>;

describeProduct({ env: { MODEL_FALLBACK: LLAMA } }, (product) => {
  let ada: Caller;
  let bea: Caller;
  let carl: Caller;
  let adaUid: string;

  const admin = async (name: string) => {
    const person = await newPerson(product().url, `${name}@example.org`);
    const { uid } = (await person.get('/api/auth/me')).json.user;
    await product().database.connection('users').where({ uid }).update({ is_admin: true });
    return { person, uid: uid as string };
  };
  const settings = () => product().running.container.get(AllSettings);

  beforeAll(async () => {
    ({ person: ada, uid: adaUid } = await admin('ada'));
    ({ person: bea } = await admin('bea'));
    carl = await newPerson(product().url, 'carl@example.org');
  });

  describe('rate limits', () => {
    const save = (who: Caller, updates: object, more: object = {}) =>
      who.post('/api/admin/rate-limits', { updates, reason: REASON, ...more });
    const now = async (): Promise<Json> => (await ada.get('/api/admin/rate-limits')).json;

    test('are told with their version, and each value with where it comes from', async () => {
      const { config, origins } = await now();
      expect(config).toMatchObject({
        subscriptions: {
          free: {
            lifetime: { totalMessages: -1, modelLimits: { [KIMI]: 10 } },
            models: { primary: KIMI, fallback: LLAMA },
          },
        },
        features: { enableDailyLimits: true, graceMessages: 5, logLimitHits: true },
        version: 0,
        lastUpdated: null,
        updatedBy: null,
      });
      expect(origins).toMatchObject({
        'subscriptions.free.models.primary': 'default',
        'subscriptions.free.models.fallback': 'environment',
        'features.graceMessages': 'default',
      });
    });

    test('a save changes only what it names, at once, and says who, when and why', async () => {
      const before = await now();
      const saved = await save(ada, {
        features: { graceMessages: 9 },
        subscriptions: { free: { lifetime: { modelLimits: { 'some/model': 7 } } } },
      });
      expect(saved.status).toBe(200);
      const { subscriptions, features } = before.config;
      expect(saved.json.config).toMatchObject({
        features: { ...features, graceMessages: 9 },
        subscriptions: {
          ...subscriptions,
          free: {
            ...subscriptions.free,
            lifetime: { totalMessages: -1, modelLimits: { [KIMI]: 10, 'some/model': 7 } },
          },
        },
        version: before.config.version + 1,
        updatedBy: 'ada',
      });
      expect(Date.parse(saved.json.config.lastUpdated)).toBeGreaterThan(0);
      expect(saved.json.origins).toMatchObject({
        'features.graceMessages': 'admin',
        'subscriptions.free.lifetime.modelLimits.some/model': 'admin',
      });
      expect((await settings().of('rate-limits').current()).features.graceMessages).toBe(9);
      const { versions } = (await bea.get('/api/admin/config/rate-limits/versions?limit=1')).json;
      expect(versions).toEqual([
        {
          version: before.config.version + 1,
          by: adaUid,
          byName: 'ada',
          at: saved.json.config.lastUpdated,
          reason: REASON,
          restored: null,
          changes: [
            { path: ['subscriptions', 'free', 'lifetime', 'modelLimits', 'some/model'], from: null, to: 7 },
            { path: ['features', 'graceMessages'], from: 5, to: 9 },
          ],
        },
      ]);
      const without = await save(ada, {
        subscriptions: { free: { lifetime: { modelLimits: { 'some/model': null } } } },
      });
      expect(without.json.config.subscriptions.free.lifetime.modelLimits).toEqual(
        subscriptions.free.lifetime.modelLimits,
      );
    });

    test.each([
      ['without a reason', { updates: { features: { graceMessages: 1 } } }, NO_REASON],
      ['with a blank one', { updates: {}, reason: '  ' }, NO_REASON],
      [
        'with a limit below -1',
        { updates: { subscriptions: { free: { lifetime: { totalMessages: -2 } } } }, reason: REASON },
        { field: 'updates.subscriptions.free.lifetime.totalMessages' },
      ],
      [
        'with half a message',
        { updates: { features: { graceMessages: 1.5 } }, reason: REASON },
        { field: 'updates.features.graceMessages' },
      ],
      [
        'for a tier that there is not',
        { updates: { subscriptions: { gold: {} } }, reason: REASON },
        { field: 'updates.subscriptions.gold' },
      ],
      ['without updates', { reason: REASON }, { field: 'updates' }],
    ])('a save %s is refused, and nothing is changed', async (_case, body, refusal) => {
      const before = await now();
      const refused = await ada.post('/api/admin/rate-limits', body);
      expect([refused.status, refused.json]).toEqual([
        400,
        expect.objectContaining({ code: 'VALIDATION_ERROR', ...refusal }),
      ]);
      expect(await now()).toEqual(before);
    });

    test('a save of what another admin has changed meanwhile is refused and shows their change', async () => {
      const { config } = await now();
      const mine = { features: { enableGracePeriod: true }, version: config.version };
      expect((await save(bea, { features: { enableGracePeriod: true, logLimitHits: false } })).status).toBe(200);
      const stale = await save(ada, mine);
      expect([stale.status, stale.json]).toEqual([
        409,
        {
          error: 'bea has changed this configuration meanwhile',
          code: 'CONFIG_CHANGED',
          version: config.version + 1,
          changes: [
            expect.objectContaining({
              version: config.version + 1,
              byName: 'bea',
              reason: REASON,
              changes: [
                { path: ['features', 'enableGracePeriod'], from: false, to: true },
                { path: ['features', 'logLimitHits'], from: true, to: false },
              ],
            }),
          ],
        },
      ]);
      expect(
        (await save(ada, { features: { enableGracePeriod: false } }, { version: config.version + 1 })).status,
      ).toBe(200);
    });

    test('of many who save the same version at once one is let through; those who did not look all are', async () => {
      const { config } = await now();
      const racers = [ada, bea, ada, bea];
      const same = await Promise.all(
        racers.map((who, index) => save(who, { features: { graceMessages: index } }, { version: config.version })),
      );
      expect(same.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
      const blind = await Promise.all(
        racers.map((who, index) => save(who, { features: { graceMessages: 20 + index } })),
      );
      expect(blind.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect((await now()).config.version).toBe(config.version + 5);
    });

    test('any version can be brought back, the first state too, and that is a version of its own', async () => {
      const before = await now();
      await save(ada, { features: { graceMessages: 77 } });
      const undone = await bea.post('/api/admin/config/rate-limits/undo', {
        version: before.config.version,
        reason: 'Too many',
      });
      expect([undone.status, undone.json]).toEqual([200, { success: true, version: before.config.version + 2 }]);
      const after = await now();
      expect(after.config).toMatchObject({ features: before.config.features, updatedBy: 'bea', reason: 'Too many' });
      const { versions } = (await ada.get('/api/admin/config/rate-limits/versions?limit=2')).json;
      expect(versions.map(({ version, restored }: Json) => [version, restored])).toEqual([
        [before.config.version + 2, before.config.version],
        [before.config.version + 1, null],
      ]);
      const stale = await bea.post('/api/admin/config/rate-limits/undo', {
        version: 0,
        current: before.config.version,
      });
      expect(stale.status).toBe(409);
      expect((await bea.post('/api/admin/config/rate-limits/undo', { version: 0 })).status).toBe(200);
      const { config, origins } = await now();
      expect(config).toMatchObject({
        features: { graceMessages: 5, logLimitHits: true, enableGracePeriod: false },
        reason: 'Back to version 0',
      });
      expect(new Set(Object.values(origins))).toEqual(new Set(['default', 'environment']));
      expect((await bea.post('/api/admin/config/rate-limits/undo', { version: 9999 })).status).toBe(404);
      expect((await bea.get('/api/admin/config/nonsense/versions')).json).toMatchObject({
        code: 'VALIDATION_ERROR',
        field: 'name',
      });
    });

    test('a part can be brought back alone, and only of what has parts', async () => {
      await save(ada, { features: { graceMessages: 3 }, subscriptions: { free: { lifetime: { totalMessages: 50 } } } });
      const undone = await ada.post('/api/admin/config/rate-limits/undo', { version: 0, part: 'features' });
      expect(undone.status).toBe(200);
      const { config } = await now();
      expect([config.features.graceMessages, config.subscriptions.free.lifetime.totalMessages]).toEqual([5, 50]);
      const refused = await ada.post('/api/admin/config/agents/undo', { version: 0, part: 'features' });
      expect([refused.status, refused.json.field]).toEqual([400, 'part']);
      expect((await ada.post('/api/admin/config/rate-limits/undo', { version: 0, part: 'messages' })).status).toBe(200);
      expect((await now()).config.subscriptions.free.lifetime.totalMessages).toBe(-1);
    });

    test('the messages of a day are a limit of the panel, and the plans say it', async () => {
      const dora = await newPerson(product().url);
      const daily = async () => (await dora.get('/api/plans')).json.plans[0].dailyLimit;
      expect(await daily()).toBe(30);
      await save(ada, { subscriptions: { free: { daily: { messages: 1 } } } });
      expect(await daily()).toBe(1);
      const send = () => dora.post('/api/ai/groq', question('Hi', { stream: false }));
      expect([(await send()).status, (await send()).status]).toEqual([200, 429]);
      expect((await ada.post('/api/admin/config/rate-limits/undo', { version: 0, part: 'messages' })).status).toBe(200);
      expect(await daily()).toBe(30);
    });

    test('a limit that was changed holds for the next message', async () => {
      const dora = await newPerson(product().url);
      await save(ada, {
        features: { enableLifetimeLimits: true },
        subscriptions: { free: { lifetime: { totalMessages: 1 } } },
      });
      const send = () => dora.post('/api/ai/groq', question('Hi', { stream: false }));
      expect([(await send()).status, (await send()).status]).toEqual([200, 403]);
      await save(ada, {
        features: { enableLifetimeLimits: false },
        subscriptions: { free: { lifetime: { totalMessages: -1 } } },
      });
      expect((await send()).status).toBe(200);
    });
  });

  describe('the models of the tiers', () => {
    const model = (id: string, more: object = {}) => ({
      id,
      displayName: id,
      isPrimary: false,
      messageLimit: -1,
      unlimited: true,
      ...more,
    });
    const read = async (who = ada): Promise<Json> => (await who.get('/api/ai/model-config')).json;
    const save = (who: Caller, tiers: object, more: object = {}) =>
      who.post('/api/ai/model-config', { tiers, reason: REASON, ...more });

    test('people see their own tier’s, and not who changed them; admins see all', async () => {
      expect(Object.keys((await read()).tiers)).toEqual(['free', 'basic', 'premium']);
      expect(await read(carl)).toEqual({
        tiers: {
          free: {
            models: [
              model(KIMI, { isPrimary: true, messageLimit: 10, unlimited: false }),
              model(LLAMA, { messageLimit: 40, unlimited: false }),
            ],
          },
        },
        lastUpdated: null,
        version: 0,
      });
    });

    test.each([
      ['no model', [], 'tiers.free.models'],
      ['no primary', [model(KIMI)], 'tiers.free.models'],
      ['two primaries', [model(KIMI, { isPrimary: true }), model(LLAMA, { isPrimary: true })], 'tiers.free.models'],
      ['a model twice', [model(KIMI, { isPrimary: true }), model(KIMI)], 'tiers.free.models.1.id'],
      ['a limit below -1', [model(KIMI, { isPrimary: true, messageLimit: -2 })], 'tiers.free.models.0.messageLimit'],
    ])('a tier with %s is refused', async (_case, models, field) => {
      const { tiers } = await read();
      const refused = await save(ada, { ...tiers, free: { models } });
      expect([refused.status, refused.json]).toEqual([
        400,
        expect.objectContaining({ code: 'VALIDATION_ERROR', field }),
      ]);
    });

    test('the primary that is marked is the one that answers, and the other way round', async () => {
      const { tiers, version } = await read();
      const free = { models: [model(KIMI), model(GEMMA, { isPrimary: true })] };
      const saved = await save(ada, { ...tiers, free }, { version, reason: undefined });
      expect([saved.status, saved.json.config.version]).toEqual([200, version + 1]);
      const rates = (await ada.get('/api/admin/rate-limits')).json.config;
      expect(rates.subscriptions.free.models).toEqual({ primary: GEMMA, fallback: LLAMA });
      const dora = await newPerson(product().url);
      const before = product().modelServer.completions().length;
      await dora.post('/api/ai/groq', question('Hi', { stream: false }));
      expect(
        product()
          .modelServer.completions()
          .slice(before)
          .map(({ body }) => body['model']),
      ).toEqual([GEMMA]);

      // In one go: first the limits name another primary, then the models are saved from a form that was filled before.
      const seen = await read();
      await ada.post('/api/admin/rate-limits', {
        updates: { subscriptions: { free: { models: { primary: LLAMA } } }, version: rates.version },
        reason: REASON,
      });
      expect((await read()).tiers.free.models.map(({ id, isPrimary }: Json) => [id, isPrimary])).toEqual([
        [LLAMA, true],
        [KIMI, false],
        [GEMMA, false],
      ]);
      const renamed = {
        models: seen.tiers.free.models.map((each: Json) => ({ ...each, displayName: `My ${each.id}` })),
      };
      const stale = await save(bea, { ...seen.tiers, free: renamed }, { version: seen.version });
      expect(stale.status).toBe(409);
      const own = await save(ada, { ...seen.tiers, free: renamed }, { version: seen.version });
      expect(own.status).toBe(200);
      expect(
        own.json.config.tiers.free.models.map(({ id, displayName, isPrimary }: Json) => [id, displayName, isPrimary]),
      ).toEqual([
        [LLAMA, LLAMA, true],
        [KIMI, `My ${KIMI}`, false],
        [GEMMA, `My ${GEMMA}`, false],
      ]);
      expect((await ada.get('/api/admin/rate-limits')).json.config.subscriptions.free.models.primary).toBe(LLAMA);
      expect((await ada.post('/api/admin/config/model-config/undo', { version: 0 })).status).toBe(200);
      expect((await ada.get('/api/admin/rate-limits')).json.config.subscriptions.free.models.primary).toBe(KIMI);
    });

    test('a primary that is undone takes its model along', async () => {
      const before = await read();
      const { version } = (await ada.get('/api/admin/rate-limits')).json.config;
      const updates = { subscriptions: { free: { models: { primary: 'new/model' } } }, version };
      await ada.post('/api/admin/rate-limits', { updates, reason: REASON });
      const between = await read();
      expect(between.tiers.free.models[0]).toEqual(model('new/model', { isPrimary: true }));
      // A form that changes another tier sends this one as it is shown.
      const basic = {
        models: between.tiers.basic.models.map((each: Json) => ({ ...each, displayName: `My ${each.id}` })),
      };
      expect((await save(ada, { ...between.tiers, basic }, { version: between.version })).status).toBe(200);
      expect((await ada.post('/api/admin/config/rate-limits/undo', { version, reason: 'Too dear' })).status).toBe(200);
      const after = await read();
      expect([after.tiers.free, after.tiers.basic]).toEqual([before.tiers.free, basic]);
      const { versions } = (await ada.get('/api/admin/config/model-config/versions')).json;
      expect(JSON.stringify([versions, after.origins])).not.toContain('addedAsPrimary');
      expect((await ada.post('/api/admin/config/model-config/undo', { version: 0 })).status).toBe(200);
    });
  });

  describe('the agents', () => {
    const read = async (): Promise<Json> => (await ada.get('/api/admin/agent-config')).json;

    test('are saved whole, with a reason, from the version that was read', async () => {
      const { origins, ...config } = await read();
      expect(config).toMatchObject({
        agentModeEnabled: true,
        premiumOnly: true,
        maxAgentRequests: { free: 0, basic: 5, premium: -1 },
        _metadata: { version: 0 },
      });
      expect(origins.premiumOnly).toBe('default');
      const wished = { ...config, premiumOnly: false, maxAgentRequests: { free: 2, basic: 6, premium: -1 } };
      expect((await ada.post('/api/admin/agent-config', { config: wished })).json).toEqual(NO_REASON);
      const saved = await ada.post('/api/admin/agent-config', { config: wished, reason: REASON });
      expect([saved.status, saved.json]).toEqual([
        200,
        {
          success: true,
          config: expect.objectContaining({
            premiumOnly: false,
            _metadata: expect.objectContaining({ version: 1, updatedBy: 'ada', reason: REASON }),
          }),
        },
      ]);
      expect((await settings().of('agents').current()).maxAgentRequests.free).toBe(2);
      expect((await carl.get('/api/agent/status')).json).toMatchObject({ eligible: true, tier: 'free' });
      expect((await bea.post('/api/admin/agent-config', { config: wished, reason: REASON })).status).toBe(409);
      for (const [more, field] of [
        [{ defaultAgentType: 'evil_agent' }, 'config.defaultAgentType'],
        [{ maxAgentRequests: { free: -2, basic: 0, premium: 0 } }, 'config.maxAgentRequests.free'],
        [{ availableAgentTypes: ['code_agent', 'code_agent'] }, 'config.availableAgentTypes'],
      ] as const) {
        const refused = await ada.post('/api/admin/agent-config', { config: { ...wished, ...more }, reason: REASON });
        expect([refused.status, refused.json]).toEqual([
          400,
          expect.objectContaining({ code: 'VALIDATION_ERROR', field }),
        ]);
      }
      await ada.post('/api/admin/config/agents/undo', { version: 0 });
    });
  });

  describe('the trial', () => {
    test('is changed for the next visitor, within one to ten messages', async () => {
      const { config } = (await ada.get('/api/admin/freemium-config')).json;
      expect(config).toMatchObject({ freemiumUnauth: true, freemiumMaxMessages: 3, freemiumFallbackModel: LLAMA });
      for (const freemiumMaxMessages of [0, 11, 2.5]) {
        const refused = await ada.post('/api/admin/freemium-config', {
          config: { ...config, freemiumMaxMessages },
          reason: REASON,
        });
        expect([refused.status, refused.json.field]).toEqual([400, 'config.freemiumMaxMessages']);
      }
      expect((await ada.post('/api/admin/freemium-config', { config })).json).toEqual(NO_REASON);
      const saved = await ada.post('/api/admin/freemium-config', {
        config: { ...config, freemiumMaxMessages: 1 },
        reason: REASON,
      });
      expect([saved.status, saved.json]).toEqual([
        200,
        expect.objectContaining({ config: { ...config, freemiumMaxMessages: 1 }, version: 1, updatedBy: 'ada' }),
      ]);
      expect(saved.json.origins).toMatchObject({
        freemiumMaxMessages: 'admin',
        freemiumFallbackModel: 'environment',
        freemiumUnauth: 'default',
      });
      expect((await newVisitor(product().url).get('/api/freemium-config')).json).toMatchObject({ maxTrialMessages: 1 });
      await ada.post('/api/admin/config/freemium/undo', { version: 0 });
      expect((await newVisitor(product().url).get('/api/freemium-config')).json).toMatchObject({ maxTrialMessages: 3 });
    });
  });

  describe('files and vision', () => {
    const SOME = { maxFileSizeMB: 1, maxTotalStorageMB: -1, maxFiles: 3 };
    const tiers = { free: SOME, basic: SOME, premium: { ...SOME, maxFiles: -1 } };

    test('storage limits are saved whole, and what is none is refused in the specification’s words', async () => {
      const {
        origins,
        chats,
        chatRetention,
        fileContext,
        groups: _groups,
        ...config
      } = (await ada.get('/api/admin/storage-limits')).json;
      expect(config).toEqual({
        tiers: {
          free: { maxFileSizeMB: 5, maxTotalStorageMB: 25, maxFiles: 5 },
          basic: { maxFileSizeMB: 10, maxTotalStorageMB: 500, maxFiles: 100 },
          premium: { maxFileSizeMB: 50, maxTotalStorageMB: 5000, maxFiles: 1000 },
        },
        maxFilesPerMessage: 5,
        version: 0,
        lastUpdated: null,
        updatedBy: null,
        reason: null,
      });
      expect(Object.keys(chats)).toEqual(['unverified', 'free', 'basic', 'premium']);
      const budget = { maxTokens: 24_000 };
      const never = { unusedDays: 0 };
      expect(chatRetention).toEqual({ unverified: never, free: never, basic: never, premium: never });
      expect(fileContext).toEqual({ free: budget, basic: budget, premium: budget });
      expect(origins['tiers.free.maxFiles']).toBe('default');
      for (const body of [
        {},
        { tiers: {}, maxFilesPerMessage: 5 },
        { tiers: { ...tiers, free: { ...SOME, maxFiles: -2 } }, maxFilesPerMessage: 5 },
        { tiers, maxFilesPerMessage: 0 },
      ]) {
        const refused = await ada.send('PUT', '/api/admin/storage-limits', body);
        expect([refused.status, refused.json]).toEqual([
          400,
          expect.objectContaining({
            error: 'Valid storage limits configuration is required',
            code: 'VALIDATION_ERROR',
          }),
        ]);
      }
      const saved = await ada.send('PUT', '/api/admin/storage-limits', {
        tiers,
        maxFilesPerMessage: 2,
        reason: REASON,
      });
      expect([saved.status, saved.json]).toEqual([
        200,
        {
          success: true,
          config: expect.objectContaining({
            tiers,
            maxFilesPerMessage: 2,
            version: 1,
            updatedBy: 'ada',
            reason: REASON,
          }),
        },
      ]);
      expect((await carl.get('/api/files')).json.usage).toMatchObject({
        maxFiles: 3,
        maxSize: -1,
        maxFileSize: 1024 * 1024,
      });
      expect(
        (await bea.send('PUT', '/api/admin/storage-limits', { tiers, maxFilesPerMessage: 2, version: 0 })).status,
      ).toBe(409);
      await ada.post('/api/admin/config/storage-limits/undo', { version: 0 });
    });

    test('files of chats are kept for hours that the server turns into seconds and days', async () => {
      expect((await ada.get('/api/admin/file-ttl-config')).json).toMatchObject({
        chatFiles: { ttlSeconds: 259_200, ttlHours: 72, ttlDays: 3 },
        version: 0,
      });
      for (const ttlHours of [0, -1, 0.25, 8761, '72', null]) {
        const refused = await ada.send('PUT', '/api/admin/file-ttl-config', { chatFiles: { ttlHours } });
        expect([refused.status, refused.json.error]).toEqual([400, 'Valid file TTL configuration is required']);
      }
      const saved = await ada.send('PUT', '/api/admin/file-ttl-config', {
        chatFiles: { ttlHours: 12, ttlSeconds: 1, ttlDays: 99 },
        reason: REASON,
      });
      expect([saved.status, saved.json]).toEqual([
        200,
        expect.objectContaining({
          success: true,
          chatFiles: { ttlSeconds: 43_200, ttlHours: 12, ttlDays: 0.5 },
          version: 1,
        }),
      ]);
    });

    test('vision is saved without a limit below zero', async () => {
      const { enabled, model, rateLimits, version } = (await ada.get('/api/admin/vision-config')).json;
      expect([enabled, version, rateLimits]).toEqual([
        true,
        0,
        { free: { daily: 5, monthly: 20 }, basic: { daily: 20, monthly: 100 }, premium: { daily: 50, monthly: 250 } },
      ]);
      const refused = await ada.post('/api/admin/vision-config', {
        enabled,
        model,
        rateLimits: { ...rateLimits, free: { daily: -1, monthly: 0 } },
      });
      expect([refused.status, refused.json.field]).toEqual([400, 'rateLimits.free.daily']);
      const wished = { enabled, model, rateLimits: { ...rateLimits, free: { daily: 0, monthly: 7 } } };
      const saved = await ada.post('/api/admin/vision-config', { ...wished, version });
      expect([saved.status, saved.json]).toEqual([
        200,
        { success: true, config: expect.objectContaining({ ...wished, version: 1 }) },
      ]);
      expect((await carl.get('/api/ai/usage')).json.vision).toEqual({
        daily: { used: 0, limit: 0 },
        monthly: { used: 0, limit: 7 },
      });
      await ada.post('/api/admin/config/vision/undo', { version: 0 });
    });
  });

  test.each([null, 7, 'x', true])('a body %j gets the text of its call', async (body) => {
    const texts = await Promise.all(
      SETTINGS_ROUTES.map(async ({ save: { method, path } }) => {
        const { status, json } = await ada.send(method.toUpperCase(), path, JSON.stringify(body));
        return [path, status, json.code, json.error];
      }),
    );
    const reason = 'Please provide a reason for this change';
    expect(texts).toEqual([
      ['/api/admin/rate-limits', 400, 'VALIDATION_ERROR', reason],
      ['/api/ai/model-config', 400, 'VALIDATION_ERROR', expect.stringMatching(/^body: .*expected object/)],
      ['/api/admin/agent-config', 400, 'VALIDATION_ERROR', reason],
      ['/api/admin/freemium-config', 400, 'VALIDATION_ERROR', reason],
      ['/api/admin/vision-config', 400, 'VALIDATION_ERROR', expect.stringMatching(/^body: .*expected object/)],
      ['/api/admin/storage-limits', 400, 'VALIDATION_ERROR', 'Valid storage limits configuration is required'],
      ['/api/admin/file-ttl-config', 400, 'VALIDATION_ERROR', 'Valid file TTL configuration is required'],
      ['/api/admin/registration-config', 400, 'VALIDATION_ERROR', expect.stringMatching(/^body: .*expected object/)],
      ['/api/admin/second-factor-config', 400, 'VALIDATION_ERROR', expect.stringMatching(/^body: .*expected object/)],
      ['/api/admin/audit-config', 400, 'VALIDATION_ERROR', expect.stringMatching(/^body: .*expected object/)],
      ['/api/admin/notices', 400, 'VALIDATION_ERROR', expect.stringMatching(/^body: .*expected object/)],
      ['/api/admin/usage-mail-config', 400, 'VALIDATION_ERROR', expect.stringMatching(/^body: .*expected object/)],
      ['/api/admin/tools-config', 400, 'VALIDATION_ERROR', expect.stringMatching(/^body: .*expected object/)],
    ]);
  });

  test('each document takes back what its own answer gives, and nothing is changed by that', async () => {
    const forms: readonly (readonly [string, string, (answer: Json) => object])[] = [
      ['POST', '/api/admin/rate-limits', ({ config, origins }) => ({ updates: config, origins, reason: REASON })],
      ['POST', '/api/admin/agent-config', (config) => ({ config, reason: REASON })],
      ['POST', '/api/admin/freemium-config', (answer) => ({ ...answer, reason: REASON })],
      ['POST', '/api/ai/model-config', (answer) => answer],
      ['POST', '/api/admin/vision-config', (answer) => answer],
      ['PUT', '/api/admin/storage-limits', (answer) => answer],
      ['PUT', '/api/admin/file-ttl-config', (answer) => answer],
    ];
    for (const [method, path, fill] of forms) {
      const answer = (await ada.get(path)).json;
      const saved = await ada.send(method, path, fill(answer));
      expect([path, saved.status]).toEqual([path, 200]);
      const after = (await ada.get(path)).json;
      const told = { lastUpdated: null, updatedBy: null, reason: null, version: null };
      const documentOf = (json: Json) => ({
        ...json,
        ...told,
        _metadata: null,
        ...(json.config ? { config: { ...json.config, ...told } } : {}),
      });
      expect(documentOf(after)).toEqual(documentOf(answer));
      // The version came back too: it is the one that was seen.
      expect([path, (await bea.send(method, path, fill(answer))).status]).toEqual([path, 409]);
      expect([path, (await ada.send(method, path, { ...fill(after), more: 1 })).status]).toEqual([path, 400]);
    }
  });

  test('whoever is no admin is refused, and changes nothing', async () => {
    const calls: (() => Promise<{ status: number; json: Json }>)[] = [
      () => carl.get('/api/admin/rate-limits'),
      () => carl.post('/api/admin/rate-limits', { updates: { features: { graceMessages: 1 } }, reason: REASON }),
      () => carl.post('/api/ai/model-config', {}),
      () => carl.post('/api/admin/config/rate-limits/undo', { version: 0 }),
      () => carl.post('/api/admin/temp-subscription-override', { enabled: true }),
    ];
    for (const call of calls) {
      const { status, json } = await call();
      expect([status, json]).toEqual([403, DENIED]);
    }
  });
});
