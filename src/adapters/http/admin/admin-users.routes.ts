import type { z } from 'zod';

import * as contract from '../../../contract/admin-users.ts';
import { GrantTier } from '../../../domain/billing/grant-tier.ts';
import { SetCustomLimits } from '../../../domain/billing/set-custom-limits.ts';
import { maskPhone } from '../../../domain/kernel/mask.ts';
import { DeleteAccount } from '../../../domain/user-admin/delete-account.ts';
import { ExportUsers } from '../../../domain/user-admin/export-users.ts';
import { ListUsers } from '../../../domain/user-admin/list-users.ts';
import type { AdminDecision, PaidPlan, UserOverview } from '../../../domain/user-admin/ports.ts';
import { requireReason } from '../../../domain/kernel/reason.ts';
import { ReinstateUser, SuspendUser } from '../../../domain/user-admin/suspend-user.ts';
import { ResetSecondFactor } from '../../../domain/accounts/second-factor/reset-second-factor.ts';
import { SetRole } from '../../../domain/user-admin/set-role.ts';
import { VerifyAddress } from '../../../domain/user-admin/verify-address.ts';
import { roleOf } from '../../../shared/roles.ts';
import type { Tier } from '../../../shared/tiers.ts';
import { download } from '../streaming/download.ts';
import type { Mount } from '../mount.ts';
import { SUCCESS, toIso } from '../presenters.ts';
import type { UserPrincipal } from '../authenticator.ts';
import type { Handlers } from '../handlers.ts';

export const adminUserHandlers = {
  listUsers: ListUsers,
  exportUsers: ExportUsers,
  verifyAddress: VerifyAddress,
  setCustomLimits: SetCustomLimits,
  suspendUser: SuspendUser,
  reinstateUser: ReinstateUser,
  grantTier: GrantTier,
  setRole: SetRole,
  resetSecondFactor: ResetSecondFactor,
  removeAccount: DeleteAccount,
};

export type AdminUserHandlers = Handlers<typeof adminUserHandlers>;

const presentDecision = ({ by, byName, at, reason }: AdminDecision) => ({ by, byName, at: toIso(at), reason });

const presentPaid = ({ periodEnd, ...paid }: PaidPlan) => ({
  ...paid,
  periodEnd: periodEnd === null ? null : toIso(periodEnd),
});

const presentUserRow = (person: UserOverview): z.input<typeof contract.userRow> => ({
  ...person,
  phoneNumber: person.phoneNumber && maskPhone(person.phoneNumber),
  tier: person.subscription,
  role: roleOf(person),
  customLimits: person.customLimits && { ...person.customLimits, setAt: toIso(person.customLimits.setAt) },
  createdAt: toIso(person.createdAt),
  suspended: person.suspended && presentDecision(person.suspended),
  paid: person.paid && presentPaid(person.paid),
  granted: person.granted && {
    ...presentDecision(person.granted),
    tier: person.granted.tier,
    expiresAt: person.granted.expiresAt === null ? null : toIso(person.granted.expiresAt),
  },
  groups: [...person.groups],
});

const actorOf = ({ user: { uid, name } }: UserPrincipal) => ({ uid, name });

const toTier = (tier: Tier | '' | 'all'): Tier | undefined => (tier === '' || tier === 'all' ? undefined : tier);

const USERS_FILE = { name: 'accounts.csv', type: 'text/csv' } as const;

const mountList = (mount: Mount, handlers: AdminUserHandlers): void => {
  mount(contract.listUsers, async ({ query: { tier, sort, order, ...page } }) => {
    const { people, total, stats } = await handlers.listUsers.execute({
      ...page,
      tier: toTier(tier),
      sort: { by: sort, order },
    });
    const { free, basic, premium } = stats.byTier;
    return {
      users: people.map(presentUserRow),
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
  mount(contract.exportUsers, async ({ query: { search, tier }, ctx }) =>
    download(ctx, handlers.exportUsers.execute({ search, tier: toTier(tier) }), USERS_FILE),
  );
};

/** User administration. */
export const adminUserRoutes = (mount: Mount, handlers: AdminUserHandlers): void => {
  const presentChanged = async (uid: string) => ({
    ...SUCCESS,
    user: presentUserRow(await handlers.listUsers.get(uid)),
  });

  mountList(mount, handlers);
  mount(contract.setUserLimits, async ({ params: { uid }, body, principal }) => {
    await handlers.setCustomLimits.execute({
      uid,
      limits: body.limits,
      before: body.before,
      admin: actorOf(principal),
      reason: requireReason(body.reason),
    });
    return presentChanged(uid);
  });
  mount(contract.suspendUser, async ({ params: { uid }, body, principal }) => {
    await handlers.suspendUser.execute({ uid, admin: actorOf(principal), reason: body.reason, plan: body.plan });
    return presentChanged(uid);
  });
  mount(contract.resumeUser, async ({ params: { uid }, body, principal }) => {
    await handlers.reinstateUser.execute({ uid, admin: actorOf(principal), reason: body.reason });
    return presentChanged(uid);
  });
  mount(contract.verifyAddress, async ({ params: { uid }, body, principal }) => {
    await handlers.verifyAddress.execute({ uid, admin: actorOf(principal), reason: body.reason });
    return presentChanged(uid);
  });
  mount(contract.grantTier, async ({ params: { uid }, body, principal }) => {
    await handlers.grantTier.execute({
      uid,
      tier: body.tier,
      admin: actorOf(principal),
      reason: requireReason(body.reason),
    });
    return presentChanged(uid);
  });
  mount(contract.setRole, async ({ params: { uid }, body: { role, reason }, principal }) => {
    await handlers.setRole.execute({ uid, role, admin: actorOf(principal), reason });
    return presentChanged(uid);
  });
  mount(contract.resetSecondFactor, async ({ params: { uid }, body: { reason }, principal }) => {
    await handlers.resetSecondFactor.execute({ uid, admin: actorOf(principal), reason });
    return presentChanged(uid);
  });
  mount(contract.deleteUser, async ({ params: { uid }, body, principal }) => {
    await handlers.removeAccount.deleteAsAdmin({
      uid,
      admin: actorOf(principal),
      reason: body.reason,
      confirm: body.confirm,
    });
    return SUCCESS;
  });
};
