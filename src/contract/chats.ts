import { z } from 'zod';

import { ARTIFACT_KINDS } from '../shared/artifact-kinds.ts';
import { broughtDetails, MAX_BROUGHT_QUESTIONS, MAX_CHAT_LISTED, ownVersionInput } from '../shared/brought-details.ts';
import * as shared from '../shared/reply-details.ts';
import { array } from '../shared/schema.ts';
import { fromShared } from './primitives.ts';

import { chatId, image, message, messageId, relatedQuestion, role, source, success, text, time } from './common.ts';
import { route } from './route.ts';
import {
  CITATION_FIELDS,
  CORRECTION_FIELDS,
  IMAGE_FIELDS,
  inList,
  INSTEAD_OF_FIELDS,
  SOURCE_FIELDS,
  STEP_FIELDS,
} from './shared-fields.ts';

const gptType = text(40).min(1);

const toolServers = z.array(z.string()).describe('Ids of the servers whose tools are on');

const place = {
  pinnedAt: time.nullable().describe('When it was pinned; null: it is not'),
  archived: z.boolean().describe('Not in the list of chats, but found by a search. It is not pinned'),
};

const chatSummary = z.object({
  id: z.string().describe('By which it is opened'),
  title: z.string().describe('Its title'),
  messageCount: z.number().describe('Questions and answers, of all versions'),
  createdAt: time.describe('When it began'),
  lastUpdated: time.describe('When it changed last'),
  gptType: z.string().describe('The assistant that answers in it'),
  toolServers,
  ...place,
  waits: z.boolean().describe('A reply in it waits for an answer: a call of a tool to be allowed, or a form'),
  match: z
    .object({
      messageId: z.string().describe('The message in which most words of `q` stand, the newest of several.'),
      excerpt: z.string().nullable().describe('Its sentence with those words, as plain text.'),
      artifact: z
        .object({
          id: z.string().describe('By which the page opens it'),
          kind: z.enum(ARTIFACT_KINDS).describe('What it is'),
          title: z.string().describe('Empty for none'),
        })
        .optional()
        .describe('The artifact in which the sentence stands; absent: in the message itself.'),
    })
    .optional()
    .describe('Only with `q`, unless the title alone was found.'),
});

export const chat = z.object({
  id: z.string(),
  title: z.string(),
  messages: z.array(message),
  otherVersions: z.array(message).describe('Messages off the shown path: other versions of edited or repeated turns'),
  leafId: z.string().nullable().describe('The last message of the shown path, which `messages` is; null: empty'),
  createdAt: time,
  updatedAt: time,
  lastUpdated: time,
  expiresAt: time
    .nullable()
    .describe('When a temporary chat is deleted unless something is written in it; null: not temporary'),
  ...place,
  gptType: z.string(),
  toolServers,
  sources: fromShared(array(shared.source), inList(SOURCE_FIELDS)),
  images: fromShared(array(shared.image), inList(IMAGE_FIELDS)),
  relatedQuestions: fromShared(array(shared.relatedQuestion)),
});

export const listChats = route({
  method: 'get',
  path: '/api/progress/chats',
  summary: 'Own chats, newest first; `q` searches titles and messages, `before` pages by lastUpdated',
  access: 'user',
  scopes: ['read'],
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(100).default(50),
    before: time.optional(),
    q: text(200).optional(),
    archived: z
      .enum(['true', 'false'])
      .optional()
      .describe('Only archived chats, or only others. Default: a search finds both, else only others'),
  }),
  reply: z.object({
    chats: z.array(chatSummary),
    pinned: z
      .array(chatSummary)
      .optional()
      .describe('All pinned chats, the last pinned first; only with the first page of the list without a search'),
  }),
});

export const openChat = route({
  method: 'get',
  path: '/api/progress/chat/:id',
  summary: 'One chat with its messages',
  access: 'user',
  scopes: ['read'],
  params: z.strictObject({ id: z.string().max(100) }),
  reply: chat,
});

export const allChats = route({
  method: 'get',
  path: '/api/progress',
  summary: 'Own newest chats as an object by id (legacy); `next`, given as `before`, pages on',
  access: 'user',
  scopes: ['read'],
  query: z.strictObject({ before: time.optional().describe('Only chats changed before this; `next` of a page') }),
  reply: z.object({
    chats: z.record(z.string(), chat),
    next: time.nullable().describe('Given as `before`, the next page; null on the last'),
  }),
});

const MAX_THINKING = 200_000;

const sealed = z
  .object({
    seal: text(200).describe('As the stream of the answer had it'),
    model: text(200).describe('Id of the model that answered'),
    thinking: text(MAX_THINKING).describe('Its thoughts'),
    steps: fromShared(array(shared.step), inList(STEP_FIELDS)).describe('Its steps'),
    citations: fromShared(shared.citations, CITATION_FIELDS)
      .nullable()
      .describe('The result of its citation check; null: none'),
    corrections: fromShared(array(shared.correction), inList(CORRECTION_FIELDS)).describe(
      'Its sentences that were changed after the check',
    ),
    insteadOf: fromShared(shared.insteadOf, INSTEAD_OF_FIELDS)
      .nullable()
      .describe('The model that was asked, where another one answered; null: the asked one'),
  })
  .optional()
  .catch(undefined)
  .describe('What the server told a visitor of this answer; ignored unless the seal is of all of it');

const savedMessage = z.object({
  id: messageId,
  role,
  content: text(200_000),
  timestamp: time,
  fileIds: z.array(z.string().max(64)).max(20).optional(),
  cached: z.boolean().optional(),
  messageMode: z.object({ isAgent: z.boolean(), agentType: z.string().max(40).nullable() }).optional(),
  parentId: messageId.nullable().optional().describe('The message that it follows. Default: the one before it'),
  sealed,
  details: broughtDetails.nullish().describe('Of what an export has there, these are taken'),
});

export const saveChat = route({
  method: 'post',
  path: '/api/progress/chat',
  summary: 'Merge a chat by message id: adds what is new, never deletes or shortens',
  access: 'user',
  body: z.strictObject({
    chatId,
    chat: z.object({
      id: chatId,
      title: text(200).trim().optional(),
      messages: z.array(savedMessage).max(500).default([]),
      leafId: messageId.nullable().optional().describe('The last message of the shown path'),
      createdAt: time.optional().describe('When it began; taken for a new chat, unless it is in the future'),
      updatedAt: time.optional(),
      lastUpdated: time.optional(),
      gptType: gptType.optional(),
      mustExist: z
        .boolean()
        .optional()
        .describe('Fails with 404 `CHAT_NOT_FOUND` where the chat does not exist any more, instead of making it anew'),
      temporary: z.boolean().optional().describe('Makes a new chat a temporary one; see `/api/ai/groq`'),
      sources: z.array(source).max(MAX_CHAT_LISTED).optional(),
      images: z.array(image).max(MAX_CHAT_LISTED).optional(),
      relatedQuestions: z.array(relatedQuestion).max(MAX_BROUGHT_QUESTIONS).optional(),
    }),
  }),
  reply: z.object({
    success: z.literal(true),
    chat: z.object({ id: z.string(), title: z.string(), updatedAt: time, lastUpdated: time }),
  }),
  bodyLimit: 2 * 1024 * 1024,
});

export const deleteChat = route({
  method: 'delete',
  path: '/api/progress/chat/:id',
  summary: 'Delete a chat and everything in it',
  access: 'user',
  audit: ['chat.delete'],
  params: z.strictObject({ id: z.string().max(100) }),
  reply: success,
});

/** 409 `TOO_MANY_PINS`, also for a temporary chat. */
export const placeChat = route({
  method: 'put',
  path: '/api/progress/chat/:id/place',
  summary: 'Pin, unpin, archive or restore a chat. Archiving unpins, pinning restores; a new message restores too',
  access: 'user',
  params: z.strictObject({ id: z.string().max(100).describe('The chat') }),
  body: z.strictObject({
    pinned: z.boolean().optional().describe('Listed before the others. Default: as it is'),
    archived: z.boolean().optional().describe('Taken out of the list. Default: as it is'),
  }),
  reply: z.object(place),
});

export const archiveChats = route({
  method: 'post',
  path: '/api/progress/chats/archive',
  summary: 'Archive all chats that are not pinned, or restore all that are archived',
  access: 'user',
  body: z.strictObject({ archived: z.boolean().describe('Whether they are archived afterwards') }),
  reply: z.object({ count: z.number().int().describe('How many chats changed') }),
});

const versionPlace = {
  id: z.string().max(100).describe('The chat'),
  messageId: messageId.describe('The answer after which the version comes'),
};

/** 409 `CHAT_WENT_ON` where another answer follows, `ANSWER_NOT_FINISHED`, `TOO_MANY_VERSIONS`. */
export const saveOwnVersion = route({
  method: 'post',
  path: '/api/progress/chat/:id/messages/:messageId/versions',
  summary: 'Save an own version of an artifact, after the last answer of a chat',
  access: 'user',
  params: z.strictObject(versionPlace),
  body: ownVersionInput,
  reply: z.object({
    version: z
      .object({ id: z.string().describe('Its id'), at: time.describe('When it was saved') })
      .describe('What was saved'),
  }),
  status: 201,
  bodyLimit: 2 * 1024 * 1024,
});

export const deleteOwnVersion = route({
  method: 'delete',
  path: '/api/progress/chat/:id/messages/:messageId/versions/:versionId',
  summary: 'Delete an own version of an artifact, unless another answer follows',
  access: 'user',
  params: z.strictObject({ ...versionPlace, versionId: messageId.describe('The version') }),
  reply: success,
});

export type ChatSummary = z.output<typeof chatSummary>;
export type Chat = z.output<typeof chat>;
export type SavedChat = z.input<typeof saveChat.body>['chat'];
