export type { FileTtl } from '../../../shared/settings/file-ttl.ts';
export type { ChatGroup, ChatLimits, StorageLimits } from '../../../shared/settings/storage-limits.ts';
export type { VisionConfig } from '../../../shared/settings/vision.ts';
