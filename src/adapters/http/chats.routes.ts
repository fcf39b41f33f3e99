import type { z } from 'zod';

import * as contract from '../../contract/chats.ts';
import type { ShownLinks } from '../../domain/agents/picture-links.ts';
import { ownerOf } from '../../domain/chat/asker.ts';
import type { DeleteChat, ListChats, OpenChat } from '../../domain/chat/read-chats.ts';
import type { BroughtChat, SaveChat } from '../../domain/chat/save-chat.ts';
import { InvalidInput } from '../../domain/kernel/domain-error.ts';
import type { Mount } from './mount.ts';
import { done, iso, presentChat, presentSummary } from './present.ts';
import type { LinksFor } from './previews.ts';
import { askerOf, personOf, type Person } from './principal.ts';

export interface ChatUses {
  readonly listChats: ListChats;
  readonly openChat: OpenChat;
  readonly saveChat: SaveChat;
  readonly deleteChat: DeleteChat;
  readonly linksFor: LinksFor;
}

const LEGACY_CHATS = 50;

export const chatRoutes = (mount: Mount, use: ChatUses): void => {
  mount(contract.listChats, async ({ query: { limit, before, q }, principal }) => {
    const page = { limit, ...(before === undefined ? {} : { before: Date.parse(before) }), ...(q === undefined ? {} : { query: q }) };
    return { chats: (await use.listChats.execute(principal.user.uid, page)).map(presentSummary) };
  });
  const opened = async (uid: string, id: string, links: ShownLinks) => presentChat(await use.openChat.execute(uid, id), links);
  const linksOf = (principal: Person) => use.linksFor(ownerOf(askerOf(principal)));
  mount(contract.openChat, async ({ params, principal }) => opened(principal.user.uid, params.id, linksOf(principal)));
  mount(contract.allChats, async ({ principal }) => {
    const { uid } = principal.user;
    const summaries = await use.listChats.execute(uid, { limit: LEGACY_CHATS });
    const links = linksOf(principal);
    const chats = await Promise.all(summaries.map(({ id }) => opened(uid, id, links)));
    return { chats: Object.fromEntries(chats.map((chat) => [chat.id, chat])) };
  });
  mount(contract.saveChat, async ({ body, principal }) => {
    if (body.chatId !== body.chat.id) throw new InvalidInput('chatId and chat.id must be the same', 'chatId');
    const { id, title, updatedAt } = await use.saveChat.execute(personOf(principal), brought(body.chat));
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
