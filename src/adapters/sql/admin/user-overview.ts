import { findGivenPlan } from '../../../domain/billing/given-plan.ts';
import { dailyMessagesKey, moonshotMessagesKey } from '../../../domain/billing/quota-keys.ts';
import { toPaidPlan } from '../../../domain/billing/paid-plan.ts';
import type { UserOverview } from '../../../domain/user-admin/ports.ts';
import { toUser } from '../accounts/user-rows.ts';
import { planCancellations } from '../billing/plan-cancellations.ts';
import { subscriptions } from '../billing/subscriptions.ts';
import { claimedPlans, grants } from './account-tiers.ts';
import { suspensions } from './suspensions.ts';
import { customLimits } from './user-limits.ts';

export interface UidRow {
  readonly uid: string;
}

/** Data of other tables, by uid. */
export interface RelatedRows {
  readonly limits: ReadonlyMap<string, UidRow>;
  readonly grants: ReadonlyMap<string, UidRow>;
  readonly claimed: readonly UidRow[];
  readonly suspensions: ReadonlyMap<string, UidRow>;
  readonly subscriptions: readonly UidRow[];
  readonly planCancellations: ReadonlyMap<string, UidRow>;
  readonly withKey: ReadonlySet<string>;
  readonly identities: ReadonlyMap<string, string>;
  readonly usedBySubject: ReadonlyMap<string, number>;
  readonly names: ReadonlyMap<string, string>;
  readonly lastDays: ReadonlyMap<string, string>;
  readonly groups: UserOverview['groups'];
}

/** `provider:issuer subject`: the subject is the provider's user id. */
const identitySubject = (key: string | undefined): string | null => key?.split(' ').at(-1) ?? null;

/** An account as admins see it. */
export const toUserOverview = (row: object, related: RelatedRows): UserOverview => {
  const { passwordHash: _secret, language: _language, suspendedAt, groupIds, ...user } = toUser(row);
  const { uid } = user;
  const grant = related.grants.get(uid);
  const claimed = related.claimed.filter((plan) => plan.uid === uid).map(claimedPlans.fromRow);
  const suspension = related.suspensions.get(uid);
  const subscribed = related.subscriptions.filter((one) => one.uid === uid).map(subscriptions.fromRow);
  const cancellation = related.planCancellations.get(uid);
  return {
    ...user,
    authMode: related.withKey.has(uid) ? 'apikey' : user.authMode,
    firebaseUid: identitySubject(related.identities.get(uid)),
    customLimits: toLimits(related.limits.get(uid), related.names),
    usage: {
      daily: related.usedBySubject.get(dailyMessagesKey(uid)) ?? 0,
      moonshotDaily: related.usedBySubject.get(moonshotMessagesKey(uid)) ?? 0,
    },
    lastActive: related.lastDays.get(uid) ?? null,
    suspended: suspendedAt !== null && suspension ? suspensions.fromRow(suspension) : null,
    paid: toPaidPlan(subscribed),
    planCancellation: cancellation ? toPlanCancellation(cancellation) : null,
    granted: findGivenPlan(grant && grants.fromRow(grant), claimed) ?? null,
    groups: related.groups.filter(({ id }) => groupIds.includes(id)),
  };
};

const toPlanCancellation = (row: UidRow): UserOverview['planCancellation'] => {
  const { action, doneAt } = planCancellations.fromRow(row);
  return { action, isDone: doneAt !== null };
};

const toLimits = (row: UidRow | undefined, names: RelatedRows['names']): UserOverview['customLimits'] => {
  if (!row) return null;
  const { uid: _uid, ...limits } = customLimits.fromRow(row);
  return { ...limits, setBy: names.get(limits.setBy) ?? limits.setBy };
};
