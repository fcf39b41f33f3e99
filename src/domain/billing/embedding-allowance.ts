import { EmbeddingLimitReached } from '../files/errors.ts';
import { EmbeddingAllowance } from '../files/ports/embedding.ts';
import type { StorageLimits } from '../files/ports/settings.ts';
import { nextUtcDay, utcDay } from '../kernel/day.ts';
import type { Clock, Quotas, Settings } from '../kernel/ports.ts';
import { UNLIMITED } from './limits.ts';
import { embeddedFilesKey } from './quota-keys.ts';

/** Each file slot of the plan may be embedded this often a day, because uploading a file again embeds it again. */
const EMBEDDINGS_PER_FILE_SLOT = 2;

/** Limits embedded files per day by the storage of the plan. Not counted for admins with an override. */
export class DailyEmbeddingAllowance extends EmbeddingAllowance {
  constructor(
    private readonly storage: Settings<StorageLimits>,
    private readonly quotas: Quotas,
    private readonly clock: Clock,
  ) {
    super();
  }

  async consume({ uid, tier, override }: Parameters<EmbeddingAllowance['consume']>[0]): Promise<void> {
    if (override !== undefined) return;
    const now = this.clock.now();
    const { maxFiles } = (await this.storage.current()).tiers[tier];
    const limit = maxFiles < 0 ? UNLIMITED : EMBEDDINGS_PER_FILE_SLOT * maxFiles;
    const quota = { subject: embeddedFilesKey(uid), period: utcDay(now), limit };
    const reservation = await this.quotas.reserve([quota]);
    if ('refused' in reservation) {
      const used = await this.quotas.getUsed(quota.subject, quota.period);
      throw new EmbeddingLimitReached({ limit, used, resetsAt: nextUtcDay(now), group: tier });
    }
    await this.quotas.settle(reservation.id, 'charged');
  }
}
