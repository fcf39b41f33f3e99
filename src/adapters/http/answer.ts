import type { Context } from 'koa';

import { ownerOf } from '../../domain/chat/asker.ts';
import { ModelFault, type ModelFaultCode } from '../../domain/chat/errors.ts';
import type { FollowReply } from '../../domain/chat/follow-reply.ts';
import type { TurnPlace } from '../../domain/chat/keep-turn.ts';
import { type EventBatch, textOf } from '../../domain/chat/reply.ts';
import type { Question, StartReply } from '../../domain/chat/start-reply.ts';
import { InvalidInput } from '../../domain/kernel/domain-error.ts';
import type { LinksFor } from './previews.ts';
import { heldBack, readerGone, writeStream } from './stream.ts';

export interface AnswerUses {
  readonly startReply: StartReply;
  readonly followReply: FollowReply;
  readonly linksFor: LinksFor;
}

/** Starts the reply to a question and tells it: as a stream, or at once when it is whole. */
export const answer = async (use: AnswerUses, ctx: Context, question: Question, stream: boolean) => {
  const owner = ownerOf(question.asker);
  const replyId = await use.startReply.execute(question);
  const batches = await use.followReply.execute({ replyId, owner, from: 0, signal: readerGone(ctx) });
  if (!stream) return wholeReply(batches);
  return writeStream(ctx, await heldBack(batches, faultOf), { links: use.linksFor(owner) });
};

interface Place {
  readonly chatId?: string | undefined;
  readonly messageId?: string | undefined;
  readonly parentId?: string | null | undefined;
  readonly replyMessageId?: string | undefined;
}

/** Where the turn is kept; both ids or none. */
export const placeOf = ({ chatId, messageId, parentId, replyMessageId }: Place): TurnPlace | undefined => {
  if (chatId === undefined && messageId === undefined) return undefined;
  if (chatId === undefined) throw new InvalidInput('chatId is needed with messageId', 'chatId');
  if (messageId === undefined) throw new InvalidInput('messageId is needed with chatId', 'messageId');
  return { chatId, messageId, parentId, replyMessageId };
};

interface Attached {
  readonly fileId?: string | undefined;
  readonly fileIds?: readonly string[] | undefined;
}

/** `fileId` is the first of `fileIds`, for callers that know of one only. */
export const filesOf = ({ fileId, fileIds = [] }: Attached): string[] =>
  [...new Set([...(fileId === undefined ? [] : [fileId]), ...fileIds])].filter((id) => id !== '');

const CODES: Readonly<Record<string, ModelFaultCode>> = {
  API_RATE_LIMIT_EXCEEDED: 'API_RATE_LIMIT_EXCEEDED',
  API_QUOTA_EXCEEDED: 'API_QUOTA_EXCEEDED',
  AI_SERVICE_TIMEOUT: 'AI_SERVICE_TIMEOUT',
  AI_SERVICE_AUTH_ERROR: 'AI_SERVICE_AUTH_ERROR',
  MODEL_CONFIG_ERROR: 'MODEL_CONFIG_ERROR',
};

const faultOf = (code: string, text: string): ModelFault => new ModelFault(CODES[code] ?? 'INTERNAL_ERROR', text);

/** A reply told at once. Throws the fault it ended with. */
const wholeReply = async (batches: AsyncIterable<EventBatch>) => {
  let content = '';
  for await (const { events } of batches) {
    content += textOf(events);
    const failed = events.find((event) => event.type === 'error');
    if (failed?.type === 'error' && content === '') throw faultOf(failed.code, failed.error);
  }
  return { choices: [{ message: { role: 'assistant' as const, content } }] };
};
