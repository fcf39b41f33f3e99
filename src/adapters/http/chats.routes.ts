import type { z } from 'zod';

import * as contract from '../../contract/chats.ts';
import { ownerOf } from '../../domain/chat/asker.ts';
import type { DeleteChat, ListChats, OpenChat } from '../../domain/chat/read-chats.ts';
import type { BroughtChat, SaveChat } from '../../domain/chat/save-chat.ts';
import { InvalidInput } from '../../domain/kernel/domain-error.ts';
import { chatJson, chatsJson } from './chat-json.ts';
import { streamJson } from './download.ts';
import type { Mount } from './mount.ts';
import { done, iso, presentSummary } from './present.ts';
import type { LinksFor } from './previews.ts';
import { askerOf, personOf, type Person } from './principal.ts';

export interface ChatUses {
  readonly listChats: ListChats;
  readonly openChat: OpenChat;
  readonly saveChat: SaveChat;
  readonly deleteChat: DeleteChat;
  readonly linksFor: LinksFor;
}

const PAGE_CHATS = 50;

export const chatRoutes = (mount: Mount, use: ChatUses): void => {
  mount(contract.listChats, async ({ query: { limit, before, q }, principal }) => {
    const page = {
      limit,
      ...(before === undefined ? {} : { before: Date.parse(before) }),
      ...(q === undefined ? {} : { query: q }),
    };
    return { chats: (await use.listChats.execute(principal.user.uid, page)).map(presentSummary) };
  });
  const linksOf = (principal: Person) => use.linksFor(ownerOf(askerOf(principal)));
  mount(contract.openChat, async ({ params, principal, ctx }) => {
    const opened = await use.openChat.inPieces(principal.user.uid, params.id);
    return streamJson(ctx, chatJson(opened, linksOf(principal)));
  });
  mount(contract.allChats, async ({ query: { before }, principal, ctx }) => {
    const { uid } = principal.user;
    const from = before === undefined ? {} : { before: Date.parse(before) };
    const summaries = await use.listChats.execute(uid, { limit: PAGE_CHATS + 1, ...from });
    const page = { summaries, most: PAGE_CHATS, open: (id: string) => use.openChat.inPieces(uid, id) };
    return streamJson(ctx, chatsJson(page, linksOf(principal)));
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
