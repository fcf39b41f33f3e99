import type { ApiKey } from '../../src/domain/accounts/api-key.ts';
import type { ApiKeyRepository, UserRepository } from '../../src/domain/accounts/ports.ts';
import { aUser, NOON } from '../support/builders.ts';

interface Fixture {
  readonly keys: ApiKeyRepository;
  readonly users: UserRepository;
}

export const anApiKey = (more: Partial<ApiKey> = {}): ApiKey => ({
  id: 'key-1',
  uid: 'ann',
  name: 'Laptop 🥞',
  scope: 'all',
  secretDigest: 'digest',
  createdAt: NOON,
  expiresAt: null,
  lastUsedAt: null,
  ...more,
});

/** What every ApiKeyRepository must do. `create` answers a world without users. */
export const behavesLikeAnApiKeyRepository = (name: string, create: () => Promise<Fixture>): void => {
  describe(`${name}: API keys`, () => {
    const setup = async () => {
      const world = await create();
      for (const uid of ['ann', 'bob']) await world.users.add(aUser({ uid }));
      return world;
    };

    test('tell the key and its owner by id, and by no id that differs in case', async () => {
      const { keys } = await setup();
      const key = anApiKey({ scope: 'read', expiresAt: NOON + 9 });
      await keys.add(key);
      expect(await keys.find('key-1', NOON)).toEqual({ key, user: aUser() });
      expect(await keys.find('KEY-1', NOON)).toBeUndefined();
    });

    test('are several to a person, listed newest first, ended ones too', async () => {
      const { keys } = await setup();
      const [old, young] = [anApiKey({ expiresAt: NOON - 1 }), anApiKey({ id: 'key-2', createdAt: NOON + 1 })];
      for (const key of [old, young, anApiKey({ id: 'bobs', uid: 'bob' })]) await keys.add(key);
      expect(await keys.listByUser('ann')).toEqual([young, old]);
      expect(await keys.listByUser('nobody')).toEqual([]);
    });

    test('end at their time', async () => {
      const { keys } = await setup();
      await keys.add(anApiKey({ expiresAt: NOON + 10 }));
      expect((await keys.find('key-1', NOON + 9))?.user.uid).toBe('ann');
      expect(await keys.find('key-1', NOON + 10)).toBeUndefined();
      expect(await keys.filterValid(['key-1'], NOON + 9)).toEqual(['key-1']);
      expect(await keys.filterValid(['key-1'], NOON + 10)).toEqual([]);
    });

    test('tell which of many still let somebody in', async () => {
      const { keys, users } = await setup();
      await keys.add(anApiKey());
      await keys.add(anApiKey({ id: 'bobs', uid: 'bob' }));
      await users.setSuspended('bob', NOON);
      expect(await keys.filterValid(['key-1', 'KEY-1', 'bobs', 'unknown'], NOON)).toEqual(['key-1']);
      expect(await keys.filterValid([], NOON)).toEqual([]);
      expect(await keys.find('bobs', NOON)).toBeUndefined();
    });

    test('tell a changed right of the owner at once', async () => {
      const { keys, users } = await setup();
      await keys.add(anApiKey());
      await users.setRole('ann', 'admin');
      expect((await keys.find('key-1', NOON))?.user.isAdmin).toBe(true);
    });

    test('end one by one, for their owner only, or all of a person', async () => {
      const { keys } = await setup();
      for (const id of ['key-1', 'key-2', 'key-3']) await keys.add(anApiKey({ id }));
      await keys.add(anApiKey({ id: 'bobs', uid: 'bob' }));
      expect([await keys.remove('bob', 'key-1'), await keys.remove('ann', 'KEY-1')]).toEqual([false, false]);
      expect([await keys.remove('ann', 'key-1'), await keys.remove('ann', 'key-1')]).toEqual([true, false]);
      expect((await keys.listByUser('ann')).map(({ id }) => id)).toEqual(['key-3', 'key-2']);
      await keys.removeAllByUser('ann');
      await keys.removeAllByUser('ann');
      expect([await keys.listByUser('ann'), (await keys.listByUser('bob')).length]).toEqual([[], 1]);
    });

    test('remember their last use', async () => {
      const { keys } = await setup();
      await keys.add(anApiKey());
      await keys.touch('key-1', NOON + 5);
      await keys.touch('unknown', NOON + 9);
      expect((await keys.find('key-1', NOON))?.key).toEqual(anApiKey({ lastUsedAt: NOON + 5 }));
    });
  });
};
