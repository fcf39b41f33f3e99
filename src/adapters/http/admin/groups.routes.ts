import type { z } from 'zod';

import * as contract from '../../../contract/groups.ts';
import { SignInProviders } from '../../../domain/accounts/identity/ports.ts';
import { ManageGroups } from '../../../domain/groups/manage-groups.ts';
import { ManageMembers } from '../../../domain/groups/manage-members.ts';
import type { GroupMember, GroupSummary } from '../../../domain/groups/ports.ts';
import type { UserPrincipal } from '../authenticator.ts';
import type { Handlers } from '../handlers.ts';
import type { Mount } from '../mount.ts';
import { SUCCESS, toIso } from '../presenters.ts';

export const groupHandlers = {
  manageGroups: ManageGroups,
  manageMembers: ManageMembers,
  signInProviders: SignInProviders,
};

export type GroupHandlers = Handlers<typeof groupHandlers>;

const PROVIDER_PREFIX = 'provider:';

const presentGroup = (group: GroupSummary) => ({
  ...group,
  models: group.models && [...group.models],
  agents: group.agents && [...group.agents],
  tools: group.tools && [...group.tools],
  claims: [...group.claims],
  createdAt: toIso(group.createdAt),
});

const presentMember = ({
  sources,
  since,
  ...person
}: GroupMember): z.input<typeof contract.listMembers.reply>['members'][number] => ({
  ...person,
  since: toIso(since),
  byHand: sources.includes('hand'),
  providers: sources.flatMap((source) =>
    source.startsWith(PROVIDER_PREFIX) ? [source.slice(PROVIDER_PREFIX.length)] : [],
  ),
});

const actorOf = ({ user: { uid, name } }: UserPrincipal) => ({ uid, name });

/** Groups of people and what they give. */
export const groupRoutes = (mount: Mount, { manageGroups, manageMembers, signInProviders }: GroupHandlers): void => {
  mount(contract.listGroups, async () => ({
    groups: (await manageGroups.list()).map(presentGroup),
    providers: signInProviders.all
      .filter(({ decides }) => decides.includes('groups'))
      .map(({ id, label }) => ({ id, label })),
  }));
  mount(contract.createGroup, async ({ body, principal }) => {
    const { id } = await manageGroups.create(body, actorOf(principal));
    return { ...SUCCESS, id };
  });
  mount(contract.changeGroup, async ({ params: { id }, body: { reason, before, ...terms }, principal }) => {
    await manageGroups.update(id, terms, { admin: actorOf(principal), reason, before });
    return SUCCESS;
  });
  mount(contract.deleteGroup, async ({ params: { id }, body: { reason }, principal }) => {
    await manageGroups.remove(id, { admin: actorOf(principal), reason });
    return SUCCESS;
  });
  mount(contract.listMembers, async ({ params: { id }, query }) => {
    const { members, total } = await manageMembers.list(id, query);
    return { members: members.map(presentMember), total };
  });
  mount(contract.addMembers, async ({ params: { id }, body: { uids } }) => ({
    ...SUCCESS,
    added: await manageMembers.add(id, uids),
  }));
  mount(contract.removeMember, async ({ params: { id, uid } }) => {
    await manageMembers.remove(id, uid);
    return SUCCESS;
  });
};
