import { z } from 'zod';

import type {
  ChatGroup,
  ChatLimits,
  FileTtl,
  StorageConfig,
  StorageLimits,
  StorageSettings,
  TierStorage,
} from '../../../domain/files/ports.ts';
import type { Clock } from '../../../domain/kernel/ports.ts';
import type { Database } from '../database.ts';
import { TtlCache } from '../ttl-cache.ts';
import { TIERS, type Tier } from '../../../shared/tiers.ts';

const SETTING_NAMES = { limits: 'storage-limits', ttl: 'file-ttl' } as const;

const tier = z
  .object({ maxFileSizeMB: z.number(), maxTotalStorageMB: z.number(), maxFiles: z.number().int() })
  .partial();

const chats = z.object({ maxChats: z.number().int(), maxTotalMB: z.number(), maxChatMB: z.number() });

/** What stands in the table may be less than the whole: the rest is as the defaults have it. */
const storedLimits = z.object({
  tiers: z.object({ free: tier, basic: tier, premium: tier }).partial().optional(),
  maxFilesPerMessage: z.number().int().optional(),
  chats: z.object({ unverified: chats, free: chats, basic: chats, premium: chats }).partial().optional(),
});
const storedTtl = z.object({ chatFiles: z.object({ ttlHours: z.number().positive() }) });

const parseStorageLimits = (text: string | undefined, base: StorageLimits): StorageLimits => {
  if (text === undefined) return base;
  const {
    tiers = {},
    maxFilesPerMessage = base.maxFilesPerMessage,
    chats: given = {},
  } = storedLimits.parse(JSON.parse(text));
  const mergeTier = (name: Tier): TierStorage => {
    const { maxFileSizeMB, maxTotalStorageMB, maxFiles } = tiers[name] ?? {};
    return {
      maxFileSizeMB: maxFileSizeMB ?? base.tiers[name].maxFileSizeMB,
      maxTotalStorageMB: maxTotalStorageMB ?? base.tiers[name].maxTotalStorageMB,
      maxFiles: maxFiles ?? base.tiers[name].maxFiles,
    };
  };
  const [free, basic, premium] = TIERS;
  const mergeChatLimits = (name: ChatGroup): ChatLimits => given[name] ?? base.chats[name];
  return {
    tiers: { free: mergeTier(free), basic: mergeTier(basic), premium: mergeTier(premium) },
    maxFilesPerMessage,
    chats: {
      unverified: mergeChatLimits('unverified'),
      free: mergeChatLimits('free'),
      basic: mergeChatLimits('basic'),
      premium: mergeChatLimits('premium'),
    },
  };
};

const parseFileTtl = (text: string | undefined, base: FileTtl): FileTtl => {
  if (text === undefined) return base;
  const { ttlHours } = storedTtl.parse(JSON.parse(text)).chatFiles;
  return { chatFiles: { ttlHours } };
};

/** Storage limits and expiry as two rows of settings, read at most once a second. */
export class SqlStorageSettings implements StorageSettings {
  private readonly db: Database;
  private readonly defaults: StorageConfig;
  private readonly cache: TtlCache<StorageConfig>;

  constructor(db: Database, defaults: StorageConfig, clock: Clock) {
    this.db = db;
    this.defaults = defaults;
    this.cache = new TtlCache(() => this.load(), clock);
  }

  current(): Promise<StorageConfig> {
    return this.cache.get();
  }

  async change({ limits, ttl }: Partial<StorageConfig>): Promise<void> {
    await this.db.transaction(async () => {
      if (limits) await this.write(SETTING_NAMES.limits, limits);
      if (ttl) await this.write(SETTING_NAMES.ttl, ttl);
    });
    this.cache.invalidate();
  }

  private async load(): Promise<StorageConfig> {
    const rows: { name: string; value: string }[] = await this.db
      .connection('settings')
      .whereIn('name', Object.values(SETTING_NAMES));
    const textOf = (wanted: string) => rows.find(({ name }) => name === wanted)?.value;
    return {
      limits: parseStorageLimits(textOf(SETTING_NAMES.limits), this.defaults.limits),
      ttl: parseFileTtl(textOf(SETTING_NAMES.ttl), this.defaults.ttl),
    };
  }

  private async write(name: string, value: StorageLimits | FileTtl): Promise<void> {
    await this.db
      .connection('settings')
      .insert({ name, value: JSON.stringify(value) })
      .onConflict('name')
      .merge(['value']);
  }
}
