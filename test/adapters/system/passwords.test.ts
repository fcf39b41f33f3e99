import { Argon2Passwords } from '../../../src/adapters/system/passwords.ts';

const AT_ONCE_AND_WAITING = 62;

test('a flood of sign-ins waits up to a bound, and the rest is told when to come back', async () => {
  const passwords = new Argon2Passwords();
  const tries = Array.from({ length: AT_ONCE_AND_WAITING + 5 }, () =>
    passwords.hash('one of a flood').then(
      (hashed) => ({ hashed }),
      (refusal: unknown) => ({ refusal }),
    ),
  );
  const settled = await Promise.all(tries);
  const refused = settled.flatMap((outcome) => ('refusal' in outcome ? [outcome.refusal] : []));
  expect(refused).toHaveLength(5);
  expect(refused[0]).toMatchObject({ kind: 'unavailable', details: { retryAfterMs: 3000 } });
  expect(await passwords.matches('one of a flood', await passwords.hash('one of a flood'))).toBe(true);
});

test('nobody is told apart from an unknown account', async () => {
  const passwords = new Argon2Passwords();
  expect(await passwords.matches('right', undefined)).toBe(false);
  const stored = await passwords.hash('right');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.matches('other', stored)).toBe(false);
});
