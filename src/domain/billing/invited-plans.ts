import { type DecidedBy, InvitedPlans } from '../accounts/registration/ports.ts';
import { DAY_MS } from '../kernel/day.ts';
import type { Clock } from '../kernel/ports.ts';
import type { Tier } from '../../shared/tiers.ts';
import type { AccountTiers } from './ports.ts';

/** Plans by invitation: a grant in the name of the admin who invited. */
export class GrantInvitedPlans extends InvitedPlans {
  constructor(
    private readonly tiers: AccountTiers,
    private readonly clock: Clock,
  ) {
    super();
  }

  async grant(uid: string, { tier, days, by }: { tier: Tier; days: number | null; by: DecidedBy }): Promise<void> {
    const at = this.clock.now();
    const expiresAt = days === null ? null : at + days * DAY_MS;
    await this.tiers.grant(uid, { tier, by: by.uid, byName: by.name, at, reason: 'By invitation', expiresAt });
    await this.tiers.set(uid, 'free'); // a new account has no subscription
  }
}
