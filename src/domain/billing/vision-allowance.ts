import { VisionLimitReached } from '../files/errors.ts';
import { VisionAllowance, type VisionSettings } from '../files/ports.ts';
import { nextUtcDay, nextUtcMonth, utcDay, utcMonth } from '../kernel/day.ts';
import type { Clock, Quotas } from '../kernel/ports.ts';
import type { Person } from './personal-limits.ts';
import { visionImagesOf } from './subjects.ts';

/** Counts images by day and by month, both at once or none. */
export class TierVisionAllowance extends VisionAllowance {
  private readonly settings: VisionSettings;
  private readonly quotas: Quotas;
  private readonly clock: Clock;

  constructor(settings: VisionSettings, quotas: Quotas, clock: Clock) {
    super();
    this.settings = settings;
    this.quotas = quotas;
    this.clock = clock;
  }

  async reserve({ uid, tier, override }: Person & { readonly override?: string | undefined }): Promise<string> {
    const now = this.clock.now();
    const { daily, monthly } = (await this.settings.current()).rateLimits[tier];
    const subject = visionImagesOf(uid);
    const [day, month] = [utcDay(now), utcMonth(now)];
    const counted = [
      { subject, period: day, limit: daily },
      { subject, period: month, limit: monthly },
    ];
    const reserved = await this.quotas.reserve(override === 'unlimited' ? [] : counted);
    if ('id' in reserved) return reserved.id;
    if (reserved.refused === 0)
      throw new VisionLimitReached('daily', daily, await this.quotas.used(subject, day), nextUtcDay(now));
    throw new VisionLimitReached('monthly', monthly, await this.quotas.used(subject, month), nextUtcMonth(now));
  }

  settle(reservationId: string, outcome: 'charged' | 'refunded'): Promise<void> {
    return this.quotas.settle(reservationId, outcome);
  }
}
