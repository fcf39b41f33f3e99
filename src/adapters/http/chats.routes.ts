import type { z } from 'zod';

import * as contract from '../../contract/chats.ts';
import type { DeleteChat, ListChats, OpenChat } from '../../domain/chat/read-chats.ts';
import type { BroughtChat, SaveChat } from '../../domain/chat/save-chat.ts';
import { InvalidInput } from '../../domain/kernel/domain-error.ts';
import type { Mount } from './mount.ts';
import { done, iso, presentChat, presentSummary } from './present.ts';
import type { Preview } from './previews.ts';

export interface ChatUses {
  readonly listChats: ListChats;
  readonly openChat: OpenChat;
  readonly saveChat: SaveChat;
  readonly deleteChat: DeleteChat;
  readonly preview: Preview;
}

const LEGACY_CHATS = 50;

export const chatRoutes = (mount: Mount, use: ChatUses): void => {
  mount(contract.listChats, async ({ query: { limit, before, q }, principal }) => {
    const page = { limit, ...(before === undefined ? {} : { before: Date.parse(before) }), ...(q === undefined ? {} : { query: q }) };
    return { chats: (await use.listChats.execute(principal.user.uid, page)).map(presentSummary) };
  });
  mount(contract.openChat, async ({ params, principal }) => presentChat(await use.openChat.execute(principal.user.uid, params.id), use.preview));
  mount(contract.allChats, async ({ principal: { user } }) => {
    const summaries = await use.listChats.execute(user.uid, { limit: LEGACY_CHATS });
    const chats = await Promise.all(summaries.map(async ({ id }) => presentChat(await use.openChat.execute(user.uid, id), use.preview)));
    return { chats: Object.fromEntries(chats.map((chat) => [chat.id, chat])) };
  });
  mount(contract.saveChat, async ({ body, principal }) => {
    if (body.chatId !== body.chat.id) throw new InvalidInput('chatId and chat.id must be the same', 'chatId');
    const { id, title, updatedAt } = await use.saveChat.execute(principal.user.uid, brought(body.chat));
    return { ...done, chat: { id, title, updatedAt: iso(updatedAt), lastUpdated: iso(updatedAt) } };
  });
  mount(contract.deleteChat, async ({ params, principal }) => {
    await use.deleteChat.execute(principal.user.uid, params.id);
    return done;
  });
};

const brought = ({ messages, updatedAt, ...chat }: z.output<typeof contract.saveChat.body>['chat']): BroughtChat => ({
  ...chat,
  updatedAt: updatedAt === undefined ? undefined : Date.parse(updatedAt),
  messages: messages.map(({ timestamp, messageMode, fileIds, cached, ...message }) => ({
    ...message,
    at: Date.parse(timestamp),
    fileIds: fileIds ?? [],
    cached: cached ?? false,
    mode: messageMode ?? null,
  })),
});
