// One entry of entries.ts against the service that CONFORMANCE_… variables name: `npm run conformance` runs it.
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import PostalMime from 'postal-mime';

import { openCollector } from '../../src/adapters/audit/open-collector.ts';
import { openBackupTarget } from '../../src/adapters/backup/backup-target.ts';
import { BLOBS } from '../../src/adapters/blobs/providers.ts';
import { CAPTCHA } from '../../src/adapters/captcha/providers.ts';
import { IDENTITY } from '../../src/adapters/identity/providers.ts';
import { selectSignInProviders } from '../../src/adapters/identity/oidc/providers.ts';
import { connectModels } from '../../src/adapters/llm/connect-models.ts';
import { PROVIDERS } from '../../src/adapters/llm/providers.ts';
import { MAIL } from '../../src/adapters/mail/providers.ts';
import { TemplateMailer } from '../../src/adapters/mail/template-mailer.ts';
import { SEARCH } from '../../src/adapters/search/providers.ts';
import { RedisReplyBus } from '../../src/adapters/reply-bus/redis-reply-bus.ts';
import { SMS } from '../../src/adapters/sms/providers.ts';
import { StripePayments } from '../../src/adapters/payments/stripe-payments.ts';
import { SystemClock } from '../../src/adapters/system/clock.ts';
import { VECTORS } from '../../src/adapters/vectors/providers.ts';
import { selectAdapters } from '../../src/container/adapter-selection.ts';
import { parseBackupTarget } from '../../src/platform/backup-settings.ts';
import { type Env, type ProviderRegistry, selectProvider } from '../../src/platform/provider-registry.ts';
import { LANGUAGE_TAGS } from '../../src/shared/languages.ts';
import { behavesLikeABackupTarget } from '../contracts/backup-targets.ts';
import { behavesLikeBlobs, listed } from '../contracts/blobs.ts';
import { behavesLikeEmbeddingModels } from '../contracts/embedding-models.ts';
import { behavesLikeLanguageModels } from '../contracts/language-models.ts';
import { behavesLikeAReplyBus, stopClocks } from '../contracts/reply-bus.ts';
import { behavesLikeAVectorStore } from '../contracts/retrieval.ts';
import { behavesLikeWebSearch } from '../contracts/web-search.ts';
import { InMemoryOneTimeSecrets } from '../fakes/accounts.ts';
import { CountingIds, InMemoryOutbox, PlainSecrets } from '../fakes/kernel.ts';
import { InMemoryVectorStore } from '../fakes/retrieval.ts';
import { someEntries } from '../support/audit-entries.ts';
import { aModelHost } from '../support/model-host.ts';
import { eventually } from '../product/client.ts';
import { startFirefox } from './browsers/firefox.ts';
import { servesBrowser } from './browsers/journeys.ts';
import { startWebKit } from './browsers/webkit.ts';
import { runsOnNode, servesPython } from './clients.ts';
import { conformanceEnv } from './entries.ts';

const env = conformanceEnv(process.env);
const clock = new SystemClock();
const NOBODY = 'no-such-model-of-parley';

const connect = <Deps, Port>(registry: ProviderRegistry<Deps, Port>, deps: Deps, from: Env = env): Port => {
  const selection = selectProvider(registry, from, false);
  if (!selection.provider) throw new Error(selection.faults.join());
  return selection.connect(deps);
};

const variable = (name: string): string => {
  const value = env[name];
  if (value === undefined) throw new Error(`CONFORMANCE_${name} is not set`);
  return value;
};

/** A test that a further variable makes possible. */
const testWith = (name: string) => (env[name] === undefined ? test.skip : test);

const models = (id: string) => (): void => {
  behavesLikeLanguageModels(async () => {
    const { models: connected, active, defaultModel, close } = connectModels({ ...env, LLM: id }, { clock });
    const model = env['MODEL'] ?? defaultModel;
    expect(active).toHaveLength(1);
    const ignoresTools = env['IGNORES_TOOLS'] === 'yes';
    return { models: connected, model, unknownModel: env['UNKNOWN_MODEL'] ?? NOBODY, ignoresTools, close };
  });
};

const search = (id: string) => (): void =>
  behavesLikeWebSearch(id, async () => ({
    search: connect(SEARCH, {}, { ...env, SEARCH: id }),
    query: env['QUERY'] ?? 'open source',
    close: async () => undefined,
  }));

/** A sentence of the tests is no solution: the service must have been asked, and say so. */
const captcha = (id: string) => (): void =>
  void test('refuses what nobody solved', async () => {
    const deps = { oneTime: new InMemoryOneTimeSecrets(), secrets: new PlainSecrets(), clock };
    expect(await connect(CAPTCHA, deps, { ...env, CAPTCHA: id }).captcha.verify('not a solution')).toBe(false);
  });

const mails = (): void => {
  const transport = () => connect(MAIL, { outbox: new InMemoryOutbox(), ids: new CountingIds(), clock });

  test('the server can be asked without sending anything', async () => {
    const connected = transport();
    await connected.check();
    connected.close();
  });

  testWith('MAILDIR')('a mail in each language arrives in the folder as it was written', async () => {
    const connected = transport();
    const tokens = new Map(LANGUAGE_TAGS.map((language) => [language, randomUUID()]));
    for (const [language, token] of tokens)
      await new TemplateMailer(connected, { language: () => language }, 'Parley – größer').send({
        kind: 'verify-email',
        to: variable('MAIL_TO'),
        link: `https://parley.example/?token=${token}&a=b`,
      });
    connected.close();
    const folder = variable('MAILDIR');
    const arrived = await eventually(async () => {
      const files = await readdir(join(folder, 'new'));
      const contents = await Promise.all(files.map((name) => readFile(join(folder, 'new', name))));
      const found = [...tokens.values()].map((token) => contents.filter((mail) => mail.includes(token)));
      return found.every(({ length }) => length === 1) && found.flat();
    });
    if (!arrived) throw new Error('not arrived');
    for (const [at, [language, token]] of [...tokens].entries()) {
      const mail = await PostalMime.parse(arrived[at] ?? '');
      expect(mail.to?.map(({ address }) => address)).toEqual([variable('MAIL_TO')]);
      expect(mail.subject).toContain('Parley – größer');
      expect(mail.text).toContain(`https://parley.example/?token=${token}&a=b`);
      expect(mail.html).toContain(`lang="${language}"`);
    }
  });

  testWith('MAIL_REFUSED')('a recipient that the server does not take is a failure', async () => {
    const connected = transport();
    const mail = { to: variable('MAIL_REFUSED'), subject: 'No', text: 'No', html: '<p>No</p>' };
    await expect(connected.send(mail)).rejects.toThrow(/\b5\d\d\b/);
    connected.close();
  });
};

const payments = (): void => {
  const stripe = () =>
    new StripePayments({
      secretKey: variable('STRIPE_SECRET_KEY'),
      webhookSecret: undefined,
      prices: {
        basic: { sold: variable('STRIPE_PRICE_BASIC'), former: [] },
        premium: { sold: variable('STRIPE_PRICE_PREMIUM'), former: [] },
      },
      apiBase: env['STRIPE_API_BASE'],
      clock,
      addresses: { app: 'https://parley.example', internal: 'https://parley.example' },
    });
  const uid = randomUUID();

  test('a customer, a checkout of each plan and the portal are made as Stripe wants to be asked', async () => {
    const connected = stripe();
    const customerId = await connected.createCustomer({ uid, email: 'ann@example.org' });
    expect(customerId).toMatch(/^cus_/);
    for (const [at, tier] of (['basic', 'premium'] as const).entries())
      expect((await connected.createCheckout({ uid, customerId, tier, attempt: at })).sessionId).toMatch(/^cs_/);
    expect(await connected.createPortalUrl(customerId)).toMatch(/^https?:/);
    expect(Array.isArray(await connected.listByCustomer(customerId))).toBe(true);
  });

  testWith('STRIPE_SUBSCRIPTION')('every change of a subscription is one that Stripe knows', async () => {
    const id = variable('STRIPE_SUBSCRIPTION');
    const connected = stripe();
    expect(await connected.find(id)).toMatchObject({ currentPeriodEnd: expect.any(Number) });
    await connected.scheduleDowngrade(id, 'basic');
    await connected.cancelDowngrade(id);
    await connected.cancelAtPeriodEnd(id);
    await connected.resume(id);
    await connected.cancelImmediately(id);
  });
};

const emptyS3 = async () => {
  const blobs = connect(BLOBS, { folder: tmpdir() });
  for (const hash of await listed(blobs)) await blobs.remove(hash);
  return blobs;
};

const emptyTarget = async () => {
  const { location, faults } = parseBackupTarget({ ...env });
  if (!location) throw new Error(faults.join());
  const target = openBackupTarget(location, 'three blind mice run');
  for (const name of await target.list()) await target.remove(name);
  return target;
};

const buses = (): void => {
  const opened: RedisReplyBus[] = [];
  let prefix = '';
  // What a test published outlives it: nothing here may clear the server.
  beforeEach(() => void (prefix = `conformance-${randomUUID()}`));
  afterEach(async () => {
    stopClocks();
    await Promise.all(opened.splice(0).map((bus) => bus.close()));
  });
  const connectBus = async () => {
    const bus = new RedisReplyBus({ url: variable('REDIS_URL'), prefix, onChange: () => undefined });
    opened.push(bus);
    await bus.open();
    return bus;
  };
  behavesLikeAReplyBus('Redis', { connect: connectBus, isFast: true, isStored: true });
};

const SUITES: Readonly<Record<string, () => void>> = {
  ...Object.fromEntries(PROVIDERS.map(({ id }) => [`models:${id}`, models(id)])),
  ...Object.fromEntries(SEARCH.providers.map(({ id }) => [`search:${id}`, search(id)])),
  ...Object.fromEntries(CAPTCHA.providers.map(({ id }) => [`captcha:${id}`, captcha(id)])),
  'embeddings:openai-compatible': () =>
    behavesLikeEmbeddingModels('the server', async () => {
      const { adapters, faults } = selectAdapters(env, true);
      if (!adapters) throw new Error(faults.join());
      return adapters.embeddings.connect({ clock, sentenceModel: aModelHost() });
    }),
  'reply-bus:redis': buses,
  'vectors:qdrant': () =>
    behavesLikeAVectorStore('Qdrant', async () => {
      const vectors = connect(VECTORS, { embedded: new InMemoryVectorStore(), clock });
      for (const owner of ['ann', 'bob']) for (const file of ['f', 'g', 'h']) await vectors.removeFile(owner, file);
      return vectors;
    }),
  'blobs:s3': () => behavesLikeBlobs('S3', emptyS3),
  'backup:s3': () => behavesLikeABackupTarget('S3', emptyTarget),
  'mail:smtp': mails,
  'sms:twilio': () =>
    void test('the account can be asked without sending anything', () =>
      connect(SMS, { outbox: new InMemoryOutbox(), ids: new CountingIds(), clock }).check()),
  'payments:stripe': payments,
  'identity:firebase': () =>
    void test('tokens can be checked, and one that nobody signed is refused', async () => {
      const identity = connect(IDENTITY, { clock, siteUrl: 'https://parley.example' });
      await identity.check(AbortSignal.timeout(10_000));
      await expect(identity.tokens.verify('not.a.token')).rejects.toThrow();
    }),
  'audit:collector': () =>
    void test('entries are taken', async () => {
      const collector = openCollector({
        APP_URL: 'https://parley.example',
        AUDIT_FORWARD_URL: variable('AUDIT_FORWARD_URL'),
        AUDIT_FORWARD_TOKEN: env['AUDIT_FORWARD_TOKEN'],
        AUDIT_FORWARD_CA_FILE: env['AUDIT_FORWARD_CA_FILE'],
      });
      await collector?.send(await someEntries(200), AbortSignal.timeout(10_000));
    }),
  'client:openai-python': () => servesPython(variable('PYTHON')),
  'browser:firefox': () => servesBrowser(() => startFirefox(variable('FIREFOX'))),
  'browser:webkit': () => servesBrowser(() => startWebKit(variable('WEBKIT'))),
  'runtime:node': () => runsOnNode(variable('NODE').split(delimiter)),
  'sign-in:oidc': () =>
    void test('the provider describes itself, and has a page that asks the person', async () => {
      const { providers, faults } = selectSignInProviders(env, false);
      expect(faults).toEqual([]);
      for (const open of providers) {
        const provider = open({ clock, siteUrl: () => 'https://parley.example' });
        await provider.check();
        const attempt = { state: randomUUID(), nonce: randomUUID(), verifier: randomUUID().repeat(2) };
        const url = await provider.buildUrl(attempt, 'https://parley.example/return');
        const page = await fetch(url, { redirect: 'manual' });
        expect(page.status).toBeLessThan(400);
      }
    }),
};

describe(process.env['CONFORMANCE_ENTRY'] ?? '', () => {
  const suite = SUITES[process.env['CONFORMANCE_ENTRY'] ?? ''];
  if (!suite) throw new Error('CONFORMANCE_ENTRY names no suite: run npm run conformance');
  suite();
});
