import { GroupNameTaken } from '../../src/domain/groups/errors.ts';
import type { RightHolder } from '../../src/domain/accounts/identity/ports.ts';
import type { GrantingGroups, Group, GroupMembers, GroupStore } from '../../src/domain/groups/ports.ts';
import type { FileRepository } from '../../src/domain/files/ports/file-repository.ts';
import type { GroupFileReaders } from '../../src/domain/files/ports/readers.ts';
import type { UnitOfWork } from '../../src/domain/kernel/ports.ts';
import { groupOwner } from '../../src/shared/file-owner.ts';
import type { User } from '../../src/domain/accounts/user.ts';
import { aFile } from '../fakes/files.ts';
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
      await claiming('z', 'Zurich', 'corp', 'Z\u00fcrich');
      expect(await groups.listClaiming('corp', ['Zu\u0308rich'])).toEqual(['z']);
    });

    test('a name is taken whatever its case and form in Unicode, and a group may have its own again', async () => {
      const { groups } = await create();
      await groups.add(aGroup({ id: 'a', name: 'Alpha' }));
      await groups.add(aGroup({ id: 'b', name: 'Beta' }));
      await expect(groups.add(aGroup({ id: 'c', name: 'ALPHA' }))).rejects.toThrow(GroupNameTaken);
      await expect(groups.update(aGroup({ id: 'b', name: 'alpha' }))).rejects.toThrow(GroupNameTaken);
      await groups.update(aGroup({ id: 'a', name: 'alpha' }));
      expect((await groups.find('a'))?.name).toBe('alpha');
      await groups.add(aGroup({ id: 'z', name: 'Z\u00fcrich' }));
      await expect(groups.add(aGroup({ id: 'd', name: 'zu\u0308rich' }))).rejects.toThrow(GroupNameTaken);
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

    test('a provider replaces what it gave; memberships by hand or other providers stay', async () => {
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
      const [corp, other] = ['corp', 'other'].map((provider) => ({ uid: 'ann', provider }));
      const listOthers = (providers: string[], after?: RightHolder, limit = 9) =>
        members.listByOtherProviders({ providers, after, limit });
      expect(await listOthers(['other'])).toEqual([corp]);
      expect(await listOthers([], undefined, 1)).toEqual([corp]);
      expect(await listOthers([])).toEqual([corp, other]);
      expect(await listOthers([], corp)).toEqual([other]);
      expect(await listOthers([], other)).toEqual([]);
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

    test('what groups give is asked by id, is current after a change, and leaves out unknown ids', async () => {
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

export interface GroupFileStores extends Pick<GroupStores, 'groups' | 'members'> {
  readonly files: FileRepository;
  readonly readers: GroupFileReaders;
  readonly work: UnitOfWork;
}

/** With the accounts `ann` and `bob`. */
export const behavesLikeGroupFileReaders = (name: string, create: () => Promise<GroupFileStores>): void => {
  const NO_LIMIT = { maxFiles: -1, maxBytes: -1 };

  describe(name, () => {
    /** Ann is in both groups, Bob in one; `f1` and `f2` are of the first, `f3` of the second, `own` is Ann's. */
    const shared = async () => {
      const stores = await create();
      const { groups, members, files, readers, work } = stores;
      for (const id of ['one', 'two']) await groups.add(aGroup({ id, name: id }));
      await members.add('one', ['ann', 'bob'], NOON);
      await members.add('two', ['ann'], NOON);
      for (const [id, groupId] of [
        ['f1', 'one'],
        ['f2', 'one'],
        ['f3', 'two'],
      ] as const)
        expect(await files.add(aFile({ id, ownerId: groupOwner(groupId) }), NO_LIMIT)).toBe('added');
      await files.add(aFile({ id: 'own' }), NO_LIMIT);
      const admit = async (uid: string, ids: readonly string[]) =>
        [...(await work.run(() => readers.admit(uid, ids)))].sort();
      const lost = async () => (await readers.listLost(10)).map(({ uid, fileId }) => `${uid} ${fileId}`).sort();
      return { ...stores, admit, lost };
    };

    test('members are let in to the files of their groups, and to nothing else', async () => {
      const { admit, lost } = await shared();
      expect(await admit('ann', ['f1', 'f2', 'f3', 'own', 'nothing', 'f1'])).toEqual(['f1', 'f2', 'f3']);
      expect(await admit('bob', ['f1', 'f3', 'own'])).toEqual(['f1']);
      expect(await admit('eve', ['f1', 'f2', 'f3'])).toEqual([]);
      expect(await lost()).toEqual([]);
    });

    test('the files of a group are nobody’s own and count against nobody else', async () => {
      const { files } = await shared();
      expect([await files.find('ann', 'f1'), await files.find('group:two', 'f1')]).toEqual([undefined, undefined]);
      expect((await files.find('group:one', 'f1'))?.ownerId).toBe('group:one');
      expect(await Promise.all(['group:one', 'ann', 'bob'].map((owner) => files.getUsage(owner)))).toEqual([
        { files: 2, bytes: 200 },
        { files: 1, bytes: 100 },
        { files: 0, bytes: 0 },
      ]);
    });

    test('who leaves loses what they were given of that group, until it is forgotten', async () => {
      const { admit, lost, members, readers, work } = await shared();
      await admit('ann', ['f1', 'f3']);
      await admit('bob', ['f1', 'f2']);
      await work.run(async () => {
        await members.remove('one', 'bob');
        await readers.loseOwners('bob', ['group:one', 'group:two']);
      });
      expect([await lost(), await admit('bob', ['f1', 'f2'])]).toEqual([['bob f1', 'bob f2'], []]);
      expect(await readers.listLost(1)).toHaveLength(1);
      await readers.forget('bob', 'f1');
      await readers.forget('ann', 'f1'); // not lost
      expect(await lost()).toEqual(['bob f2']);
      await readers.loseFile('f1');
      expect(await lost()).toEqual(['ann f1', 'bob f2']);
    });

    test('whoever comes back and reads again loses nothing', async () => {
      const { admit, lost, readers } = await shared();
      await admit('bob', ['f1']);
      await readers.loseOwners('bob', ['group:one']);
      expect(await admit('bob', ['f1'])).toEqual(['f1']);
      await readers.forget('bob', 'f1');
      await readers.loseFile('f1');
      expect(await lost()).toEqual(['bob f1']);
    });

    test('a deleted file is lost for all who were given it', async () => {
      const { admit, lost, files, readers } = await shared();
      for (const uid of ['ann', 'bob']) await admit(uid, ['f1']);
      await files.remove('group:one', 'f1');
      await readers.loseFile('f1');
      expect([await lost(), await admit('ann', ['f1'])]).toEqual([['ann f1', 'bob f1'], []]);
    });
  });
};
