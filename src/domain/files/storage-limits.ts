import type { StorageQuota, StorageConfig, VisionConfig } from './ports.ts';
import type { Tier } from '../../shared/tiers.ts';

const MB = 1024 * 1024;
const HOUR_MS = 3_600_000;
const UNLIMITED = -1;
/** No upload is larger, whatever an admin sets: a file is held in memory while it is looked at. */
const MAX_UPLOAD_BYTES = 200 * MB;

/** What may be kept before an admin changes it. */
export const DEFAULT_STORAGE: StorageConfig = {
  limits: {
    tiers: {
      free: { maxFileSizeMB: 5, maxTotalStorageMB: 25, maxFiles: 5 },
      basic: { maxFileSizeMB: 10, maxTotalStorageMB: 500, maxFiles: 100 },
      premium: { maxFileSizeMB: 50, maxTotalStorageMB: 5000, maxFiles: 1000 },
    },
    maxFilesPerMessage: 5,
    chats: {
      unverified: { maxChats: 20, maxTotalMB: 5, maxChatMB: 2 },
      free: { maxChats: 500, maxTotalMB: 50, maxChatMB: 5 },
      basic: { maxChats: 5000, maxTotalMB: 500, maxChatMB: 20 },
      premium: { maxChats: 20_000, maxTotalMB: 2000, maxChatMB: 50 },
    },
  },
  ttl: { chatFiles: { ttlHours: 72 } },
};

/** Who may have images looked at before an admin changes it. */
export const defaultVision = (model: string): VisionConfig => ({
  enabled: true,
  model,
  rateLimits: {
    free: { daily: 5, monthly: 20 },
    basic: { daily: 20, monthly: 100 },
    premium: { daily: 50, monthly: 250 },
  },
});

/** Bytes of megabytes; no limit stays none. */
const toBytes = (megabytes: number): number => (megabytes < 0 ? UNLIMITED : Math.floor(megabytes * MB));

/** The largest file of a tier, in bytes. */
export const getMaxFileBytes = ({ limits }: StorageConfig, tier: Tier): number => {
  const bytes = toBytes(limits.tiers[tier].maxFileSizeMB);
  return bytes < 0 ? MAX_UPLOAD_BYTES : Math.min(bytes, MAX_UPLOAD_BYTES);
};

export const toStorageQuota = ({ limits }: StorageConfig, tier: Tier): StorageQuota => {
  const { maxFiles, maxTotalStorageMB } = limits.tiers[tier];
  return { maxFiles: maxFiles < 0 ? UNLIMITED : maxFiles, maxBytes: toBytes(maxTotalStorageMB) };
};

/** When a file that is attached to a chat now expires. */
export const computeExpiry = ({ ttl }: StorageConfig, now: number): number =>
  now + Math.round(ttl.chatFiles.ttlHours * HOUR_MS);
