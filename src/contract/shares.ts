import { z } from 'zod';

import { citations, image, replyDocument, source } from '../shared/reply-details.ts';
import { array, nullable, object, string } from '../shared/schema.ts';
import { fromShared, text, time } from './primitives.ts';
import { chatId, messageId, messageStatus, role, success } from './common.ts';
import { route } from './route.ts';

/** The link itself is returned only when it is created. */
const share = z.object({
  id: z.string(),
  chatId: z.string(),
  /** A whole chat, or one reply with its question. */
  kind: z.enum(['chat', 'reply']),
  title: z.string(),
  name: z.string().nullable(),
  turns: z.number().int(),
  createdAt: time,
});

const sharedTurn = z.object({
  id: z.string(),
  role,
  content: z.string(),
  timestamp: time,
  status: messageStatus,
  messageMode: z.object({ isAgent: z.boolean(), agentType: z.string().nullable() }).nullable(),
  /** Number of attached files, which are not shared. */
  files: z.number().int(),
  details: fromShared(
    nullable(
      object({
        sources: array(source),
        images: array(image),
        citations: nullable(citations),
        document: nullable(replyDocument),
        synthesis: string,
      }),
    ),
  ),
});

export const createShare = route({
  method: 'post',
  path: '/api/shares',
  summary: 'Make a public link to a chat as it is now, or to one of its replies; the link is returned only here',
  access: 'session',
  body: z.strictObject({
    chatId,
    /** Only this reply, with its question. */
    messageId: messageId.optional(),
    /** The leaf of the shown path, if it is not the stored one. */
    leafId: messageId.optional(),
    /** The shown author; none when absent. */
    name: text(60).optional(),
  }),
  reply: z.object({ share, url: z.string() }),
  status: 201,
});

export const listShares = route({
  method: 'get',
  path: '/api/shares',
  summary: 'Own public links, newest first',
  access: 'session',
  reply: z.object({ shares: z.array(share) }),
});

export const revokeShare = route({
  method: 'delete',
  path: '/api/shares/:id',
  summary: 'End a public link at once',
  access: 'session',
  params: z.strictObject({ id: z.string().max(64) }),
  reply: success,
});

/** 404 for unknown, revoked and malformed links alike. */
export const openShare = route({
  method: 'get',
  path: '/api/shared/:token',
  summary: 'The content of a public link',
  access: 'anyone',
  params: z.strictObject({ token: z.string() }),
  reply: z.object({
    kind: share.shape.kind,
    title: z.string(),
    name: z.string().nullable(),
    createdAt: time,
    turns: z.array(sharedTurn),
  }),
});

export type Share = z.output<typeof share>;
export type SharedTurn = z.output<typeof sharedTurn>;
export type SharedConversation = z.output<typeof openShare.reply>;
