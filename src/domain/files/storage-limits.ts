import { megabytesToBytes } from '../../shared/settings/storage-limits.ts';
import type { Tier } from '../../shared/tiers.ts';
import type { FileTtl, StorageLimits, StorageQuota } from './ports.ts';

const MB = 1024 * 1024;
const HOUR_MS = 3_600_000;
const UNLIMITED = -1;
/** No upload is larger, whatever an admin sets: a file is held in memory while it is looked at. */
const MAX_UPLOAD_BYTES = 200 * MB;

/** The largest file of a tier, in bytes. */
export const getMaxFileBytes = (limits: StorageLimits, tier: Tier): number => {
  const bytes = megabytesToBytes(limits.tiers[tier].maxFileSizeMB);
  return bytes < 0 ? MAX_UPLOAD_BYTES : Math.min(bytes, MAX_UPLOAD_BYTES);
};

export const toStorageQuota = (limits: StorageLimits, tier: Tier): StorageQuota => {
  const { maxFiles, maxTotalStorageMB } = limits.tiers[tier];
  return { maxFiles: maxFiles < 0 ? UNLIMITED : maxFiles, maxBytes: megabytesToBytes(maxTotalStorageMB) };
};

/** When a file that is attached to a chat now expires. */
export const computeExpiry = (ttl: FileTtl, now: number): number => now + Math.round(ttl.chatFiles.ttlHours * HOUR_MS);
