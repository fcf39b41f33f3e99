import type { z } from 'zod';

import * as contract from '../../../contract/chats.ts';
import { ownerOf } from '../../../domain/chat/replies/ports/requesters.ts';
import { DeleteChat, ListChats, OpenChat } from '../../../domain/chat/conversations/open-chat.ts';
import { type ChatPatch, MergeChat } from '../../../domain/chat/conversations/merge-chat.ts';
import { OrganizeChats } from '../../../domain/chat/conversations/organize-chats.ts';
import { OwnVersions } from '../../../domain/chat/conversations/own-versions.ts';
import { InvalidInput } from '../../../domain/kernel/domain-error.ts';
import { chatJson, chatsJson } from '../streaming/chat-json.ts';
import { streamJson } from '../streaming/download.ts';
import type { Mount } from '../mount.ts';
import { SUCCESS, toIso, presentPlace, presentSummary } from '../presenters.ts';
import type { LinksFor } from '../files/signed-image-urls.ts';
import { toRequester, toUserRequester, type UserPrincipal } from '../authenticator.ts';
import type { Handlers } from '../handlers.ts';

export const chatHandlers = {
  listChats: ListChats,
  openChat: OpenChat,
  mergeChat: MergeChat,
  deleteChat: DeleteChat,
  ownVersions: OwnVersions,
  organizeChats: OrganizeChats,
};

export interface ChatHandlers extends Handlers<typeof chatHandlers> {
  readonly linksFor: LinksFor;
}

const PAGE_SIZE = 50;

export const chatRoutes = (mount: Mount, handlers: ChatHandlers): void => {
  mount(contract.listChats, async ({ query: { limit, before, q, archived }, principal }) => {
    const { uid } = principal.user;
    const page = {
      limit,
      ...(before === undefined ? {} : { before: Date.parse(before) }),
      ...(q === undefined ? {} : { query: q }),
      ...(archived === undefined ? {} : { archived: archived === 'true' }),
    };
    const chats = (await handlers.listChats.execute(uid, page)).map(presentSummary);
    if (before !== undefined || q !== undefined || archived === 'true') return { chats };
    return { chats, pinned: (await handlers.listChats.listPinned(uid)).map(presentSummary) };
  });
  const linksOf = (principal: UserPrincipal) => handlers.linksFor(ownerOf(toRequester(principal)));
  mount(contract.openChat, async ({ params, principal, ctx }) => {
    const opened = await handlers.openChat.stream(principal.user.uid, params.id);
    return streamJson(ctx, chatJson(opened, linksOf(principal)));
  });
  mount(contract.allChats, async ({ query: { before }, principal, ctx }) => {
    const { uid } = principal.user;
    const from = before === undefined ? {} : { before: Date.parse(before) };
    const summaries = await handlers.listChats.execute(uid, { limit: PAGE_SIZE + 1, ...from });
    const page = { summaries, limit: PAGE_SIZE, open: (id: string) => handlers.openChat.stream(uid, id) };
    return streamJson(ctx, chatsJson(page, linksOf(principal)));
  });
  mount(contract.saveChat, async ({ body, principal }) => {
    if (body.chatId !== body.chat.id) throw new InvalidInput('chatId and chat.id must be the same', 'chatId');
    const { id, title, updatedAt } = await handlers.mergeChat.execute(toUserRequester(principal), brought(body.chat));
    return { ...SUCCESS, chat: { id, title, updatedAt: toIso(updatedAt), lastUpdated: toIso(updatedAt) } };
  });
  mount(contract.deleteChat, async ({ params, principal }) => {
    await handlers.deleteChat.execute(principal.user.uid, params.id);
    return SUCCESS;
  });
  mount(contract.placeChat, async ({ params, body, principal }) =>
    presentPlace(await handlers.organizeChats.execute(principal.user.uid, params.id, body)),
  );
  mount(contract.archiveChats, async ({ body, principal }) => ({
    count: await handlers.organizeChats.archiveAll(principal.user.uid, body.archived),
  }));
  ownVersionRoutes(mount, handlers);
};

const placeOf = ({ id, messageId }: { readonly id: string; readonly messageId: string }) => ({ chatId: id, messageId });

const ownVersionRoutes = (mount: Mount, { ownVersions }: ChatHandlers): void => {
  mount(contract.saveOwnVersion, async ({ params, body, principal }) => {
    const { id, at } = await ownVersions.save(toUserRequester(principal), placeOf(params), body);
    return { version: { id, at } };
  });
  mount(contract.deleteOwnVersion, async ({ params, principal }) => {
    await ownVersions.remove(principal.user.uid, placeOf(params), params.versionId);
    return SUCCESS;
  });
};

const toTime = (iso: string | undefined): number | undefined => (iso === undefined ? undefined : Date.parse(iso));

type SavedChat = z.output<typeof contract.saveChat.body>['chat'];

const brought = ({ messages, createdAt, updatedAt, ...chat }: SavedChat): ChatPatch => ({
  ...chat,
  createdAt: toTime(createdAt),
  updatedAt: toTime(updatedAt),
  messages: messages.map(({ timestamp, messageMode, fileIds, cached, details, ...message }) => ({
    ...message,
    ...details,
    at: Date.parse(timestamp),
    fileIds: fileIds ?? [],
    cached: cached ?? false,
    mode: messageMode ?? null,
  })),
});
