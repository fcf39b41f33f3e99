import { EmbeddingLimitReached } from '../files/errors.ts';
import { EmbeddingAllowance, type StorageSettings } from '../files/ports.ts';
import { nextUtcDay, utcDay } from '../kernel/day.ts';
import type { Clock, Quotas } from '../kernel/ports.ts';
import { UNLIMITED } from './limits.ts';
import { embeddedFilesOf } from './subjects.ts';

/** So often a day all files that a plan has room for may be embedded: deleting and uploading again asks the model again. */
const TIMES_A_DAY = 2;

/** A number of files a day, by the room of the plan. For an admin who acts as a tier nothing is counted. */
export class DailyEmbeddings extends EmbeddingAllowance {
  private readonly storage: StorageSettings;
  private readonly quotas: Quotas;
  private readonly clock: Clock;

  constructor(storage: StorageSettings, quotas: Quotas, clock: Clock) {
    super();
    this.storage = storage;
    this.quotas = quotas;
    this.clock = clock;
  }

  async take({ uid, tier, override }: Parameters<EmbeddingAllowance['take']>[0]): Promise<void> {
    if (override !== undefined) return;
    const now = this.clock.now();
    const { maxFiles } = (await this.storage.current()).limits.tiers[tier];
    const limit = maxFiles < 0 ? UNLIMITED : TIMES_A_DAY * maxFiles;
    const counted = { subject: embeddedFilesOf(uid), period: utcDay(now), limit };
    const reserved = await this.quotas.reserve([counted]);
    if ('refused' in reserved) {
      throw new EmbeddingLimitReached(limit, await this.quotas.used(counted.subject, counted.period), nextUtcDay(now));
    }
    await this.quotas.settle(reserved.id, 'charged');
  }
}
