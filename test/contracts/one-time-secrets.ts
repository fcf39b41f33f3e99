import type { OneTimeSecrets } from '../../src/domain/accounts/ports.ts';
import { NOON } from '../support/builders.ts';

const secret = (digest: string) => ({ digest, purpose: 'first-admin', expiresAt: NOON + 10 }) as const;

/** What all OneTimeSecrets must do. */
export const behavesLikeOneTimeSecrets = (name: string, create: () => Promise<OneTimeSecrets>): void => {
  describe(`${name}: one-time secrets`, () => {
    test('can be used once, and not by guessing', async () => {
      const secrets = await create();
      await secrets.add(secret('a'));
      expect(await secrets.consume('A', 'first-admin', NOON)).toBe(false);
      expect(await secrets.consume('a', 'first-admin', NOON)).toBe(true);
      expect(await secrets.consume('a', 'first-admin', NOON)).toBe(false);
    });

    test('are looked at without being used up', async () => {
      const secrets = await create();
      await secrets.add(secret('a'));
      const looks = async (now = NOON) => [
        await secrets.isValid('a', 'first-admin', now),
        await secrets.isValid('A', 'first-admin', now),
      ];
      expect([await looks(), await looks(NOON + 9), await looks(NOON + 10)]).toEqual([
        [true, false],
        [true, false],
        [false, false],
      ]);
      expect(await secrets.consume('a', 'first-admin', NOON)).toBe(true);
      expect(await looks()).toEqual([false, false]);
    });

    test('serve exactly one of many who come at once', async () => {
      const secrets = await create();
      await secrets.add(secret('a'));
      const uses = await Promise.all(Array.from({ length: 10 }, () => secrets.consume('a', 'first-admin', NOON)));
      expect(uses.filter(Boolean)).toHaveLength(1);
    });

    test('end with their time', async () => {
      const secrets = await create();
      await secrets.add(secret('a'));
      expect(await secrets.consume('a', 'first-admin', NOON + 10)).toBe(false);
      expect(await secrets.consume('a', 'first-admin', NOON + 9)).toBe(true);
    });

    test('that were never added can be spent by one of many, and are forgotten once expired', async () => {
      const secrets = await create();
      const spend = () => secrets.consumeOnce({ digest: 'c', purpose: 'captcha', expiresAt: NOON + 10, now: NOON });
      expect((await Promise.all(Array.from({ length: 10 }, spend))).filter(Boolean)).toHaveLength(1);
      await secrets.removeExpired('captcha', NOON + 9);
      expect(await spend()).toBe(false);
      await secrets.removeExpired('captcha', NOON + 10);
      expect(await spend()).toBe(true);
    });

    test('can be revoked', async () => {
      const secrets = await create();
      await secrets.add(secret('a'));
      await secrets.add(secret('b'));
      await secrets.revoke('first-admin');
      expect(await secrets.consume('a', 'first-admin', NOON)).toBe(false);
      expect(await secrets.consume('b', 'first-admin', NOON)).toBe(false);
      await secrets.add(secret('c'));
      expect(await secrets.consume('c', 'first-admin', NOON)).toBe(true);
    });
  });
};
