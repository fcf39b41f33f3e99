import { megabytesToBytes } from '../../shared/settings/storage-limits.ts';
import type { Tier } from '../../shared/tiers.ts';
import type { FileTtl, StorageLimits } from './ports/settings.ts';
import type { StorageQuota } from './ports/file-repository.ts';

const MB = 1024 * 1024;
const HOUR_MS = 3_600_000;
const UNLIMITED = -1;
/** Regardless of the settings, because files are processed in memory. */
const MAX_UPLOAD_BYTES = 200 * MB;

/** In bytes. */
export const getMaxFileBytes = (limits: StorageLimits, tier: Tier): number => {
  const bytes = megabytesToBytes(limits.tiers[tier].maxFileSizeMB);
  return bytes < 0 ? MAX_UPLOAD_BYTES : Math.min(bytes, MAX_UPLOAD_BYTES);
};

export const toStorageQuota = (limits: StorageLimits, tier: Tier): StorageQuota => {
  const { maxFiles, maxTotalStorageMB } = limits.tiers[tier];
  return { maxFiles: maxFiles < 0 ? UNLIMITED : maxFiles, maxBytes: megabytesToBytes(maxTotalStorageMB) };
};

/** Of the files that one group shares. */
export const toGroupQuota = ({ groups }: StorageLimits): StorageQuota & { readonly maxFileBytes: number } => ({
  maxFiles: groups.maxFiles,
  maxBytes: megabytesToBytes(groups.maxTotalStorageMB),
  maxFileBytes: Math.min(megabytesToBytes(groups.maxFileSizeMB), MAX_UPLOAD_BYTES),
});

/** For a chat file uploaded now. */
export const computeExpiry = (ttl: FileTtl, now: number): number => now + Math.round(ttl.chatFiles.ttlHours * HOUR_MS);
