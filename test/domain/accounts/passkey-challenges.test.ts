import { PasskeyChallenges } from '../../../src/domain/accounts/second-factor/passkey-challenges.ts';
import { FixedClock, PlainSecrets } from '../../fakes/kernel.ts';
import { InMemoryOneTimeSecrets } from '../../fakes/accounts.ts';

const TTL_MS = 5 * 60_000;

/** Without dots, which part a challenge. */
class HexSecrets extends PlainSecrets {
  override fingerprint(text: string): string {
    return Buffer.from(text).toString('hex');
  }
}

const setup = () => {
  const clock = new FixedClock();
  return { clock, challenges: new PasskeyChallenges(new InMemoryOneTimeSecrets(), new HexSecrets(), clock) };
};

test('a challenge serves once', async () => {
  const { challenges } = setup();
  const challenge = challenges.create('sign in');
  expect([await challenges.spend('sign in', challenge), await challenges.spend('sign in', challenge)]).toEqual([
    true,
    false,
  ]);
});

test('a challenge serves its purpose alone, and one account', async () => {
  const { challenges } = setup();
  const challenge = challenges.create('register ann');
  for (const purpose of ['sign in', 'register bob', 'register']) {
    expect(await challenges.spend(purpose, challenge)).toBe(false);
  }
  expect(await challenges.spend('register ann', challenge)).toBe(true);
});

test('a challenge ends after five minutes, and nobody can give it more', async () => {
  const { challenges, clock } = setup();
  const challenge = challenges.create('sign in');
  const [, token, signature] = challenge.split('.');
  await clock.advance(TTL_MS);
  expect(await challenges.spend('sign in', challenge)).toBe(false);
  for (const longer of [`${clock.now() + TTL_MS}.${token}.${signature}`, `x.${token}.${signature}`, '', '.', 'made up'])
    expect(await challenges.spend('sign in', longer)).toBe(false);
});
