import { z } from 'zod';

import { isCommonPassword } from './common-passwords.ts';
import { replyDetails } from '../shared/reply-details.ts';
import { MESSAGE_STATUSES } from '../shared/reply-status.ts';
import { OVERRIDE_TYPES, TIERS } from '../shared/tiers.ts';
import { fromShared, image, relatedQuestion, source, text, time } from './primitives.ts';

export type { Image, RelatedQuestion, Source } from '../shared/reply-details.ts';
export type { Tier } from '../shared/tiers.ts';
export { image, relatedQuestion, source, text, time };

export const success = z.object({ success: z.literal(true) });
export const tier = z.enum(TIERS);
/** An admin's override for a day; `unlimited` is premium with every model and no limits. */
export const overrideType = z.enum(OVERRIDE_TYPES);

export const email = z.string().trim().toLowerCase().max(254).pipe(z.email());
/** At least 8 characters, not blank, not a common password. */
export const newPassword = text(128)
  .min(8)
  .refine((password) => password.trim() !== '', 'must not be blank')
  .refine((password) => !isCommonPassword(password), 'is one of the most used passwords; please choose another');

export const role = z.enum(['user', 'assistant']);
export const chatId = z.string().regex(/^[\w-]{21}$/, 'must be 21 characters of A-Z, a-z, 0-9, _ and -');
export const messageId = z
  .string()
  .regex(/^[\w.:-]{1,64}$/, 'must be 1 to 64 characters of A-Z, a-z, 0-9, _ . : and -');

/**
 * Ours: the counted message that a title, related questions or a synthesis belong to; `messageId` is the reply's turn.
 * Default: the newest counted message of the last day.
 */
export const messageReference = { chatId: chatId.optional(), messageId: messageId.optional() };

/** The body of every failure. */
export const failure = z.looseObject({
  error: z.string(),
  code: z.string().optional(),
  message: z.string().optional(),
});

export const user = z.object({
  uid: z.string(),
  email: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  name: z.string(),
  authMode: z.enum(['email', 'phone']),
  subscription: tier,
  tier,
  /** True for everybody where verification is switched off. */
  emailVerified: z.boolean(),
  isAdmin: z.boolean(),
  createdAt: time,
  /** Ours: false where the account signs in by phone code or at a provider only. */
  hasPassword: z.boolean(),
  override: z.object({ enabled: z.literal(true), overrideType, expiresAt: time }).nullable(),
});

export const signedIn = z.object({ token: z.string(), user });

export const messageStatus = z.enum(MESSAGE_STATUSES);

/** Fields from `parentId` on are ours: turns form a tree of versions. */
export const message = z.object({
  id: z.string(),
  role,
  content: z.string(),
  timestamp: time,
  fileIds: z.array(z.string()).optional(),
  cached: z.boolean().optional(),
  messageMode: z.object({ isAgent: z.boolean(), agentType: z.string().nullable() }).optional(),
  parentId: z.string().nullable(),
  status: messageStatus,
  errorCode: z.string().nullable(),
  model: z.string().nullable(),
  replyId: z.string().nullable(),
  details: fromShared(replyDetails).nullable().optional(),
  /** Ours: title, related questions or synthesis will follow on the reply's stream. */
  followUps: z.literal('running').optional(),
});

export type User = z.output<typeof user>;
export type Message = z.output<typeof message>;
