import { DailyLimitReached } from '../chat/errors.ts';
import { type Asker, Allowance } from '../chat/ports.ts';
import { nextUtcDay, utcDay } from '../kernel/day.ts';
import type { Clock, Quotas } from '../kernel/ports.ts';
import type { Tier } from '../kernel/tier.ts';
import { NotAUser } from './errors.ts';

const UNLIMITED = -1;
/** What each plan allows in a UTC day; -1 is no limit. */
export const DAILY_MESSAGES: Record<Tier, number> = { free: 30, basic: UNLIMITED, premium: UNLIMITED };

/** Messages a day by tier: 30 for free, no limit for paid ones; counted either way. */
export class TierAllowance extends Allowance {
  private readonly quotas: Quotas;
  private readonly clock: Clock;

  constructor(quotas: Quotas, clock: Clock) {
    super();
    this.quotas = quotas;
    this.clock = clock;
  }

  async reserve(asker: Asker): Promise<string> {
    if (asker.kind !== 'user') throw new NotAUser();
    const now = this.clock.now();
    const limit = DAILY_MESSAGES[asker.tier];
    const reserved = await this.quotas.reserve([{ subject: `messages:${asker.uid}`, period: utcDay(now), limit }]);
    if ('refused' in reserved) throw new DailyLimitReached(limit, limit, nextUtcDay(now));
    return reserved.id;
  }

  settle(reservationId: string, outcome: 'charged' | 'refunded'): Promise<void> {
    return this.quotas.settle(reservationId, outcome);
  }
}
