import { z } from 'zod';

import { citations, correction, image, ownVersion, replyDocument, source } from '../shared/reply-details.ts';
import { MAX_REPORT_TEXT, REPORT_REASONS, SHARE_DECISIONS, SHARE_FILTERS } from '../shared/share-reports.ts';
import { array, nullable, object, string } from '../shared/schema.ts';
import { fromShared, text, time } from './primitives.ts';
import { chatId, message, messageId, messageMode, messageStatus, success } from './common.ts';
import { route } from './route.ts';
import { REPLY_DETAILS_FIELDS } from './shared-fields.ts';

const share = z.object({
  id: z.string().describe('Id of the link, for ending it'),
  chatId: z.string().describe('The chat'),
  kind: z.enum(['chat', 'reply']).describe('A whole chat, or one reply with its question'),
  title: z.string().describe('The shown title'),
  name: z.string().nullable().describe('The shown author; null: none'),
  turns: z.number().int().describe('Messages that it shows'),
  createdAt: time.describe('When it was made'),
});

const takenDown = z
  .object({ at: time.describe('When'), reason: z.string().describe('Why, in the words of the admin') })
  .nullable()
  .describe('An admin has taken it down; null: it can be read');

/** The address is there for its owner alone. */
const ownShare = share.extend({
  takenDown,
  url: z.string().nullable().describe('Its address; null for a link from before the server’s secret was changed'),
});

const sharedTurn = z.object({
  id: message.shape.id,
  role: message.shape.role,
  content: message.shape.content,
  timestamp: message.shape.timestamp,
  status: messageStatus,
  cut: z
    .enum(['length', 'filtered'])
    .optional()
    .describe('A reply that ended at its length, or by content rules of the provider; absent: neither'),
  messageMode: messageMode.nullable().describe('The mode in which the message was sent; null: not stored'),
  files: z.number().int().describe('Number of attached files, which are not shared'),
  details: fromShared(
    nullable(
      object(
        {
          sources: array(source),
          images: array(image),
          citations: nullable(citations),
          corrections: array(correction),
          document: nullable(replyDocument),
          synthesis: string,
        },
        { ownVersions: array(ownVersion) },
      ),
    ),
    REPLY_DETAILS_FIELDS,
  ).describe('What a reply has besides its text; null for none'),
});

export const createShare = route({
  method: 'post',
  path: '/api/shares',
  summary: 'Make a public link to a chat as it is now, or to one of its replies',
  access: 'session',
  audit: ['share.create'],
  body: z.strictObject({
    chatId: chatId.describe('The chat'),
    messageId: messageId.optional().describe('Only this reply, with its question'),
    leafId: messageId.optional().describe('The last message of the shown path, if it is not the stored one'),
    name: text(60).optional().describe('The shown author; none when absent'),
  }),
  reply: z.object({
    share: share.describe('The link'),
    url: z.string().describe('Its address'),
  }),
  status: 201,
});

export const listShares = route({
  method: 'get',
  path: '/api/shares',
  summary: 'Own public links, newest first',
  access: 'session',
  reply: z.object({ shares: z.array(ownShare).describe('Newest first') }),
});

export const revokeShare = route({
  method: 'delete',
  path: '/api/shares/:id',
  summary: 'End a public link at once',
  access: 'session',
  audit: ['share.revoke'],
  params: z.strictObject({ id: z.string().max(64).describe('Id of the link') }),
  reply: success,
});

/** 404 for unknown, revoked and malformed links alike; 410 where an admin has taken it down. */
export const openShare = route({
  method: 'get',
  path: '/api/shared/:token',
  summary: 'The content of a public link',
  access: 'anyone',
  params: z.strictObject({ token: z.string().describe('The secret part of the link') }),
  reply: z.object({
    kind: share.shape.kind,
    title: share.shape.title,
    name: share.shape.name,
    createdAt: share.shape.createdAt,
    turns: z.array(sharedTurn).describe('The messages, oldest first'),
  }),
});

/** Stored once for each reporter. 403 `CAPTCHA_REQUIRED` after some tries of a network address, as for registering. */
export const reportShare = route({
  method: 'post',
  path: '/api/shared/:token/reports',
  summary: 'Report a public link to the operator',
  access: 'anyone',
  params: z.strictObject({ token: text(64).describe('The secret part of the link') }),
  body: z.strictObject({
    reason: z.enum(REPORT_REASONS).describe('What is wrong with it'),
    text: text(MAX_REPORT_TEXT).optional().describe('In the reporter’s own words'),
    captchaToken: text(4096).optional().describe('Required after 403 `CAPTCHA_REQUIRED`'),
  }),
  reply: success,
});

const moderatedShare = share.omit({ chatId: true }).extend({
  takenDown,
  owner: z
    .object({
      uid: z.string().describe('Id of the account'),
      name: z.string().describe('Its name'),
      email: z.string().nullable().describe('Its address; null: none'),
    })
    .describe('Whose link it is'),
  reports: z.number().int().describe('How many people have reported it'),
  reportedAt: time.nullable().describe('When it was reported last; null: never'),
  url: z
    .string()
    .nullable()
    .describe('Its address, of what was reported or taken down; null: neither, or from before a change of the secret'),
});

/** What an admin can judge of the links of everybody. */
export const listModeratedShares = route({
  method: 'get',
  path: '/api/admin/shares',
  summary: 'The public links of everybody',
  access: 'admin',
  query: z.strictObject({
    filter: z
      .enum(SHARE_FILTERS)
      .default('all')
      .describe('`reported`: the last reported first; `taken-down`: the last decision first'),
    search: text(500).default('').describe('A link, or the id or address of an account; empty: all'),
    before: z
      .string()
      .regex(/^\d{1,15}:[\w-]{1,64}$/, 'must be `next` of the page before')
      .optional()
      .describe('`next` of the page before'),
    limit: z.coerce.number().int().min(1).max(100).default(50).describe('Links of a page'),
  }),
  reply: z.object({
    shares: z.array(moderatedShare).describe('Newest first'),
    next: z.string().nullable().describe('Continues as `before`; null: there are no more'),
  }),
});

export const listShareReports = route({
  method: 'get',
  path: '/api/admin/shares/:id/reports',
  summary: 'What people reported about a public link',
  access: 'admin',
  params: z.strictObject({ id: text(64).describe('Id of the link') }),
  reply: z.object({
    reports: z
      .array(
        z.object({
          reason: z.enum(REPORT_REASONS).describe('What is wrong with it'),
          text: z.string().describe('In the reporter’s own words; may be empty'),
          at: time.describe('When'),
        }),
      )
      .describe('Newest first'),
  }),
});

/** Takes effect at once. The reason is required; the owner of the link reads it. */
export const decideOnShare = route({
  method: 'post',
  path: '/api/admin/shares/:id/decision',
  summary: 'Take a public link down, restore it, or dismiss its reports',
  access: 'admin',
  audit: ['share.take-down', 'share.restore', 'share.dismiss-reports'],
  params: z.strictObject({ id: text(64).describe('Id of the link') }),
  body: z.strictObject({
    decision: z.enum(SHARE_DECISIONS).describe('`dismiss`: the reports are unfounded and forgotten'),
    reason: text(500).trim().optional().describe('Why; required'),
  }),
  reply: success,
});

export type ModeratedShare = z.output<typeof moderatedShare>;
export type Share = z.output<typeof ownShare>;
export type SharedTurn = z.output<typeof sharedTurn>;
export type SharedConversation = z.output<typeof openShare.reply>;
