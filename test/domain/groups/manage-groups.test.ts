import { EndRetiredRights } from '../../../src/domain/accounts/end-retired-rights.ts';
import { GroupChanged, GroupNameTaken, GroupNotFound, TooManyInGroup } from '../../../src/domain/groups/errors.ts';
import { ManageGroups } from '../../../src/domain/groups/manage-groups.ts';
import { ManageMembers } from '../../../src/domain/groups/manage-members.ts';
import { SetProviderGroups } from '../../../src/domain/groups/provider-groups.ts';
import { ResolveGroupRights } from '../../../src/domain/groups/resolve-group-rights.ts';
import { UserNotFound } from '../../../src/domain/user-admin/errors.ts';
import { InMemoryUserRepository } from '../../fakes/accounts.ts';
import { RecordingAuditLog } from '../../fakes/audit.ts';
import { InMemoryGroups, someTerms } from '../../fakes/groups.ts';
import { CountingIds, FixedClock, InMemoryUnitOfWork } from '../../fakes/kernel.ts';
import { NoGroupFiles } from '../../fakes/knowledge.ts';
import { RecordingServerEventLog } from '../../fakes/operations.ts';
import { InMemoryIdentities, RecordingPlans } from '../../fakes/sign-in.ts';
import { aUser } from '../../support/builders.ts';

const ADA = { uid: 'ada', name: 'Ada' };
const BECAUSE = { admin: ADA, reason: 'agreed' };

const setup = () => {
  const users = new InMemoryUserRepository(aUser(), aUser({ uid: 'boss', isAdmin: true }));
  const stores = new InMemoryGroups(users);
  const { store: groups, members, granting } = stores;
  const [clock, audit, events] = [new FixedClock(), new RecordingAuditLog(), new RecordingServerEventLog()];
  const work = new InMemoryUnitOfWork(users, stores);
  const files = new NoGroupFiles();
  const byProvider = new SetProviderGroups(groups, members, clock, audit, files);
  const rights = new ResolveGroupRights(granting);
  const rightsOf = async (uid: string) => {
    const user = await users.find(uid);
    return user && rights.resolve(user);
  };
  return {
    users,
    files,
    audit,
    events,
    rightsOf,
    groups: new ManageGroups({ groups, files, ids: new CountingIds(), clock, work, audit, events }),
    members: new ManageMembers({ groups, members, files, clock, work, audit }),
    byProvider,
    /** The groups of a person once only these providers name groups. */
    groupsWith: async (uid: string, ...naming: readonly string[]) => {
      const providers = { all: naming.map((id) => ({ id, decides: ['groups'] as const })) };
      const [identities, plans] = [new InMemoryIdentities(users), new RecordingPlans()];
      const all = { providers, identities, plans, groups: byProvider, events, work, clock };
      const rights = { withdrawAdmin: async () => true };
      const end = new EndRetiredRights({ ...all, rights, failed: () => undefined });
      await end.sweep(new AbortController().signal);
      return (await users.find(uid))?.groupIds;
    },
  };
};

test('what a group gives holds for its members, and lists hold for no admin', async () => {
  const { groups, members, rightsOf } = setup();
  const { id } = await groups.create(someTerms({ models: ['a'], tools: [] }), ADA);
  expect(await rightsOf('ann')).toBeUndefined();
  expect(await members.add(id, ['ann', 'boss', 'nobody'])).toBe(2);
  expect(await rightsOf('ann')).toMatchObject({ groupIds: [id], models: ['a'], tools: [] });
  expect(await rightsOf('boss')).toMatchObject({ groupIds: [id], models: null, agents: null, tools: null });
  await members.remove(id, 'ann');
  expect(await rightsOf('ann')).toBeUndefined();
  await expect(members.remove(id, 'ann')).rejects.toThrow(UserNotFound);
});

test('a change and a deletion need a reason and an existing group, and are told', async () => {
  const { groups, audit, events } = setup();
  const { id } = await groups.create(someTerms({ name: 'One' }), ADA);
  await expect(groups.update(id, someTerms(), { admin: ADA, reason: ' ' })).rejects.toMatchObject({
    details: { field: 'reason' },
  });
  await expect(groups.update('none', someTerms(), BECAUSE)).rejects.toThrow(GroupNotFound);
  await groups.update(id, someTerms({ name: 'Two' }), BECAUSE);
  await groups.create(someTerms({ name: 'Three' }), ADA);
  await expect(groups.update(id, someTerms({ name: 'three' }), BECAUSE)).rejects.toThrow(GroupNameTaken);
  await groups.remove(id, BECAUSE);
  await expect(groups.remove(id, BECAUSE)).rejects.toThrow(GroupNotFound);
  expect(audit.events.map(({ action }) => action)).toEqual([
    'group.create',
    'group.change',
    'group.create',
    'group.delete',
  ]);
  expect(events.events.map(({ uid }) => uid)).toEqual(['ada', 'ada', 'ada', 'ada']);
});

test('a change of what another admin has changed meanwhile is refused, and takes nothing back', async () => {
  const { groups } = setup();
  const shown = someTerms({ tier: 'premium', claims: [{ provider: 'corp', value: 'lab' }] });
  const { id } = await groups.create(shown, ADA);
  await groups.update(id, { ...shown, tier: null }, { ...BECAUSE, before: shown });
  const late = groups.update(id, { ...shown, description: 'The lab' }, { ...BECAUSE, before: shown });
  await expect(late).rejects.toThrow(GroupChanged);
  expect(await groups.list()).toMatchObject([{ tier: null, description: '' }]);
});

test('there are no more groups than fit in memory', async () => {
  const { groups } = setup();
  for (let count = 0; count < 200; count += 1) await groups.create(someTerms({ name: `Group ${count}` }), ADA);
  await expect(groups.create(someTerms({ name: 'One more' }), ADA)).rejects.toThrow(TooManyInGroup);
});

test('a provider names groups by its own values only, and nothing is recorded where nothing changes', async () => {
  const { groups, byProvider, rightsOf, audit } = setup();
  const claims = [{ provider: 'corp', value: 'lab' }];
  const { id } = await groups.create(someTerms({ claims }), ADA);
  await byProvider.set('ann', 'other', ['lab']);
  expect(await rightsOf('ann')).toBeUndefined();
  await byProvider.set('ann', 'corp', ['lab', 'else']);
  await byProvider.set('ann', 'corp', ['lab']);
  expect(await rightsOf('ann')).toMatchObject({ groupIds: [id] });
  await byProvider.set('ann', 'corp', []);
  expect(await rightsOf('ann')).toBeUndefined();
  expect(audit.events.map(({ action }) => action)).toEqual(['group.create', 'user.set-groups', 'user.set-groups']);
});

test('members by a provider that was removed, or names no groups now, leave; nobody else does', async () => {
  const { groups, members, byProvider, groupsWith, audit } = setup();
  const claims = ['corp', 'other'].map((provider) => ({ provider, value: 'lab' }));
  const { id } = await groups.create(someTerms({ claims }), ADA);
  const { id: byHand } = await groups.create(someTerms({ name: 'By hand' }), ADA);
  await members.add(byHand, ['ann']);
  for (const provider of ['corp', 'other']) await byProvider.set('ann', provider, ['lab']);
  const both = [id, byHand].toSorted();
  expect(await groupsWith('ann', 'corp', 'other')).toEqual(both);
  expect(await groupsWith('ann', 'corp')).toEqual(both);
  expect(await groupsWith('ann')).toEqual([byHand]);
  expect(audit.events.slice(-1)).toMatchObject([
    { action: 'user.set-groups', details: { provider: 'corp', left: [id] }, uid: undefined }, // by the server itself
  ]);
});
