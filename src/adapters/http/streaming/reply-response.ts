import type { Context } from 'koa';

import { ownerOf } from '../../../domain/chat/replies/ports/requesters.ts';
import { MODEL_ERROR_CODES, ModelError } from '../../../domain/chat/errors.ts';
import { FollowReply } from '../../../domain/chat/replies/follow-reply.ts';
import type { TurnTarget } from '../../../domain/chat/conversations/append-turn.ts';
import type { EventBatch } from '../../../domain/chat/replies/reply.ts';
import { EMPTY_REPLY, reduceEvents } from '../../../shared/reply-state.ts';
import { StartReply } from '../../../domain/chat/replies/start-reply.ts';
import type { StartReplyInput } from '../../../domain/chat/replies/start-reply-input.ts';
import { InvalidInput } from '../../../domain/kernel/domain-error.ts';
import type { LinksFor } from '../files/signed-image-urls.ts';
import { awaitFirstEvent, disconnectSignal, writeReplyStream } from './event-stream.ts';
import type { Handlers } from '../handlers.ts';

export const replyHandlers = {
  startReply: StartReply,
  followReply: FollowReply,
};

export interface ReplyHandlers extends Handlers<typeof replyHandlers> {
  readonly linksFor: LinksFor;
}

/** Starts a reply and responds with its stream, or with the whole text when `stream` is false. */
export const respondWithReply = async (
  handlers: ReplyHandlers,
  ctx: Context,
  request: StartReplyInput,
  stream: boolean,
) => {
  const owner = ownerOf(request.requester);
  const replyId = await handlers.startReply.execute(request);
  const batches = await handlers.followReply.execute({ replyId, owner, from: 0, signal: disconnectSignal(ctx) });
  if (!stream) return collectReply(batches);
  return writeReplyStream(ctx, await awaitFirstEvent(batches, toModelError), { links: handlers.linksFor(owner) });
};

interface FollowUpFields {
  readonly followUps?: boolean | undefined;
  readonly synthesis?: boolean | undefined;
}

export const toFollowUps = ({ followUps = false, synthesis = false }: FollowUpFields): StartReplyInput['followUps'] =>
  followUps || synthesis ? { synthesis } : undefined;

interface TurnPlaceFields {
  readonly chatId?: string | undefined;
  readonly messageId?: string | undefined;
  readonly parentId?: string | null | undefined;
  readonly replyMessageId?: string | undefined;
  readonly temporary?: boolean | undefined;
  readonly mustExist?: boolean | undefined;
}

/** Where the turn is stored; both ids or none. */
export const toTurnPlace = ({
  chatId,
  messageId,
  parentId,
  replyMessageId,
  temporary,
  mustExist,
}: TurnPlaceFields): TurnTarget | undefined => {
  if (chatId === undefined && messageId === undefined) return undefined;
  if (chatId === undefined) throw new InvalidInput('chatId is needed with messageId', 'chatId');
  if (messageId === undefined) throw new InvalidInput('messageId is needed with chatId', 'messageId');
  return { chatId, messageId, parentId, replyMessageId, temporary, mustExist };
};

interface FileIdFields {
  readonly fileId?: string | undefined;
  readonly fileIds?: readonly string[] | undefined;
}

/** `fileId` is for clients that send only one. */
export const toFileIds = ({ fileId, fileIds = [] }: FileIdFields): string[] =>
  [...new Set([...(fileId === undefined ? [] : [fileId]), ...fileIds])].filter((id) => id !== '');

const toModelError = (code: string, text: string): ModelError =>
  new ModelError(MODEL_ERROR_CODES.find((known) => known === code) ?? 'INTERNAL_ERROR', text);

/** The whole reply. Throws the error it ended with. */
const collectReply = async (batches: AsyncIterable<EventBatch>) => {
  let reply = EMPTY_REPLY;
  for await (const { events } of batches) {
    reply = reduceEvents(events, reply);
    if (reply.status !== null) break; // follow-ups are not waited for
  }
  // What was cut off is no answer; its text is in the chat. One that was stopped, or reached its length, is.
  if (reply.error && reply.status !== 'complete') throw toModelError(reply.error.code, reply.error.error);
  return { choices: [{ message: { role: 'assistant' as const, content: reply.text } }] };
};
