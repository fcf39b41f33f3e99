import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { jest } from '@jest/globals';

import { ROUTES } from '../../../src/contract/all-routes.ts';
import { undoConfig } from '../../../src/contract/config-history.ts';
import type { Access, Route } from '../../../src/contract/route.ts';
import { SETTINGS_NAMES } from '../../../src/shared/settings/documents.ts';
import { newAdmin, newAuditor } from '../../product/admin.ts';
import { type Answer, Caller, newId, newPerson, newStranger, newVisitor, question } from '../../product/client.ts';
import { newPremiumPerson, setPlan } from '../../product/premium.ts';
import { type Product, startProduct } from '../../support/parley.ts';

/**
 * What a call says to a caller: it goes `in` (whatever then becomes of an empty body), or is refused: `401`, `verify`
 * the email first, get a `plan`, a used-up `limit`, `denied`, or a trial `session` is missing.
 */
type Word = 'in' | '401' | 'verify' | 'plan' | 'limit' | 'denied' | 'session';

const CALLERS = [
  'nobody',
  'nonsense',
  'visitor',
  'unverified',
  'free',
  'basic',
  'premium',
  'admin',
  'key',
  'auditor',
] as const;
type Who = (typeof CALLERS)[number];
/** In the order of CALLERS but the last, who is on the free plan; the key is a premium person's. */
type Row = readonly [Word, Word, Word, Word, Word, Word, Word, Word, Word];

const ANYONE: Row = ['in', 'in', 'in', 'in', 'in', 'in', 'in', 'in', 'in'];
/** Everybody with an account, verified or not. */
const ACCOUNT: Row = ['401', '401', '401', 'in', 'in', 'in', 'in', 'in', 'in'];
/** A signed-in browser: a key may use the product and not manage the account. */
const BROWSER: Row = ['401', '401', '401', 'in', 'in', 'in', 'in', 'in', 'denied'];
/** The same, once the address is verified. */
const VERIFIED_BROWSER: Row = ['401', '401', '401', 'verify', 'in', 'in', 'in', 'in', 'denied'];
const VERIFIED: Row = ['401', '401', '401', 'verify', 'in', 'in', 'in', 'in', 'in'];
const ADMIN: Row = ['401', '401', '401', 'denied', 'denied', 'denied', 'denied', 'in', 'denied'];
const TRIAL: Row = ['session', 'session', 'in', 'session', 'session', 'session', 'session', 'session', 'session'];
const ACCOUNT_OR_TRIAL: Row = ['401', '401', 'in', 'in', 'in', 'in', 'in', 'in', 'in'];
const VERIFIED_OR_TRIAL: Row = ['401', '401', 'in', 'verify', 'in', 'in', 'in', 'in', 'in'];
/** Agents are premium by default, and for visitors off; an admin has every feature. */
const AGENTS: Row = ['401', '401', '401', 'verify', 'plan', 'plan', 'in', 'in', 'in'];
const API: Row = ['401', '401', '401', 'plan', 'plan', 'plan', 'in', 'in', 'in'];
const API_KEY: Row = ['401', '401', '401', 'plan', 'plan', 'plan', 'in', 'in', 'denied'];

/** From http-contract.md 2.10, for every call that there is. */
const EXPECTED: Readonly<Record<string, Row>> = {
  'POST /api/auth/login': ANYONE,
  'POST /api/auth/register': ANYONE,
  'POST /api/auth/setup': ANYONE,
  'GET /api/auth/ways': ANYONE,
  'GET /api/auth/captcha': ANYONE,
  'POST /api/auth/firebase-exchange': ANYONE,
  'POST /api/auth/oidc/session': ANYONE,
  'POST /api/auth/send-sms': ANYONE,
  'POST /api/auth/verify-sms': ANYONE,
  'POST /api/auth/verify-email': ANYONE,
  'POST /api/auth/link': ANYONE,
  'POST /api/auth/invitation': ANYONE,
  'POST /api/auth/forgot-password': ANYONE,
  'POST /api/auth/reset-password': ANYONE,
  'POST /api/auth/second-factor': ANYONE,
  'POST /api/auth/passkey/options': ANYONE,
  'POST /api/auth/passkey': ANYONE,
  'GET /api/freemium-config': ANYONE,
  'GET /api/plans': ANYONE,
  'POST /api/stripe/webhook': ANYONE,
  'GET /api/image': ANYONE,
  'GET /api/site-icon': ANYONE,
  'GET /api/theme': ANYONE,
  'POST /api/shared/:token/reports': ANYONE,
  'GET /api/shared/:token': ANYONE,

  'GET /api/auth/me': ACCOUNT,
  'PUT /api/auth/me': BROWSER,
  'PUT /api/auth/language': BROWSER,
  'POST /api/auth/change-password': BROWSER,
  'POST /api/auth/reauthenticate': BROWSER,
  'POST /api/auth/change-email': BROWSER,
  'POST /api/auth/confirm-email': ANYONE,
  'POST /api/auth/restore-email': ANYONE,
  'POST /api/account/passkeys/options': VERIFIED_BROWSER,
  'POST /api/account/passkeys': BROWSER,
  'DELETE /api/account/passkeys/:id': BROWSER,
  'GET /api/account/second-factor': BROWSER,
  'POST /api/account/second-factor/totp': VERIFIED_BROWSER,
  'POST /api/account/second-factor/totp/confirm': BROWSER,
  'DELETE /api/account/second-factor/totp': BROWSER,
  'POST /api/account/second-factor/recovery-codes': BROWSER,
  'GET /api/auth/sessions': BROWSER,
  'DELETE /api/auth/sessions/:id': BROWSER,
  'DELETE /api/auth/sessions': BROWSER,
  'POST /api/auth/resend-verification': BROWSER,
  'POST /api/auth/logout': BROWSER,
  'POST /api/auth/logout-everywhere': BROWSER,
  'GET /api/auth/identities': BROWSER,
  'POST /api/auth/identities': BROWSER,
  'DELETE /api/auth/identities/:id': BROWSER,

  'GET /api/progress/chats': ACCOUNT,
  'GET /api/progress/chat/:id': ACCOUNT,
  'GET /api/progress': ACCOUNT,
  'POST /api/progress/chat': ACCOUNT,
  'DELETE /api/progress/chat/:id': ACCOUNT,
  'PUT /api/progress/chat/:id/place': ACCOUNT,
  'POST /api/progress/chats/archive': ACCOUNT,
  'POST /api/progress/chat/:id/messages/:messageId/versions': ACCOUNT,
  'DELETE /api/progress/chat/:id/messages/:messageId/versions/:versionId': ACCOUNT,
  'GET /api/ai/usage': ACCOUNT,

  'POST /api/ai/groq': VERIFIED,
  'POST /api/ai/generate-title': VERIFIED,
  'POST /api/ai/trial': TRIAL,
  'POST /api/agent/stream': AGENTS,
  'GET /api/agent/status': ACCOUNT,
  'GET /api/agent/available': ['401', '401', '401', 'in', 'in', 'in', 'in', 'in', 'in'],
  'POST /api/search/orchestrated': VERIFIED_OR_TRIAL,
  'POST /api/ai/related-questions': VERIFIED_OR_TRIAL,
  'GET /api/ai/replies/:id/stream': ACCOUNT_OR_TRIAL,
  'POST /api/ai/replies/:id/stop': ACCOUNT_OR_TRIAL,
  'POST /api/ai/replies/:id/questions/:questionId': ACCOUNT,
  'GET /api/ai/discover-models': ACCOUNT,
  'GET /api/ai/model-config': ACCOUNT,

  'POST /api/ai/upload': VERIFIED,
  'GET /api/ai/files/:id': ACCOUNT,
  'GET /api/prompts': ACCOUNT,
  'POST /api/prompts': ACCOUNT,
  'PUT /api/prompts/:id': ACCOUNT,
  'DELETE /api/prompts/:id': ACCOUNT,
  'GET /api/tools': ACCOUNT,
  'POST /api/tools/servers': BROWSER,
  'PUT /api/tools/servers/:id': BROWSER,
  'DELETE /api/tools/servers/:id': BROWSER,
  'POST /api/tools/servers/:id/refresh': BROWSER,
  'PUT /api/tools/servers/:id/mode': BROWSER,
  'POST /api/tools/servers/:id/sign-in': BROWSER,
  'POST /api/tools/servers/:id/sign-out': BROWSER,
  'GET /api/knowledge': ACCOUNT,
  'GET /api/knowledge/:id/files': ACCOUNT,
  'GET /api/files': ACCOUNT,
  'POST /api/files/upload': ['401', '401', '401', 'plan', 'plan', 'in', 'in', 'in', 'in'],
  'DELETE /api/files/:id': ACCOUNT,
  'POST /api/files/:id/re-embed': ACCOUNT,
  'DELETE /api/files': ACCOUNT,
  'POST /api/files/re-embed': ACCOUNT,
  'POST /api/files//re-embed': ACCOUNT,
  'POST /api/external/process-image': VERIFIED,
  'GET /api/ai/replies/:id/retrieval': ACCOUNT,

  'POST /v1/chat/completions': API,
  'GET /v1/models': API,
  'GET /v1/models/*id': API,
  'POST /mcp': API,
  'GET /api/account/api-key': ACCOUNT,
  'GET /api/account/api-keys': BROWSER,
  'POST /api/account/api-keys': API_KEY,
  'DELETE /api/account/api-keys/:id': BROWSER,
  'POST /api/account/api-key': API_KEY,
  'DELETE /api/account/api-key': BROWSER,

  'POST /api/stripe/create-checkout': BROWSER,
  'GET /api/stripe/subscription': ACCOUNT,
  'POST /api/stripe/cancel': BROWSER,
  'POST /api/stripe/resume': BROWSER,
  'POST /api/stripe/downgrade': BROWSER,
  'DELETE /api/stripe/downgrade': BROWSER,
  'POST /api/stripe/portal': BROWSER,

  'POST /api/shares': BROWSER,
  'GET /api/shares': BROWSER,
  'DELETE /api/shares/:id': BROWSER,

  'GET /api/account/export': BROWSER,
  'GET /api/account/delete': BROWSER,
  'POST /api/account/delete': BROWSER,
  'POST /api/account/import': BROWSER,
  'GET /api/account/instruction': BROWSER,
  'PUT /api/account/instruction': ['401', '401', '401', 'plan', 'plan', 'plan', 'in', 'in', 'denied'],
};

/** Whatever is under these is for admins alone: a new call there needs no line of its own. */
const isAdmins = (name: string): boolean => /^[A-Z]+ \/api\/admin\//.test(name) || name === 'POST /api/ai/model-config';

/** What an auditor may read besides. */
const AUDITORS: ReadonlySet<string> = new Set([
  'GET /api/admin/overview',
  'GET /api/admin/health',
  'GET /api/admin/embedding-backlog',
  'GET /api/admin/users',
  'GET /api/admin/invitations',
  'GET /api/admin/registration-requests',
  'GET /api/admin/providers',
  'GET /api/admin/groups',
  'GET /api/admin/groups/:id/members',
  'GET /api/admin/tool-servers',
  'GET /api/admin/prompts',
  'GET /api/admin/audit',
  'GET /api/admin/audit/export',
  'POST /api/admin/audit/verify',
]);

const expectedOf = (name: string, who: Who): Word | undefined => {
  if (who === 'auditor') return AUDITORS.has(name) ? 'in' : expectedOf(name, 'free');
  return (isAdmins(name) ? ADMIN : EXPECTED[name])?.[CALLERS.indexOf(who)];
};

/** What a stolen session must not do (docs/adr/0064): all others go on however old the proof is. */
const FRESH_PROOF: readonly string[] = [
  'GET /api/account/export',
  'POST /api/account/api-key',
  'POST /api/account/api-keys',
  'POST /api/account/passkeys',
  'POST /api/account/passkeys/options',
  'DELETE /api/account/passkeys/:id',
  'POST /api/account/second-factor/recovery-codes',
  'POST /api/account/second-factor/totp',
  'POST /api/account/second-factor/totp/confirm',
  'DELETE /api/account/second-factor/totp',
  'POST /api/auth/identities',
  'DELETE /api/auth/identities/:id',

  'GET /api/admin/audit/export',
  'GET /api/admin/users/export',
  'POST /api/admin/audit-config',
  'POST /api/admin/config/audit/undo',
  'POST /api/admin/config/registration/undo',
  'POST /api/admin/config/second-factor/undo',
  'POST /api/admin/groups',
  'PUT /api/admin/groups/:id',
  'POST /api/admin/groups/:id/delete',
  'POST /api/admin/groups/:id/members',
  'POST /api/admin/invitations',
  'POST /api/admin/providers',
  'PUT /api/admin/providers/:id',
  'DELETE /api/admin/providers/:id',
  'POST /api/admin/registration-config',
  'POST /api/admin/registration-requests/:id/approve',
  'POST /api/admin/second-factor-config',
  'GET /api/admin/tool-calls/export',
  'POST /api/admin/tool-servers',
  'PUT /api/admin/tool-servers/:id',
  'DELETE /api/admin/tool-servers/:id',
  'POST /api/admin/setup/models',
  'DELETE /api/admin/setup/models',
  'POST /api/admin/setup/purpose',
  'POST /api/admin/user/:uid/delete',
  'POST /api/admin/user/:uid/resume',
  'POST /api/admin/user/:uid/role',
  'POST /api/admin/user/:uid/second-factor',
  'POST /api/admin/user/:uid/tier',
  'POST /api/admin/user/:uid/verify-email',
];

/** Calls that decide about rights only once they know what is asked for. */
const BODIES: Readonly<Record<string, unknown>> = {
  'POST /api/ai/groq': question('Hi'),
  'POST /api/ai/generate-title': question('Hi'),
  'POST /api/agent/stream': { message: 'Hi', stream: true },
  'POST /api/search/orchestrated': { query: 'Hi', searchResults: 'a text', sources: [] },
  'POST /api/ai/related-questions': { query: 'Hi', response: 'Hello' },
  'POST /api/account/api-keys': { name: 'Laptop' },
  'POST /api/external/process-image': { imageData: 'AAAA', fileName: 'a.png', mimeType: 'image/png' },
  'PUT /api/account/instruction': { text: 'Be brief.' },
  'POST /v1/chat/completions': { model: 'gemma2-9b-it', messages: [{ role: 'user', content: 'Hi' }] },
};

const nameOf = ({ method, path }: Route): string => `${method.toUpperCase()} ${path}`;
/** These end what the others need. */
const isLast = (name: string): boolean => name.startsWith('POST /api/auth/logout');
const INORDER = ROUTES.toSorted((a, b) => Number(isLast(nameOf(a))) - Number(isLast(nameOf(b))));

const WORDS: Readonly<Record<string, Word>> = {
  EMAIL_VERIFICATION_REQUIRED: 'verify',
  SUBSCRIPTION_REQUIRED: 'plan',
  USAGE_LIMIT_EXCEEDED: 'limit',
  UNAUTHORIZED: 'denied',
};

const refusalOf = (json: Answer['json']): Word | string =>
  WORDS[String(json?.code ?? json?.error?.code).toUpperCase()] ?? `403 ${JSON.stringify(json)}`;

const wordOf = ({ status, json }: Answer): Word | string => {
  if (status === 401) return '401';
  if (status === 403) return refusalOf(json);
  if (status === 400 && json?.field === 'X-Session-ID') return 'session';
  return status >= 500 ? `${status}` : 'in';
};

jest.setTimeout(60_000);

describe('who may call what', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-rights-'));
  let product: Product;
  let callers: Record<Who, Caller>;
  /** Signing out ends every session of an account, so each call that does so has people of its own. */
  const people = async (): Promise<Record<Who, Caller>> => {
    const withPlan = async (plan: 'basic' | 'premium') => {
      const person = await newPerson(product.url);
      await setPlan(product, person.email, plan);
      return person;
    };
    return {
      nobody: new Caller(product.url),
      nonsense: new Caller(product.url, { Authorization: `Bearer ${'x'.repeat(43)}` }),
      visitor: newVisitor(product.url),
      unverified: await newStranger(product.url),
      free: await newPerson(product.url),
      basic: await withPlan('basic'),
      premium: await withPlan('premium'),
      admin: await newAdmin(product),
      key: (await newPremiumPerson(product)).byKey,
      auditor: await newAuditor(product),
    };
  };

  beforeAll(async () => {
    product = await startProduct(`sqlite:${join(folder, 'rights.db')}`);
    callers = await people();
  }, 60_000);
  afterAll(async () => {
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const ask = (caller: Caller, route: Route): Promise<Answer> => {
    const name = nameOf(route);
    const withBody = route.method !== 'get' && route.method !== 'delete';
    return caller.send(
      route.method.toUpperCase(),
      route.path.replace(/:\w+/g, newId()),
      withBody ? (BODIES[name] ?? {}) : undefined,
    );
  };

  test('every call has a rule', () => {
    const without = ROUTES.map(nameOf).filter((name) => !isAdmins(name) && !EXPECTED[name]);
    expect(without).toEqual([]);
  });

  test.each(INORDER.map((route) => [nameOf(route), route] as const))('%s', async (name, route) => {
    if (isLast(name)) callers = await people();
    const answers = await Promise.all(CALLERS.map(async (who) => [who, wordOf(await ask(callers[who], route))]));
    expect(Object.fromEntries(answers)).toEqual(Object.fromEntries(CALLERS.map((who) => [who, expectedOf(name, who)])));
  });

  test('an old proof of identity does for all calls but those that outlive the session', async () => {
    const { admin } = await people();
    await product.database.connection('sessions').update({ authenticated_at: Date.now() - 11 * 60_000 });
    // An undo is asked for every configuration.
    const named = INORDER.flatMap((route) =>
      route === undoConfig
        ? SETTINGS_NAMES.map((name) => ({ ...route, path: `/api/admin/config/${name}/undo` as const }))
        : [route],
    );
    const refused: string[] = [];
    for (const route of named) {
      const { status, json } = await ask(admin, route);
      if (json?.code === 'REAUTHENTICATION_REQUIRED') refused.push(nameOf(route));
      else if (!isLast(nameOf(route))) expect([nameOf(route), status]).not.toEqual([nameOf(route), 401]);
    }
    expect(refused.toSorted()).toEqual(FRESH_PROOF.toSorted());
  });

  const thatLetIn = (...access: readonly Access[]) => ROUTES.filter((route) => access.includes(route.access));
  const DISGUISES = [
    {},
    { 'X-Session-ID': newId() },
    { Authorization: 'Basic YW5uOmFubg==' },
    { Authorization: 'Bearer ' },
    { Authorization: "Bearer ' OR '1'='1" },
    { 'X-Internal': 'true', 'X-User-Id': 'ann', 'X-Admin-Override-Enabled': 'true' },
  ];

  test.each(
    thatLetIn('user', 'session', 'premium', 'auditor', 'admin').map((route) => [nameOf(route), route] as const),
  )('%s is taken in by no disguise, and reads no body before', async (_name, route) => {
    for (const headers of DISGUISES) {
      const body = route.method === 'get' || route.method === 'delete' ? undefined : '{ not even JSON';
      const answer = await callers.nobody
        .with(headers)
        .send(route.method.toUpperCase(), route.path.replace(/:\w+/g, newId()), body);
      const { error, code } = route.path.startsWith('/v1')
        ? { error: 'Not authenticated', code: 'UNAUTHORIZED' }
        : answer.json;
      expect([answer.status, error, code]).toEqual([401, 'Not authenticated', 'UNAUTHORIZED']);
    }
  });

  test('an odd trial session opens nothing, and none helps a wrong token', async () => {
    for (const route of thatLetIn('visitor', 'user-or-visitor')) {
      for (const session of ['short', 'with spaces in it', 'x'.repeat(129)])
        expect(wordOf(await ask(callers.nobody.with({ 'X-Session-ID': session }), route))).toBe('session');
    }
    for (const route of thatLetIn('user-or-visitor')) {
      expect(
        wordOf(await ask(callers.nobody.with({ Authorization: 'Bearer wrong', 'X-Session-ID': newId() }), route)),
      ).toBe('401');
    }
  });

  test('whoever is refused the admins’ calls has changed nothing', async () => {
    const { json } = await (await people()).admin.get('/api/admin/rate-limits');
    expect(json.config.version).toBe(0);
  });
});
