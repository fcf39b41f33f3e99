import { VisionLimitReached } from '../files/errors.ts';
import { VisionAllowance } from '../files/ports/images.ts';
import type { VisionConfig } from '../files/ports/settings.ts';
import { nextUtcDay, nextUtcMonth, utcDay, utcMonth } from '../kernel/day.ts';
import type { Clock, Quotas, Settings } from '../kernel/ports.ts';
import type { UserWithTier } from './effective-limits.ts';
import { visionImagesKey } from './quota-keys.ts';

/** Counts images per day and month, both or none. */
export class TierVisionAllowance extends VisionAllowance {
  constructor(
    private readonly settings: Settings<VisionConfig>,
    private readonly quotas: Quotas,
    private readonly clock: Clock,
  ) {
    super();
  }

  async reserve({ uid, tier, override }: UserWithTier & { readonly override?: string | undefined }): Promise<string> {
    const now = this.clock.now();
    const { daily, monthly } = (await this.settings.current()).rateLimits[tier];
    const subject = visionImagesKey(uid);
    const [day, month] = [utcDay(now), utcMonth(now)];
    const quotas = [
      { subject, period: day, limit: daily },
      { subject, period: month, limit: monthly },
    ];
    const reservation = await this.quotas.reserve(override === 'unlimited' ? [] : quotas);
    if ('id' in reservation) return reservation.id;
    const isDaily = reservation.refused === 0;
    throw new VisionLimitReached(isDaily ? 'daily' : 'monthly', {
      limit: isDaily ? daily : monthly,
      used: await this.quotas.getUsed(subject, isDaily ? day : month),
      resetsAt: isDaily ? nextUtcDay(now) : nextUtcMonth(now),
      group: tier,
    });
  }

  settle(reservationId: string, outcome: 'charged' | 'refunded'): Promise<void> {
    return this.quotas.settle(reservationId, outcome);
  }
}
