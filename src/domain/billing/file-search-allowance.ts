import { nextUtcDay, utcDay } from '../kernel/day.ts';
import type { Clock, Quotas } from '../kernel/ports.ts';
import { FileSearchLimitReached } from '../retrieval/errors.ts';
import { FileSearchAllowance } from '../retrieval/ports.ts';
import { fileSearchesKey } from './quota-keys.ts';

/** More than a person's programs need; a loop ends here, because each search may ask an embedding model. */
const SEARCHES_PER_DAY = 2000;

/** Limits searches of programs per day, the same in every plan. Not counted for admins with an override. */
export class DailyFileSearchAllowance extends FileSearchAllowance {
  constructor(
    private readonly quotas: Quotas,
    private readonly clock: Clock,
  ) {
    super();
  }

  async consume({ uid, tier, override }: Parameters<FileSearchAllowance['consume']>[0]): Promise<void> {
    if (override !== undefined) return;
    const now = this.clock.now();
    const quota = { subject: fileSearchesKey(uid), period: utcDay(now), limit: SEARCHES_PER_DAY };
    const reservation = await this.quotas.reserve([quota]);
    if ('refused' in reservation) {
      const { limit } = quota;
      throw new FileSearchLimitReached({ limit, used: limit, resetsAt: nextUtcDay(now), group: tier });
    }
    await this.quotas.settle(reservation.id, 'charged');
  }
}
