import * as contract from '../../contract/chats.ts';
import { message as messageSchema } from '../../contract/common.ts';
import type { ShownLinks } from '../../domain/agents/picture-links.ts';
import type { ChatSummary } from '../../domain/chat/chat.ts';
import { ChatNotFound } from '../../domain/chat/errors.ts';
import type { Message } from '../../domain/chat/message.ts';
import type { ChatInPieces } from '../../domain/chat/read-chats.ts';
import { iso, presentChat, presentMessage } from './present.ts';

const head = contract.chat.omit({ messages: true, otherVersions: true });

async function* listed(pieces: AsyncIterable<readonly Message[]>, links: ShownLinks): AsyncGenerator<string, void> {
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
export async function* chatJson({ chat, path, others }: ChatInPieces, links: ShownLinks): AsyncGenerator<string, void> {
  yield `${JSON.stringify(head.parse(presentChat(chat, links))).slice(0, -1)},"messages":[`;
  yield* listed(path, links);
  yield '],"otherVersions":[';
  yield* listed(others, links);
  yield ']}';
}

/** How many characters a page of chats has before it ends; its last chat is whole. */
const PAGE_CHARACTERS = 4 * 1024 * 1024;

export interface ChatsPage {
  /** One more than `most` where there are more. */
  readonly summaries: readonly ChatSummary[];
  readonly most: number;
  readonly open: (chatId: string) => Promise<ChatInPieces>;
}

/** A page of chats as an object by id; `next` is where the next page begins, or null. */
export async function* chatsJson(
  { summaries, most, open }: ChatsPage,
  links: ShownLinks,
): AsyncGenerator<string, void> {
  let [written, count] = [0, 0];
  let separator = '';
  yield '{"chats":{';
  for (const { id } of summaries.slice(0, most)) {
    if (written >= PAGE_CHARACTERS) break;
    count += 1;
    const chat = await known(open(id));
    if (!chat) continue;
    yield `${separator}${JSON.stringify(id)}:`;
    separator = ',';
    for await (const piece of chatJson(chat, links)) {
      written += piece.length;
      yield piece;
    }
  }
  const last = count < summaries.length ? summaries[count - 1] : undefined;
  yield `},"next":${JSON.stringify(last === undefined ? null : iso(last.updatedAt))}}`;
}

/** A chat may go while others are read. */
const known = async (opening: Promise<ChatInPieces>): Promise<ChatInPieces | undefined> => {
  try {
    return await opening;
  } catch (error) {
    if (error instanceof ChatNotFound) return undefined;
    throw error;
  }
};
