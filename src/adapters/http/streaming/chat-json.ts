import * as contract from '../../../contract/chats.ts';
import { message as messageSchema } from '../../../contract/common.ts';
import type { SignedImageUrls } from '../../../domain/agents/image-proxy/image-url-signer.ts';
import type { ChatSummary } from '../../../domain/chat/conversations/chat.ts';
import { ChatNotFound } from '../../../domain/chat/errors.ts';
import type { Message } from '../../../domain/chat/conversations/message.ts';
import type { StreamedChat } from '../../../domain/chat/conversations/open-chat.ts';
import { toIso, presentChat, presentMessage } from '../presenters.ts';

const headSchema = contract.chat.omit({ messages: true, otherVersions: true });

async function* messagesJson(
  pieces: AsyncIterable<readonly Message[]>,
  links: SignedImageUrls,
): AsyncGenerator<string, void> {
  let separator = '';
  for await (const piece of pieces) {
    if (piece.length === 0) continue;
    yield (
      separator + piece.map((message) => JSON.stringify(messageSchema.parse(presentMessage(message, links)))).join(',')
    );
    separator = ',';
  }
}

/** One chat in the form of the contract, written as it is read. */
export async function* chatJson(
  { chat, path, others }: StreamedChat,
  links: SignedImageUrls,
): AsyncGenerator<string, void> {
  yield `${JSON.stringify(headSchema.parse(presentChat(chat, links))).slice(0, -1)},"messages":[`;
  yield* messagesJson(path, links);
  yield '],"otherVersions":[';
  yield* messagesJson(others, links);
  yield ']}';
}

/** How many characters a page of chats has before it ends; its last chat is whole. */
const MAX_PAGE_CHARACTERS = 4 * 1024 * 1024;

export interface ChatsPage {
  /** One more than `limit` where there are more. */
  readonly summaries: readonly ChatSummary[];
  readonly limit: number;
  readonly open: (chatId: string) => Promise<StreamedChat>;
}

/** A page of chats as an object by id; `next` is where the next page begins, or null. */
export async function* chatsJson(
  { summaries, limit, open }: ChatsPage,
  links: SignedImageUrls,
): AsyncGenerator<string, void> {
  let [written, count] = [0, 0];
  let separator = '';
  yield '{"chats":{';
  for (const { id } of summaries.slice(0, limit)) {
    if (written >= MAX_PAGE_CHARACTERS) break;
    count += 1;
    const chat = await openIfPresent(open(id));
    if (!chat) continue;
    yield `${separator}${JSON.stringify(id)}:`;
    separator = ',';
    for await (const piece of chatJson(chat, links)) {
      written += piece.length;
      yield piece;
    }
  }
  const last = count < summaries.length ? summaries[count - 1] : undefined;
  yield `},"next":${JSON.stringify(last === undefined ? null : toIso(last.updatedAt))}}`;
}

/** A chat may go while others are read. */
const openIfPresent = async (opening: Promise<StreamedChat>): Promise<StreamedChat | undefined> => {
  try {
    return await opening;
  } catch (error) {
    if (error instanceof ChatNotFound) return undefined;
    throw error;
  }
};
