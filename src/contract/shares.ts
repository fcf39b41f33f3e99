import { z } from 'zod';

import { citations, correction, image, replyDocument, source } from '../shared/reply-details.ts';
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

/** The address is there for its owner alone. */
const ownShare = share.extend({
  url: z.string().nullable().describe('Its address; null for a link from before the server’s secret was changed'),
});

const sharedTurn = z.object({
  id: message.shape.id,
  role: message.shape.role,
  content: message.shape.content,
  timestamp: message.shape.timestamp,
  status: messageStatus,
  messageMode: messageMode.nullable().describe('The mode in which the message was sent; null: not stored'),
  files: z.number().int().describe('Number of attached files, which are not shared'),
  details: fromShared(
    nullable(
      object({
        sources: array(source),
        images: array(image),
        citations: nullable(citations),
        corrections: array(correction),
        document: nullable(replyDocument),
        synthesis: string,
      }),
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

/** 404 for unknown, revoked and malformed links alike. */
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

export type Share = z.output<typeof ownShare>;
export type SharedTurn = z.output<typeof sharedTurn>;
export type SharedConversation = z.output<typeof openShare.reply>;
