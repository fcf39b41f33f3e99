import type { z } from 'zod';

import * as contract from '../../contract/admin-people.ts';
import type { GrantTier } from '../../domain/billing/grant-tier.ts';
import type { SetPersonalLimits } from '../../domain/billing/set-personal-limits.ts';
import { maskPhone } from '../../domain/operations/mask.ts';
import type { DeleteAccount } from '../../domain/people/delete-account.ts';
import type { ListPeople } from '../../domain/people/list-people.ts';
import type { Decision, PersonRow } from '../../domain/people/ports.ts';
import { requireReason } from '../../domain/people/reason.ts';
import type { Resume, Suspend } from '../../domain/people/suspend.ts';
import type { Mount } from './mount.ts';
import { done, iso } from './present.ts';
import type { Person } from './principal.ts';

export interface AdminPeopleUses {
  readonly listPeople: ListPeople;
  readonly setPersonalLimits: SetPersonalLimits;
  readonly suspend: Suspend;
  readonly resume: Resume;
  readonly grantTier: GrantTier;
  readonly removeAccount: DeleteAccount;
}

const presentDecision = ({ by, byName, at, reason }: Decision) => ({ by, byName, at: iso(at), reason });

const present = (person: PersonRow): z.input<typeof contract.userRow> => ({
  ...person,
  phoneNumber: person.phoneNumber && maskPhone(person.phoneNumber),
  tier: person.subscription,
  customLimits: person.customLimits && { ...person.customLimits, setAt: iso(person.customLimits.setAt) },
  createdAt: iso(person.createdAt),
  suspended: person.suspended && presentDecision(person.suspended),
  granted: person.granted && { ...presentDecision(person.granted), tier: person.granted.tier },
});

const actorOf = ({ user: { uid, name } }: Person) => ({ uid, name });

/** The accounts, for admins. */
export const adminPeopleRoutes = (mount: Mount, use: AdminPeopleUses): void => {
  const changed = async (uid: string) => ({ ...done, user: present(await use.listPeople.one(uid)) });

  mount(contract.listUsers, async ({ query: { tier, ...page } }) => {
    const { people, total, stats } = await use.listPeople.execute({
      ...page,
      tier: tier === '' || tier === 'all' ? undefined : tier,
    });
    const { free, basic, premium } = stats.byTier;
    return {
      users: people.map(present),
      stats: {
        totalUsers: free + basic + premium,
        freeUsers: free,
        basicUsers: basic,
        premiumUsers: premium,
        usersWithCustomLimits: stats.withCustomLimits,
      },
      total,
    };
  });
  mount(contract.setUserLimits, async ({ params: { uid }, body, principal }) => {
    await use.setPersonalLimits.execute({
      uid,
      limits: body.limits,
      admin: actorOf(principal),
      reason: requireReason(body.reason),
    });
    return changed(uid);
  });
  mount(contract.suspendUser, async ({ params: { uid }, body, principal }) => {
    await use.suspend.execute({ uid, admin: actorOf(principal), reason: body.reason });
    return changed(uid);
  });
  mount(contract.resumeUser, async ({ params: { uid }, body, principal }) => {
    await use.resume.execute({ uid, admin: actorOf(principal), reason: body.reason });
    return changed(uid);
  });
  mount(contract.grantTier, async ({ params: { uid }, body, principal }) => {
    await use.grantTier.execute({
      uid,
      tier: body.tier,
      admin: actorOf(principal),
      reason: requireReason(body.reason),
    });
    return changed(uid);
  });
  mount(contract.deleteUser, async ({ params: { uid }, body, principal }) => {
    await use.removeAccount.byAdmin({ uid, admin: actorOf(principal), reason: body.reason, confirm: body.confirm });
    return done;
  });
};
