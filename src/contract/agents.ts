import { z } from 'zod';

import { AGENT_TYPES } from '../shared/agent-types.ts';
import { TIERS } from '../shared/tiers.ts';
import { chatId, messageReference, messageId, relatedQuestion, role, source, text } from './common.ts';
import { followUpFields } from './follow-up-fields.ts';
import { REPLY_FRAMES } from './reply-frames.ts';
import { emptyObject, route } from './route.ts';
import { toolServerIds } from './tools.ts';

export const agentType = z.enum(AGENT_TYPES);
const turn = z.object({ role, content: text(200_000) });

export const sendAgentMessage = route({
  method: 'post',
  path: '/api/agent/stream',
  summary: 'Ask an agent; its steps and its reply stream and are stored in the chat',
  access: 'user-or-visitor',
  scopes: ['chat'],
  body: z.strictObject({
    /** Blank only with files. */
    message: text(200_000),
    messages: z.array(turn).max(500).default([]),
    chatId: chatId.optional(),
    messageId: messageId.optional(),
    parentId: messageId
      .nullable()
      .optional()
      .describe('The message that the question follows. Default: the newest of the chat'),
    replyMessageId: messageId
      .optional()
      .describe('Id for the reply’s message. Repeated, it attaches to the reply; a new one makes a further version'),
    mustExist: z.boolean().optional().describe('As in `/api/ai/groq`'),
    temporary: z.boolean().optional().describe('As in `/api/ai/groq`; not for visitors'),
    agentType: text(40).optional(),
    mode: z.literal('search').optional().describe('Always searches first, for a reply that is shown as a document'),
    stream: z.boolean().default(true),
    personality: z
      .string()
      .max(40)
      .optional()
      .describe('As in `/api/ai/groq`. Without it the default answers, as it always does for visitors'),
    fileId: z.string().max(64).optional(),
    fileIds: z.array(z.string().max(64)).max(20).optional(),
    toolServers: toolServerIds,
    ...followUpFields,
    adminOverride: z.object({ enabled: z.boolean(), overrideType: z.string().max(40).optional() }).optional(),
  }),
  reply: z.object({
    choices: z.array(z.object({ message: z.object({ role: z.literal('assistant'), content: z.string() }) })),
  }),
  streams: true,
  events: REPLY_FRAMES,
  bodyLimit: 2 * 1024 * 1024,
});

export const agentStatus = route({
  method: 'get',
  path: '/api/agent/status',
  summary: 'Whether this account may use agents now',
  access: 'user',
  scopes: ['chat'],
  reply: z.object({
    eligible: z.boolean(),
    serviceAvailable: z.boolean(),
    tier: z.enum(TIERS),
    reason: z.string(),
    lowestPlan: z
      .enum(TIERS)
      .nullable()
      .describe(
        'The next higher plan with agents, where others than Premium have them and this account does not; else null',
      ),
    byGroups: z.boolean().default(false).describe('The groups of the account leave agents out, so no plan gives them'),
  }),
});

export const agentsAvailable = route({
  method: 'get',
  path: '/api/agent/available',
  summary: 'The agents there are',
  access: 'user-or-visitor',
  scopes: ['chat'],
  reply: z.object({
    agents: z.array(
      z.object({
        id: agentType,
        name: z.string(),
        description: z.string(),
        capabilities: z.array(z.string()),
        isRecommended: z.boolean(),
      }),
    ),
  }),
});

const httpUrl = text(2048).pipe(z.url({ protocol: /^https?$/ }));
const result = z.object({ url: httpUrl, title: text(500), snippet: text(2000), content: text(2000).optional() });

/** Streams `data:` lines typed `sources`, `content`, `complete` and `error`. */
export const orchestratedSearch = route({
  method: 'post',
  path: '/api/search/orchestrated',
  summary: 'A synthesis of search results',
  access: 'user-or-visitor',
  scopes: ['chat'],
  body: z.strictObject({
    query: text(2000).refine((value) => value.trim() !== '', 'must not be blank'),
    searchResults: z.union([z.array(result).max(20), text(40_000)]),
    sources: z.array(source).max(20),
    ...messageReference,
  }),
  reply: emptyObject,
  streams: true,
});

export const relatedQuestions = route({
  method: 'post',
  path: '/api/ai/related-questions',
  summary: 'Related questions for an answer',
  access: 'user-or-visitor',
  scopes: ['chat'],
  body: z.strictObject({
    query: text(4000),
    response: text(200_000),
    count: z.number().int().min(1).max(8).default(4),
    ...messageReference,
  }),
  reply: z.object({ questions: z.array(relatedQuestion) }),
});
