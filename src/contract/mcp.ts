import { z } from 'zod';

import { text, time } from './common.ts';
import { route } from './route.ts';

/** More than a question and what surrounds it. */
const MAX_MCP_BODY = 512 * 1024;

/** One message of JSON-RPC; the protocol's package reads the rest. */
const jsonRpcMessage = z.looseObject({
  jsonrpc: z.literal('2.0').describe('Always `2.0`'),
  id: z
    .union([text(200), z.number()])
    .optional()
    .describe('Absent for notifications'),
  method: text(200).optional().describe('Such as `tools/call`'),
});

export const callMcp = route({
  method: 'post',
  path: '/mcp',
  summary: 'The Model Context Protocol (streamable HTTP, stateless): own files, models and chats as tools',
  access: 'premium',
  scopes: ['tools'],
  body: jsonRpcMessage,
  reply: z.unknown(),
  streams: true,
  bodyLimit: MAX_MCP_BODY,
  nonObjectRefusal: 'The body must be one message of JSON-RPC; batches are not taken',
});

const fileId = text(64).min(1).describe('Id of a file, as search_files returns it');
const ordinal = z.number().int().min(0).max(10_000_000);
const neighbours = z.number().int().min(0).max(5).default(1);

const passage = z.object({
  passage: z.number().describe('Number of the passage in its file, from 0'),
  page: z.number().nullable().describe('From 1; null where the file has no pages'),
  heading: z.string().describe('The headings above it, outermost first; may be empty'),
  text: z.string(),
  cut: z.boolean().describe('The text is longer than shown'),
});

export const searchFilesTool = {
  input: z.object({
    query: text(1000).trim().min(1).describe('What to look for: a question or words'),
    limit: z.number().int().min(1).max(20).default(8).describe('The most passages'),
    fileIds: z.array(fileId).min(1).max(50).optional().describe('Search only these files'),
  }),
  output: z.object({
    passages: z.array(passage.extend({ fileId: z.string(), file: z.string().describe('Name of the file') })),
  }),
};

export const readPassageTool = {
  input: z.object({
    fileId,
    passage: ordinal.describe('Number of the passage, as search_files returns it'),
    before: neighbours.describe('Passages before it'),
    after: neighbours.describe('Passages after it'),
  }),
  output: z.object({
    fileId: z.string(),
    file: z.string().describe('Name of the file'),
    total: z.number().describe('Passages of the file'),
    passages: z.array(passage).describe('In reading order'),
  }),
};

export const askModelTool = {
  input: z.object({
    question: text(200_000).trim().min(1).describe('The whole question; the model knows nothing else'),
    model: text(200).min(1).optional().describe('Id of a model; absent: the one of the plan'),
  }),
  output: z.object({
    model: z.string().describe('Id of the model that answered'),
    answer: z.string(),
    complete: z.boolean().describe('False: cut at the largest length of an answer'),
  }),
};

export const listChatsTool = {
  input: z.object({
    query: text(200).trim().optional().describe('Only chats with all these words in title or messages'),
    before: time.optional().describe('Only chats changed before this; `next` of a page'),
    limit: z.number().int().min(1).max(50).default(20),
  }),
  output: z.object({
    chats: z.array(
      z.object({
        chatId: z.string(),
        title: z.string(),
        messages: z.number(),
        createdAt: z.string(),
        changedAt: z.string(),
        archived: z.boolean().describe('Taken out of the list; only `query` finds such chats'),
        found: z.string().optional().describe('With `query`: the sentence that has its words'),
      }),
    ),
    next: z.string().nullable().describe('Given as `before`, the next page; null on the last'),
  }),
};

export const readChatTool = {
  input: z.object({
    chatId: text(100).min(1).describe('Id of a chat, as list_chats returns it'),
    from: ordinal.default(0).describe('Number of the first message, from 0; `next` of a page'),
    limit: z.number().int().min(1).max(50).default(20),
  }),
  output: z.object({
    chatId: z.string(),
    title: z.string(),
    messages: z
      .array(
        z.object({
          number: z.number(),
          role: z.enum(['user', 'assistant']),
          at: z.string(),
          model: z.string().nullable(),
          status: z.string().describe('`streaming`: it is still being written'),
          text: z.string(),
          cut: z.boolean().describe('The text is longer than shown'),
        }),
      )
      .describe('Of the shown path, oldest first'),
    next: z.number().nullable().describe('Given as `from`, the next page; null on the last'),
  }),
};
