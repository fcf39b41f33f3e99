import { ownTier } from '../../shared/tiers.ts';
import { ChatOwners } from '../chat/conversations/ports.ts';
import type { UserRequester } from '../chat/replies/ports.ts';
import type { UserRepository } from './ports.ts';
import type { VerificationPolicy } from './verification-policy.ts';

/** The accounts that chats belong to. */
export class AccountChatOwners extends ChatOwners {
  constructor(
    private readonly users: UserRepository,
    private readonly verification: VerificationPolicy,
  ) {
    super();
  }

  async find(uid: string): Promise<UserRequester | undefined> {
    const user = await this.users.find(uid);
    if (!user) return undefined;
    const verified = this.verification.countsAsVerified(user);
    return { kind: 'user', uid, tier: ownTier(user), isAdmin: user.isAdmin, verified };
  }
}
