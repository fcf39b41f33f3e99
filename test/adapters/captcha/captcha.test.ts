import { createHash } from 'node:crypto';

import { CAPTCHA } from '../../../src/adapters/captcha/providers.ts';
import { CryptoSecrets } from '../../../src/adapters/system/ids.ts';
import { selectProvider } from '../../../src/platform/provider-registry.ts';
import { InMemoryOneTimeSecrets } from '../../fakes/accounts.ts';
import { FixedClock } from '../../fakes/kernel.ts';
import { startWebService, type WebService } from '../../vendors/web-service.ts';

const setup = (env: Record<string, string> = {}) => {
  const { connect, faults } = selectProvider(CAPTCHA, env, true);
  if (!connect) throw new Error(faults.join());
  const clock = new FixedClock();
  const secrets = new CryptoSecrets('a pepper of this test');
  return { clock, ...connect({ clock, secrets, oneTime: new InMemoryOneTimeSecrets() }) };
};

const zeros = (token: string) => {
  const bits = [...createHash('sha256').update(token).digest()]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('');
  return bits.indexOf('1');
};

/** Works as a browser would. */
const solve = (challenge: string, difficulty: number): string => {
  for (let nonce = 0; ; nonce += 1) if (zeros(`${challenge}:${nonce}`) >= difficulty) return `${challenge}:${nonce}`;
};

describe('the built-in proof of work', () => {
  const easy = { CAPTCHA_DIFFICULTY: '8' };

  test('passes for work that was done, once, whoever comes at the same time', async () => {
    const { captcha } = setup(easy);
    const { challenge = '', difficulty = 0 } = captcha.createChallenge() ?? {};
    const token = solve(challenge, difficulty);
    const passes = await Promise.all(Array.from({ length: 10 }, () => captcha.verify(token)));
    expect(passes.filter(Boolean)).toHaveLength(1);
    let other = 0;
    while (zeros(`${challenge}:x${other}`) < difficulty) other += 1;
    expect(await captcha.verify(`${challenge}:x${other}`)).toBe(false); // another solution of the same challenge
  });

  test('asks for about a second of work when nothing is set', () => {
    expect(setup().captcha.createChallenge()?.difficulty).toBe(17);
  });

  test('passes for five minutes', async () => {
    const { captcha, clock } = setup(easy);
    const { challenge = '', expiresAt } = captcha.createChallenge() ?? {};
    expect(expiresAt).toBe(clock.now() + 300_000);
    const token = solve(challenge, 8);
    await clock.advance(300_000);
    expect(await captcha.verify(token)).toBe(false);
  });

  test('takes no challenge of its own making, no longer life and no missing work', async () => {
    const { captcha } = setup(easy);
    const { challenge = '' } = captcha.createChallenge() ?? {};
    const [, random, signature] = challenge.split('.');
    const made = [
      `9999999999999.${random}.${signature}`,
      `9999999999999.${'x'.repeat(43)}.${'0'.repeat(64)}`,
      setup({ ...easy })
        .captcha.createChallenge()
        ?.challenge.replace(/.$/, (last) => (last === '0' ? '1' : '0')) ?? '',
    ];
    for (const text of made) expect(await captcha.verify(solve(text, 8))).toBe(false);
    let lazy = 0;
    while (zeros(`${challenge}:${lazy}`) >= 8) lazy += 1;
    for (const text of [`${challenge}:${lazy}`, challenge, '', ':', 'solved'])
      expect(await captcha.verify(text)).toBe(false);
  });
});

describe.each([
  [
    'turnstile',
    { TURNSTILE_SECRET_KEY: 'secret', TURNSTILE_SITE_KEY: 'site' },
    'TURNSTILE_BASE_URL',
    '/turnstile/v0/siteverify',
  ],
  ['hcaptcha', { HCAPTCHA_SECRET_KEY: 'secret', HCAPTCHA_SITE_KEY: 'site' }, 'HCAPTCHA_BASE_URL', '/siteverify'],
])('%s', (id, keys, base, path) => {
  let service: WebService;
  beforeEach(async () => {
    service = await startWebService(({ body }) => ({
      json: { success: new URLSearchParams(body).get('response') === 'good' },
    }));
  });
  afterEach(() => service.close());

  test('passes what its maker passes', async () => {
    const { captcha, hosts } = setup({ ...keys, [base]: service.url });
    expect(captcha.config).toMatchObject({
      provider: id,
      siteKey: 'site',
      scriptUrl: expect.stringMatching(/^https:/),
    });
    expect(captcha.createChallenge()).toBeUndefined();
    expect(hosts.script.length).toBeGreaterThan(0);
    expect([await captcha.verify('good'), await captcha.verify('bad'), await captcha.verify('x'.repeat(5000))]).toEqual(
      [true, false, false],
    );
    expect(service.calls).toMatchObject([{ method: 'POST', path, body: 'secret=secret&response=good' }, { path }]);
  });

  test('says so when nobody can tell', async () => {
    const { captcha } = setup({ ...keys, [base]: service.url });
    for (const said of [
      undefined,
      { status: 500, json: 'broken' },
      { json: { success: false, 'error-codes': ['invalid-input-secret'] } },
    ]) {
      service.answer = () => said;
      await expect(captcha.verify('good')).rejects.toMatchObject({
        kind: 'unavailable',
        message: 'Registration failed',
      });
    }
  });
});
