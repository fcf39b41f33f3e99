import { z } from 'zod';

import { byTier, limit, megabytes, numberIn, type NumberRange } from './fields.ts';

/** Files are processed in memory. */
export const FILE_MB_RANGE: NumberRange = { min: 0, max: 200 };
export const FILES_PER_MESSAGE_RANGE: NumberRange = { min: 1, max: 20, step: 1 };

/** Of one group; a question may be about all of them. */
export const GROUP_FILES_RANGE: NumberRange = { min: 0, max: 1000, step: 1 };

/** Tokens; the least is enough for five passages of ordinary length. */
export const FILE_CONTEXT_RANGE: NumberRange = { min: 2000, max: 1_000_000, step: 1 };

/** 0: chats are never deleted because of their age. */
export const UNUSED_DAYS_RANGE: NumberRange = { min: 0, max: 3650, step: 1 };

const tierStorage = z.strictObject({
  maxFileSizeMB: z.union([z.literal(-1), numberIn(FILE_MB_RANGE)]),
  maxTotalStorageMB: limit,
  maxFiles: limit,
});

const groupStorage = z
  .strictObject({
    maxFileSizeMB: numberIn(FILE_MB_RANGE).describe('Megabytes of one file'),
    maxTotalStorageMB: limit.describe('Megabytes of all files together; -1: no limit'),
    maxFiles: numberIn(GROUP_FILES_RANGE).describe('How many files'),
  })
  .describe('Limits of the files that one group shares');

const fileContext = z
  .strictObject({ maxTokens: numberIn(FILE_CONTEXT_RANGE).describe('Tokens of file text in the prompt') })
  .describe('Limits of the file text of one question in this tier');

const chatRetention = z
  .strictObject({
    unusedDays: numberIn(UNUSED_DAYS_RANGE).describe('Days without use after which a chat is deleted; 0: never'),
  })
  .describe('For the accounts of this group');

const chatLimits = z
  .strictObject({
    maxChats: limit.describe('Stored chats; -1: no limit'),
    maxTotalMB: megabytes.describe('Megabytes of all chats together'),
    maxChatMB: megabytes.describe('Megabytes of one chat'),
  })
  .describe('Limits of the chats of one account in this group');

export const storageLimits = z.strictObject({
  tiers: byTier(tierStorage),
  groups: groupStorage,
  maxFilesPerMessage: numberIn(FILES_PER_MESSAGE_RANGE),
  fileContext: byTier(fileContext).describe('How much text of files one question may carry, by tier'),
  chats: z
    .strictObject({ unverified: chatLimits, ...byTier(chatLimits).shape })
    .describe('Limits of stored chats by tier; `unverified`: free accounts without a verified address or number'),
  chatRetention: z
    .strictObject({ unverified: chatRetention, ...byTier(chatRetention).shape })
    .describe('When chats that nobody uses are deleted, by tier'),
});

export type ChatLimits = z.output<typeof chatLimits>;
export type ChatGroup = keyof StorageLimits['chats'];
export type StorageLimits = z.output<typeof storageLimits>;

/** A limit in bytes; -1 (no limit) stays -1. */
export const megabytesToBytes = (limit: number): number => (limit < 0 ? -1 : Math.floor(limit * 1024 * 1024));

export const DEFAULT_STORAGE_LIMITS: StorageLimits = {
  tiers: {
    free: { maxFileSizeMB: 5, maxTotalStorageMB: 25, maxFiles: 5 },
    basic: { maxFileSizeMB: 10, maxTotalStorageMB: 500, maxFiles: 100 },
    premium: { maxFileSizeMB: 50, maxTotalStorageMB: 5000, maxFiles: 1000 },
  },
  groups: { maxFileSizeMB: 50, maxTotalStorageMB: 2000, maxFiles: 200 },
  maxFilesPerMessage: 5,
  fileContext: {
    free: { maxTokens: 24_000 },
    basic: { maxTokens: 24_000 },
    premium: { maxTokens: 24_000 },
  },
  chats: {
    unverified: { maxChats: 20, maxTotalMB: 5, maxChatMB: 2 },
    free: { maxChats: 500, maxTotalMB: 50, maxChatMB: 5 },
    basic: { maxChats: 5000, maxTotalMB: 500, maxChatMB: 20 },
    premium: { maxChats: 20_000, maxTotalMB: 2000, maxChatMB: 50 },
  },
  chatRetention: {
    unverified: { unusedDays: 0 },
    free: { unusedDays: 0 },
    basic: { unusedDays: 0 },
    premium: { unusedDays: 0 },
  },
};
