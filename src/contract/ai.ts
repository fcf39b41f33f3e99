import { z } from 'zod';

import { chatId, messageReference, messageId, role, success, text } from './common.ts';
import { followUpFields } from './follow-up-fields.ts';
import { REPLY_FRAMES } from './reply-frames.ts';
import { route } from './route.ts';
import { toolServerIds } from './tools.ts';

const turn = z.object({ role: z.enum([...role.options, 'system']), content: text(200_000) });
const override = z.object({ enabled: z.boolean(), overrideType: z.string().max(40).optional() });
const completion = z.object({
  choices: z.array(z.object({ message: z.object({ role: z.literal('assistant'), content: z.string() }) })),
});

/** With `chatId` and `messageId` the question is stored before the model is called. */
export const sendMessage = route({
  method: 'post',
  path: '/api/ai/groq',
  summary: 'Ask the model; the reply streams and is stored in the chat',
  access: 'user',
  scopes: ['chat'],
  body: z.strictObject({
    messages: z.array(turn).min(1).max(500),
    model: z.string().max(200).optional(),
    chatId: chatId.optional(),
    messageId: messageId.optional(),
    parentId: messageId
      .nullable()
      .optional()
      .describe('The message that the question follows. Default: the newest of the chat'),
    replyMessageId: messageId
      .optional()
      .describe('Id for the reply’s message. Repeated, it attaches to the reply; a new one makes a further version'),
    mustExist: z
      .boolean()
      .optional()
      .describe('Fails with 404 `CHAT_NOT_FOUND` where the chat does not exist any more, instead of making it anew'),
    temporary: z
      .boolean()
      .optional()
      .describe(
        'Makes a new chat a temporary one: not listed, not searched, not shared, deleted a day after its last message',
      ),
    temperature: z.number().min(0).max(2).default(0.6),
    max_completion_tokens: z.number().int().min(1).max(1024).default(1024),
    top_p: z.number().gt(0).max(1).default(1),
    stream: z.boolean().default(true),
    stop: z.union([z.null(), z.string().max(100), z.array(z.string().max(100)).max(4)]).optional(),
    personality: z.string().max(40).default('default'),
    fileId: z.string().max(64).optional(),
    fileIds: z.array(z.string().max(64)).max(20).optional(),
    agentMode: z.boolean().optional(),
    search: z
      .boolean()
      .optional()
      .describe('False: the standard mode was chosen, never search. Default: as the text reads'),
    toolServers: toolServerIds,
    ...followUpFields,
    adminOverride: override.optional(),
  }),
  reply: completion,
  streams: true,
  events: REPLY_FRAMES,
  bodyLimit: 2 * 1024 * 1024,
});

export const sendTrialMessage = route({
  method: 'post',
  path: '/api/ai/trial',
  summary: 'Ask as a visitor; needs X-Session-ID',
  access: 'visitor',
  body: z.strictObject({
    message: text(4000).refine((value) => value.trim() !== '', 'must not be blank'),
    conversationHistory: z
      .array(z.object({ role, content: text(4000) }))
      .max(20)
      .default([]),
    replyMessageId: messageId
      .optional()
      .describe('Id for the reply’s message. Repeated, it attaches to the reply instead of charging another one'),
    ...followUpFields,
  }),
  reply: completion,
  streams: true,
  events: REPLY_FRAMES,
});

export const generateTitle = route({
  method: 'post',
  path: '/api/ai/generate-title',
  summary: 'A short title for a conversation',
  access: 'user',
  scopes: ['chat'],
  body: z.strictObject({
    messages: z.array(turn).min(1).max(500),
    ...messageReference,
    sessionId: z
      .string()
      .regex(/^[\w-]{8,128}$/)
      .optional()
      .describe('The trial session whose messages were moved into this chat'),
  }),
  reply: z.object({ title: z.string() }),
  bodyLimit: 2 * 1024 * 1024,
});

const replyId = z.strictObject({ id: z.string().max(64) });

export const followReply = route({
  method: 'get',
  path: '/api/ai/replies/:id/stream',
  summary: 'Follow a reply from Last-Event-ID on',
  access: 'user-or-visitor',
  scopes: ['chat'],
  params: replyId,
  reply: completion,
  streams: true,
  events: REPLY_FRAMES,
});

export const stopReply = route({
  method: 'post',
  path: '/api/ai/replies/:id/stop',
  summary: 'Stop a reply; its text so far is stored',
  access: 'user-or-visitor',
  scopes: ['chat'],
  params: replyId,
  reply: success,
});

export const freemiumConfig = route({
  method: 'get',
  path: '/api/freemium-config',
  summary: 'What visitors may do',
  access: 'anyone',
  reply: z.object({
    freemiumEnabled: z.boolean(),
    maxTrialMessages: z.number(),
    freemiumAgentAccess: z.boolean(),
    demoModel: z.boolean().describe('The built-in demo model answers, and the page says so'),
  }),
});
