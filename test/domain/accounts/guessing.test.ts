import { aSignInWorld } from './sign-in-world.ts';

const home = '10.0.0.1';
const ann = { email: 'ann@example.org', password: 'correct horse' };

const setup = async () => {
  const world = aSignInWorld();
  await world.register.execute({ ...ann, address: home });
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'in',
      (reason: { code: string; details: object }) => reason.code,
    );
  return { ...world, codeOf };
};

describe('guesses from many addresses at one account', () => {
  test('ask for a captcha after twenty, and the owner comes in with one from anywhere', async () => {
    const { logIn, codeOf, clock } = await setup();
    const guess = (index: number, more = {}) =>
      codeOf(logIn.execute({ ...ann, password: `guess ${index}`, address: `10.1.0.${index}`, ...more }));
    const codes = await Promise.all(Array.from({ length: 30 }, (_, index) => guess(index)));
    expect(codes.filter((code) => code === 'UNAUTHORIZED')).toHaveLength(20);
    expect(codes.filter((code) => code === 'CAPTCHA_REQUIRED')).toHaveLength(10);
    expect(await guess(40, { captchaToken: 'wrong' })).toBe('CAPTCHA_REQUIRED');
    expect(await guess(40, { captchaToken: 'solved' })).toBe('UNAUTHORIZED');
    const owner = { ...ann, address: home };
    expect(await codeOf(logIn.execute(owner))).toBe('CAPTCHA_REQUIRED');
    expect(await codeOf(logIn.execute({ ...owner, captchaToken: 'solved' }))).toBe('in');
    await clock.advance(15 * 60_000);
    expect(await codeOf(logIn.execute(owner))).toBe('in');
  });

  test('are counted for addresses that nobody registered too, so that the answer tells nothing', async () => {
    const { logIn, codeOf } = await setup();
    const codes = await Promise.all(
      Array.from({ length: 21 }, (_, index) =>
        codeOf(logIn.execute({ email: 'no@example.org', password: 'x', address: `10.2.0.${index}` })),
      ),
    );
    expect(codes.at(-1)).toBe('CAPTCHA_REQUIRED');
  });
});

test('guesses of one address at many accounts ask for a captcha after forty, whoever the next is for', async () => {
  const { logIn, codeOf } = await setup();
  const codes = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      codeOf(logIn.execute({ email: `p${index}@example.org`, password: 'spray', address: '10.3.0.1' })),
    ),
  );
  expect(codes.filter((code) => code === 'UNAUTHORIZED')).toHaveLength(40);
  expect(await codeOf(logIn.execute({ ...ann, address: '10.3.0.1' }))).toBe('CAPTCHA_REQUIRED');
  expect(await codeOf(logIn.execute({ ...ann, address: home }))).toBe('in');
});

test('right passwords count as no failure, however many come in', async () => {
  const { logIn, codeOf } = await setup();
  for (let count = 0; count < 60; count += 1) expect(await codeOf(logIn.execute({ ...ann, address: home }))).toBe('in');
});
