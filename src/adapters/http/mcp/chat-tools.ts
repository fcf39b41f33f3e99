import { listChatsTool, readChatTool } from '../../../contract/mcp.ts';
import { ListChats, OpenChat } from '../../../domain/chat/conversations/open-chat.ts';
import type { Message } from '../../../domain/chat/conversations/message.ts';
import { OUTSIDE_FORMS, readOutside } from '../../../shared/outside-chat.ts';
import type { ArtifactVersions } from '../../../shared/artifact-versions.ts';
import type { Handlers } from '../handlers.ts';
import { toIso } from '../presenters.ts';
import { capText, defineTool, type RegisterTool } from './mcp-tool.ts';

export const chatToolHandlers = { listChats: ListChats, openChat: OpenChat };

/** Of one message, and of one page. */
const MAX_MESSAGE_TEXT = 20_000;
const MAX_PAGE_TEXT = 60_000;
const READ_ONLY = { readOnlyHint: true, openWorldHint: false };

const presentMessage = ({ role, at, model, status }: Message, text: string, number: number) => ({
  ...{ number, role, at: toIso(at), model, status },
  ...capText(text, MAX_MESSAGE_TEXT),
});

type PresentedMessage = ReturnType<typeof presentMessage>;

/** As many messages as fit a page, at least one. */
const readPage = async (
  path: AsyncIterable<readonly Message[]>,
  { from, limit }: { readonly from: number; readonly limit: number },
): Promise<{ readonly messages: PresentedMessage[]; readonly next: number | null }> => {
  const messages: PresentedMessage[] = [];
  let [number, room] = [0, MAX_PAGE_TEXT];
  let versions: ArtifactVersions | undefined;
  for await (const batch of path) {
    for (const message of batch) {
      const answer = { text: message.content, own: message.details?.ownVersions };
      const isAnswer = message.role === 'assistant';
      const read = isAnswer ? readOutside(answer, OUTSIDE_FORMS.answer, versions) : { text: answer.text, versions };
      versions = read.versions;
      if (number >= from) {
        const presented = presentMessage(message, read.text, number);
        room -= presented.text.length;
        if (messages.length === limit || (messages.length > 0 && room < 0)) return { messages, next: number };
        messages.push(presented);
      }
      number += 1;
    }
  }
  return { messages, next: null };
};

export const chatTools = (handlers: Handlers<typeof chatToolHandlers>): readonly RegisterTool[] => [
  defineTool({
    ...listChatsTool,
    name: 'list_chats',
    title: 'List my chats',
    description:
      'Lists the person’s chats, the last changed first; with `query` those that have its words, archived ones too.',
    annotations: READ_ONLY,
    run: async ({ query, before, limit }, { principal }) => {
      const page = { limit, ...(query && { query }), ...(before !== undefined && { before: Date.parse(before) }) };
      const chats = await handlers.listChats.execute(principal.user.uid, page);
      const last = chats.length === limit ? chats.at(-1) : undefined;
      return {
        chats: chats.map(({ id, title, messageCount, createdAt, updatedAt, archived, match }) => ({
          ...{ chatId: id, title, messages: messageCount, createdAt: toIso(createdAt), changedAt: toIso(updatedAt) },
          archived,
          ...(match?.excerpt ? { found: match.excerpt } : {}),
        })),
        next: last ? toIso(last.updatedAt) : null,
      };
    },
  }),
  defineTool({
    ...readChatTool,
    name: 'read_chat',
    title: 'Read a chat',
    description: 'Reads the messages of a chat as its page shows them, without other versions, oldest first, in pages.',
    annotations: READ_ONLY,
    idField: 'chatId',
    run: async ({ chatId, ...page }, { principal }) => {
      const { chat, path } = await handlers.openChat.stream(principal.user.uid, chatId);
      return { chatId: chat.id, title: chat.title, ...(await readPage(path, page)) };
    },
  }),
];
