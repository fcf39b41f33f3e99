import type { Settings } from '../kernel/ports.ts';
import type { StorageLimits } from './ports/settings.ts';
import { getMaxFileBytes } from './storage-limits.ts';
import type { Tier } from '../../shared/tiers.ts';

/** The limits of files per message, for the page. */
export class GetFileLimits {
  constructor(private readonly settings: Settings<StorageLimits>) {}

  /** `maxFileSize` in bytes. */
  async execute(tier: Tier): Promise<{ readonly maxPerMessage: number; readonly maxFileSize: number }> {
    const limits = await this.settings.current();
    return { maxPerMessage: limits.maxFilesPerMessage, maxFileSize: getMaxFileBytes(limits, tier) };
  }
}
