import { actingTier, ownTier } from '../../shared/tiers.ts';
import { Requesters, type UserRequester } from '../chat/replies/ports/requesters.ts';
import type { MemberRights } from '../groups/ports.ts';
import type { UserRepository } from './ports.ts';
import type { User } from './user.ts';
import type { VerificationPolicy } from './verification-policy.ts';

/** Reads the account and its groups with each call. */
export class AccountRequesters extends Requesters {
  constructor(
    private readonly users: UserRepository,
    private readonly groups: MemberRights,
    private readonly verification: VerificationPolicy,
  ) {
    super();
  }

  async find(uid: string): Promise<UserRequester | undefined> {
    const user = await this.users.find(uid);
    return user && this.toRequester(user);
  }

  async current({ uid, override }: Pick<UserRequester, 'uid' | 'override'>): Promise<UserRequester | undefined> {
    const user = await this.users.find(uid);
    if (!user || user.suspendedAt !== null) return undefined;
    const requester = await this.toRequester(user);
    if (override === undefined || !user.isAdmin) return requester;
    return { ...requester, tier: actingTier(override), override, rights: undefined };
  }

  private async toRequester(user: User): Promise<UserRequester> {
    const verified = this.verification.countsAsVerified(user);
    const rights = await this.groups.resolve(user);
    return { kind: 'user', uid: user.uid, tier: ownTier(user), isAdmin: user.isAdmin, verified, rights };
  }
}
