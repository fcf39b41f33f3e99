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
  secretDigest: 'digest',
  createdAt: NOON,
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
      await keys.replace(anApiKey());
      expect(await keys.find('key-1')).toEqual({ key: anApiKey(), user: aUser() });
      expect(await keys.findByUser('ann')).toEqual(anApiKey());
      expect(await keys.find('KEY-1')).toBeUndefined();
      expect(await keys.findByUser('bob')).toBeUndefined();
    });

    test('tell which of many still let somebody in', async () => {
      const { keys, users } = await setup();
      await keys.replace(anApiKey());
      await keys.replace(anApiKey({ id: 'bobs', uid: 'bob' }));
      await users.setSuspended('bob', NOON);
      expect(await keys.filterValid(['key-1', 'KEY-1', 'bobs', 'unknown'])).toEqual(['key-1']);
      expect(await keys.filterValid([])).toEqual([]);
    });

    test('tell a changed right of the owner at once', async () => {
      const { keys, users } = await setup();
      await keys.replace(anApiKey());
      await users.setRole('ann', 'admin');
      expect((await keys.find('key-1'))?.user.isAdmin).toBe(true);
    });

    test('a new key ends the old one of that person and of nobody else', async () => {
      const { keys } = await setup();
      await keys.replace(anApiKey({ lastUsedAt: NOON }));
      await keys.replace(anApiKey({ id: 'bobs', uid: 'bob' }));
      const next = anApiKey({ id: 'key-2', secretDigest: 'other', createdAt: NOON + 1 });
      await keys.replace(next);
      expect(await keys.find('key-1')).toBeUndefined();
      expect((await keys.find('key-2'))?.key).toEqual(next);
      expect((await keys.find('bobs'))?.user.uid).toBe('bob');
    });

    test('of many made at once exactly one is left', async () => {
      const { keys } = await setup();
      const ids = Array.from({ length: 10 }, (_, index) => `key-${index}`);
      await Promise.all(ids.map((id) => keys.replace(anApiKey({ id }))));
      const found = await Promise.all(ids.map((id) => keys.find(id)));
      expect(found.filter(Boolean)).toHaveLength(1);
    });

    test('end when they are removed, again without effect', async () => {
      const { keys } = await setup();
      await keys.replace(anApiKey());
      await keys.replace(anApiKey({ id: 'bobs', uid: 'bob' }));
      await keys.remove('ann');
      await keys.remove('ann');
      expect([await keys.find('key-1'), await keys.findByUser('ann')]).toEqual([undefined, undefined]);
      expect(await keys.findByUser('bob')).toBeDefined();
    });

    test('remember their last use', async () => {
      const { keys } = await setup();
      await keys.replace(anApiKey());
      await keys.touch('key-1', NOON + 5);
      await keys.touch('unknown', NOON + 9);
      expect((await keys.find('key-1'))?.key).toEqual(anApiKey({ lastUsedAt: NOON + 5 }));
    });
  });
};
