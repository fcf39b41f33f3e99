import { GroupNameTaken } from '../../src/domain/groups/errors.ts';
import type { GrantingGroups, Group, GroupMembers, GroupStore } from '../../src/domain/groups/ports.ts';
import type { User } from '../../src/domain/accounts/user.ts';
import { aGroup } from '../fakes/groups.ts';
import { NOON } from '../support/builders.ts';

export interface GroupStores {
  readonly groups: GroupStore;
  readonly members: GroupMembers;
  readonly granting: GrantingGroups;
  readonly find: (uid: string) => Promise<User | undefined>;
  /** Deletes an account. */
  readonly remove: (uid: string) => Promise<void>;
  /** What an account pays for, told anew. */
  readonly pay?: ((uid: string, tier: 'free' | 'basic') => Promise<void>) | undefined;
}

const PAGE = { search: '', offset: 0, limit: 10 };
const FULL: Group = aGroup({
  id: 'full',
  name: 'Full',
  description: 'Everything set',
  tier: 'premium',
  limits: { dailyMessages: 5, moonshotDaily: -1, agentRequests: 0 },
  models: ['a/model'],
  agents: ['code_agent'],
  tools: [],
  claims: [{ provider: 'corp', value: 'team-a' }],
});

/** With the accounts `ann`, `bob` (both free) and `eve` (premium). */
export const behavesLikeGroupStores = (name: string, create: () => Promise<GroupStores>): void => {
  describe(name, () => {
    const stateOf = async ({ find }: GroupStores, uid: string) => {
      const user = await find(uid);
      return [user?.groupIds, user?.subscription];
    };

    test('a group comes back as it was stored, by name, with its members counted once each', async () => {
      const { groups, members } = await create();
      await groups.add(aGroup({ id: 'b', name: 'beta' }));
      await groups.add(FULL);
      await groups.add(aGroup({ id: 'a', name: 'Alpha' }));
      await members.add('full', ['ann', 'bob'], NOON);
      await members.setByProvider({ uid: 'ann', provider: 'corp', groupIds: ['full'], now: NOON });
      expect(await groups.find('full')).toEqual(FULL);
      expect(await groups.find('nothing')).toBeUndefined();
      expect((await groups.list()).map((group) => [group.name, group.members])).toEqual([
        ['Alpha', 0],
        ['beta', 0],
        ['Full', 2],
      ]);
      expect([await groups.lock('full'), await groups.lock('nothing')]).toEqual([true, false]);
    });

    test('the groups of a claim are those that name its provider and one of its values, by name', async () => {
      const { groups } = await create();
      const claiming = (id: string, name: string, provider: string, value: string) =>
        groups.add(aGroup({ id, name, claims: [{ provider, value }] }));
      await claiming('b', 'beta', 'corp', 'team-b');
      await claiming('a', 'Alpha', 'corp', 'team-a');
      await claiming('o', 'Other', 'else', 'team-a');
      await groups.add(aGroup({ id: 'n', name: 'None' }));
      expect(await groups.listClaiming('corp', ['team-a', 'team-b', 'team-c'])).toEqual(['a', 'b']);
      expect(await groups.listClaiming('corp', ['TEAM-A'])).toEqual([]);
      expect(await groups.listClaiming('corp', [])).toEqual([]);
    });

    test('a name is taken whatever the case of its letters, and a group may have its own again', async () => {
      const { groups } = await create();
      await groups.add(aGroup({ id: 'a', name: 'Alpha' }));
      await groups.add(aGroup({ id: 'b', name: 'Beta' }));
      await expect(groups.add(aGroup({ id: 'c', name: 'ALPHA' }))).rejects.toThrow(GroupNameTaken);
      await expect(groups.update(aGroup({ id: 'b', name: 'alpha' }))).rejects.toThrow(GroupNameTaken);
      await groups.update(aGroup({ id: 'a', name: 'alpha' }));
      expect((await groups.find('a'))?.name).toBe('alpha');
    });

    test('an account has its groups in its own row, and at least their highest plan', async () => {
      const stores = await create();
      const { groups, members } = stores;
      await groups.add(aGroup({ id: 'a', tier: 'basic' }));
      await groups.add(aGroup({ id: 'b', tier: 'premium' }));
      await groups.add(aGroup({ id: 'c' }));
      expect(await members.add('a', ['ann', 'ann', 'eve', 'nobody'], NOON)).toEqual(
        expect.arrayContaining(['ann', 'eve']),
      );
      expect(await members.add('a', ['ann'], NOON + 1)).toEqual([]);
      expect(await stateOf(stores, 'ann')).toEqual([['a'], 'basic']);
      expect(await stateOf(stores, 'eve')).toEqual([['a'], 'premium']);
      expect(await stateOf(stores, 'bob')).toEqual([[], 'free']);
      await members.add('b', ['ann'], NOON);
      await members.add('c', ['ann', 'bob'], NOON);
      expect(await stateOf(stores, 'ann')).toEqual([['a', 'b', 'c'], 'premium']);
      expect(await stateOf(stores, 'bob')).toEqual([['c'], 'free']);
      expect([await members.remove('b', 'ann'), await members.remove('b', 'ann')]).toEqual([true, false]);
      expect(await stateOf(stores, 'ann')).toEqual([['a', 'c'], 'basic']);
    });

    test('another plan of the group, and its end, reach every member', async () => {
      const stores = await create();
      const { groups, members } = stores;
      await groups.add(aGroup({ id: 'a' }));
      await members.add('a', ['ann', 'bob', 'eve'], NOON);
      await groups.update(aGroup({ id: 'a', tier: 'basic' }));
      expect(await Promise.all(['ann', 'bob', 'eve'].map((uid) => stateOf(stores, uid)))).toEqual([
        [['a'], 'basic'],
        [['a'], 'basic'],
        [['a'], 'premium'],
      ]);
      await groups.remove('a');
      expect(await Promise.all(['ann', 'bob', 'eve'].map((uid) => stateOf(stores, uid)))).toEqual([
        [[], 'free'],
        [[], 'free'],
        [[], 'premium'],
      ]);
      expect(await groups.list()).toEqual([]);
    });

    test('a plan that is paid for stays when a group ends, and a group’s stays when the payment ends', async () => {
      const stores = await create();
      if (!stores.pay) return;
      await stores.groups.add(aGroup({ id: 'a', tier: 'premium' }));
      await stores.members.add('a', ['ann'], NOON);
      await stores.pay('ann', 'basic');
      expect(await stateOf(stores, 'ann')).toEqual([['a'], 'premium']);
      await stores.members.remove('a', 'ann');
      expect(await stateOf(stores, 'ann')).toEqual([[], 'basic']);
      await stores.members.add('a', ['ann'], NOON);
      await stores.pay('ann', 'free');
      expect(await stateOf(stores, 'ann')).toEqual([['a'], 'premium']);
    });

    test('a provider replaces what it gave, and leaves the memberships by hand and those of other providers', async () => {
      const stores = await create();
      const { groups, members } = stores;
      for (const id of ['a', 'b', 'c']) await groups.add(aGroup({ id }));
      await members.add('a', ['ann'], NOON);
      const set = (provider: string, ...groupIds: string[]) =>
        members.setByProvider({ uid: 'ann', provider, groupIds, now: NOON + 1 });
      expect(await set('corp', 'a', 'b')).toEqual({ joined: ['a', 'b'], left: [] });
      expect(await set('other', 'c')).toEqual({ joined: ['c'], left: [] });
      expect(await set('corp', 'b')).toEqual({ joined: [], left: ['a'] });
      expect(await stateOf(stores, 'ann')).toEqual([['a', 'b', 'c'], 'free']);
      expect(await set('corp')).toEqual({ joined: [], left: ['b'] });
      expect(await stateOf(stores, 'ann')).toEqual([['a', 'c'], 'free']);
      expect(await members.listByUser('ann')).toEqual([
        { id: 'a', name: 'a', since: NOON },
        { id: 'c', name: 'c', since: NOON + 1 },
      ]);
    });

    test('members are listed by name and found by a part of it, with where they come from', async () => {
      const { groups, members } = await create();
      await groups.add(aGroup({ id: 'a' }));
      await members.add('a', ['eve', 'bob', 'ann'], NOON);
      await members.setByProvider({ uid: 'bob', provider: 'corp', groupIds: ['a'], now: NOON + 1 });
      const all = await members.list('a', PAGE);
      expect(all.total).toBe(3);
      expect(all.members.map(({ uid, sources }) => [uid, sources])).toEqual([
        ['ann', ['hand']],
        ['bob', ['hand', 'provider:corp']],
        ['eve', ['hand']],
      ]);
      expect(all.members[1]).toMatchObject({ name: 'bob', email: 'bob@example.org', since: NOON });
      expect((await members.list('a', { ...PAGE, offset: 1, limit: 1 })).members.map(({ uid }) => uid)).toEqual([
        'bob',
      ]);
      const found = await members.list('a', { ...PAGE, search: ' EVE@' });
      expect([found.total, found.members.map(({ uid }) => uid)]).toEqual([1, ['eve']]);
      expect(await members.list('nothing', PAGE)).toEqual({ members: [], total: 0 });
    });

    test('what groups give is asked by their ids, is current after a change, and unknown ids are left out', async () => {
      const { groups, granting } = await create();
      await groups.add(FULL);
      await groups.add(aGroup({ id: 'a', name: 'Alpha' }));
      expect((await granting.findMany(['full', 'nothing', 'a'])).map(({ id }) => id)).toEqual(['a', 'full']);
      await groups.update({ ...FULL, models: null });
      expect(await granting.findMany(['full'])).toMatchObject([{ models: null, tools: [], agents: ['code_agent'] }]);
      await groups.remove('full');
      expect(await granting.findMany(['full'])).toEqual([]);
    });

    test('a deleted account is a member no more', async () => {
      const { groups, members, remove } = await create();
      await groups.add(aGroup({ id: 'a' }));
      await members.add('a', ['ann', 'bob'], NOON);
      await remove('ann');
      expect((await members.list('a', PAGE)).members.map(({ uid }) => uid)).toEqual(['bob']);
      expect((await groups.list()).map((group) => group.members)).toEqual([1]);
    });
  });
};
