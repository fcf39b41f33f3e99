import { z } from 'zod';

import { isCommonPassword } from './common-passwords.ts';
import { messageId } from '../shared/brought-details.ts';
import { LANGUAGE_TAGS } from '../shared/languages.ts';
import { replyDetails } from '../shared/reply-details.ts';
import { MESSAGE_STATUSES } from '../shared/reply-status.ts';
import { OVERRIDE_TYPES, TIERS } from '../shared/tiers.ts';
import { REPLY_DETAILS_FIELDS } from './shared-fields.ts';
import { fromShared, image, relatedQuestion, source, text, time } from './primitives.ts';

export type { Image, RelatedQuestion, Source } from '../shared/reply-details.ts';
export type { Tier } from '../shared/tiers.ts';
export { image, messageId, relatedQuestion, source, text, time };

export const success = z.object({ success: z.literal(true).describe('Always true') });
export const tier = z.enum(TIERS);
/** An admin's override for a day; `unlimited` is premium with every model and no limits. */
export const overrideType = z.enum(OVERRIDE_TYPES);

export const email = z.string().trim().toLowerCase().max(254).pipe(z.email());
/** At least 8 characters, not blank, not a common password. */
export const newPassword = text(128)
  .min(8)
  .refine((password) => password.trim() !== '', 'must not be blank')
  .refine((password) => !isCommonPassword(password), 'is one of the most used passwords; please choose another');

export const language = z.enum(LANGUAGE_TAGS);
export const invitation = text(128).trim().min(1).optional().describe('The token of an invitation');
/** What each way of making an account takes. Where an admin approves, it fails with `APPROVAL_PENDING`. */
export const registrationInput = {
  invitation,
  language: language.optional().describe('Of the mail that tells what an admin decided. Default: English'),
};

/** Of an authenticator app. */
export const code = text(20)
  .trim()
  .regex(/^[\d\s]{6,9}$/, 'must be 6 digits')
  .describe('A code of the authenticator app');
export const secondFactorProof = z
  .union([
    z.strictObject({ code }),
    z.strictObject({ recoveryCode: text(40).trim().min(1).describe('A recovery code') }),
  ])
  .describe('A code of the authenticator app, or a recovery code');

export const role = z.enum(['user', 'assistant']);
export const chatId = z.string().regex(/^[\w-]{21}$/, 'must be 21 characters of A-Z, a-z, 0-9, _ and -');

/** The counted message that a title, related questions or a synthesis belong to. */
export const messageReference = {
  chatId: chatId.optional().describe('The chat of the reply that this is for'),
  messageId: messageId
    .optional()
    .describe('The message of that reply. Default: the newest counted one of the last day'),
};

/** The body of every failure. */
export const failure = z.looseObject({
  error: z.string(),
  code: z.string().optional(),
  message: z.string().optional(),
});

export const user = z.object({
  uid: z.string().describe('Id of the account'),
  email: z.string().nullable().describe('Its address; null for an account with a phone number'),
  phoneNumber: z.string().nullable().describe('Its number as E.164; null for an account with an address'),
  name: z.string().describe('The shown name'),
  language: language
    .nullable()
    .default(null)
    .describe('Of mails: that of the page where the person signed in or chose one; null: not known yet'),
  authMode: z.enum(['email', 'phone']).describe('How it signs in; Google counts as email'),
  subscription: tier.describe('The plan of the account, grants included'),
  tier: tier.describe('The plan that holds now, an admin’s override included'),
  emailVerified: z.boolean().describe('True for everybody where verification is switched off'),
  isAdmin: z.boolean().describe('The account may use the admin calls'),
  isAuditor: z.boolean().default(false).describe('The account may read the overview, the users and the audit log'),
  createdAt: time.describe('When the account was made'),
  hasPassword: z.boolean().describe('False where the account signs in by phone code or at a provider only'),
  hasSecondFactor: z.boolean().default(false).describe('Signing in takes a second step'),
  inGroups: z.boolean().default(false).describe('It belongs to groups, which may share files with it'),
  override: z
    .object({
      enabled: z.literal(true).describe('Always true'),
      overrideType: overrideType.describe('The tier that the admin acts as'),
      expiresAt: time.describe('When it ends by itself'),
    })
    .nullable()
    .describe('An admin’s temporary change of tier'),
});

export const signedIn = z.object({
  token: z.string().describe('For the header `Authorization: Bearer`'),
  user: user.describe('The account'),
});

export const messageStatus = z
  .enum(MESSAGE_STATUSES)
  .describe('How a reply ended; `streaming` while it is written. Always `complete` for a question');

export const messageMode = z
  .object({
    isAgent: z.boolean().describe('An agent answered'),
    agentType: z.string().nullable().describe('Which agent; null for none'),
  })
  .describe('The mode in which the message was sent');

/** Fields from `parentId` on are ours: turns form a tree of versions. */
export const message = z.object({
  id: z.string().describe('Id of the message'),
  role: role.describe('Who wrote it'),
  content: z.string().describe('The text, as Markdown'),
  timestamp: time.describe('When it was written'),
  fileIds: z.array(z.string()).optional().describe('Files attached to it'),
  cached: z.boolean().optional().describe('The reply is that of an earlier, equal question'),
  messageMode: messageMode.optional(),
  parentId: z.string().nullable().describe('The message that it follows; several with one parent are versions'),
  status: messageStatus,
  errorCode: z.string().nullable().describe('Code of the failure, with status `error`'),
  model: z.string().nullable().describe('The model that answered; null for questions'),
  replyId: z.string().nullable().describe('Id of the reply, for its stream, its stop and its retrieval'),
  details: fromShared(replyDetails, REPLY_DETAILS_FIELDS)
    .nullable()
    .optional()
    .describe('What a reply has besides its text; null for none'),
  followUps: z.literal('running').optional().describe('Title, related questions or synthesis follow on the stream'),
});

export type User = z.output<typeof user>;
export type Message = z.output<typeof message>;
