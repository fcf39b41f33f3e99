import type { StorageSettings } from './ports.ts';
import { getMaxFileBytes } from './storage-limits.ts';
import type { Tier } from '../../shared/tiers.ts';

/** What the files of one message may be, for a page that says so before anything is sent. */
export class GetFileLimits {
  private readonly settings: StorageSettings;

  constructor(settings: StorageSettings) {
    this.settings = settings;
  }

  /** `maxFileSize` in bytes. */
  async execute(tier: Tier): Promise<{ readonly maxPerMessage: number; readonly maxFileSize: number }> {
    const config = await this.settings.current();
    return { maxPerMessage: config.limits.maxFilesPerMessage, maxFileSize: getMaxFileBytes(config, tier) };
  }
}
