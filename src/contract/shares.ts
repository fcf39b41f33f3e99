import { z } from 'zod';

import { citations, image, replyDocument, source } from '../shared/reply-details.ts';
import { array, nullable, object, string } from '../shared/schema.ts';
import { fromShared, text, time } from './primitives.ts';
import { chatId, messageId, messageStatus, role, success } from './common.ts';
import { route } from './route.ts';

/** A link of one's own. The link itself is shown only when it is made. */
const share = z.object({
  id: z.string(),
  chatId: z.string(),
  /** A whole chat, or one reply with its question. */
  kind: z.enum(['chat', 'reply']),
  title: z.string(),
  name: z.string().nullable(),
  /** How many turns it holds. */
  turns: z.number().int(),
  createdAt: time,
});

/** A turn as everybody with the link sees it. */
const sharedTurn = z.object({
  id: z.string(),
  role,
  content: z.string(),
  timestamp: time,
  status: messageStatus,
  messageMode: z.object({ isAgent: z.boolean(), agentType: z.string().nullable() }).nullable(),
  /** How many files went with it; they are not shared. */
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
  summary: 'Make a public link to a chat as it is now, or to one of its replies; the link is told this once',
  access: 'session',
  body: z.strictObject({
    chatId,
    /** Only this reply, with its question. */
    messageId: messageId.optional(),
    /** The end of the path that is shown on the page, where it is not the stored one. */
    leafId: messageId.optional(),
    /** Shown to readers; nobody is named without it. */
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

/** A link that is unknown, revoked or malformed is not found, all alike. */
export const openShare = route({
  method: 'get',
  path: '/api/shared/:token',
  summary: 'What stands under a public link',
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
