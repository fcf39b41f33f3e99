import {
  formatFileUrl,
  redactCitations,
  redactDetails,
  redactSources,
  redactTrace,
} from '../../../domain/retrieval/redact-file.ts';
import type { FileExcerpts } from '../../../domain/retrieval/ports.ts';
import { SqlStore } from '../sql-store.ts';
import { parseDetails, parseSources, parseTrace } from '../json-columns.ts';
import type { Source } from '../../../shared/reply-details.ts';
import { decodeLog, encodeLog, type ReplyEvent } from '../../../shared/reply-event.ts';

/** LIKE's wildcards in a file's URL only match more rows; each is then compared exactly. */
const likePattern = (text: string): string => `%${text}%`;

const eventsWithoutFile = (
  events: readonly ReplyEvent[],
  sources: readonly Source[],
  fileId: string,
): readonly ReplyEvent[] =>
  events.map((event) => {
    if (event.type === 'sources') return { ...event, sources: redactSources(event.sources, fileId) };
    if (event.type !== 'citations') return event;
    return { ...event, citations: redactCitations(event.citations, sources, fileId) };
  });

/** Removes a deleted file's excerpts from one user's rows. */
export class SqlFileExcerpts extends SqlStore implements FileExcerpts {
  async remove(ownerId: string, fileId: string): Promise<void> {
    await this.db.transaction(async () => {
      await this.removeFromMessages(ownerId, fileId);
      await this.removeFromChats(ownerId, fileId);
      await this.removeFromTraces(ownerId, fileId);
      await this.removeFromLogs(ownerId, fileId);
    });
  }

  private async removeFromMessages(ownerId: string, fileId: string): Promise<void> {
    const chatKeys: string[] = await this.messagesWith(fileId)
      .join('chats', 'chats.chat_key', 'messages.chat_key')
      .where('chats.owner_id', ownerId)
      .pluck('messages.chat_key');
    // Always in the same order, so that two removals cannot deadlock.
    for (const chatKey of [...new Set(chatKeys)].sort()) await this.removeFromMessagesOf(chatKey, fileId);
  }

  /** Every writer of a message's details locks its chat first, so that no concurrent change is lost. */
  private async removeFromMessagesOf(chatKey: string, fileId: string): Promise<void> {
    const chat: unknown = await this.table('chats').where({ chat_key: chatKey }).forUpdate().first('chat_key');
    if (chat === undefined) return;
    const rows: { id: string; details: string }[] = await this.messagesWith(fileId)
      .where({ chat_key: chatKey })
      .select('id', 'details');
    for (const { id, details } of rows) {
      const remaining = JSON.stringify(redactDetails(parseDetails(details), fileId));
      await this.table('messages').where({ chat_key: chatKey, id }).update({ details: remaining });
    }
  }

  private messagesWith(fileId: string) {
    return this.table('messages').where('messages.details', 'like', likePattern(formatFileUrl(fileId)));
  }

  private async removeFromChats(ownerId: string, fileId: string): Promise<void> {
    const rows: { chat_key: string; sources: string }[] = await this.table('chats')
      .where({ owner_id: ownerId })
      .where('sources', 'like', likePattern(formatFileUrl(fileId)))
      .forUpdate()
      .select('chat_key', 'sources');
    for (const { chat_key: chatKey, sources } of rows) {
      const remaining = JSON.stringify(redactSources(parseSources(sources), fileId));
      await this.table('chats').where({ chat_key: chatKey }).update({ sources: remaining });
    }
  }

  private async removeFromTraces(ownerId: string, fileId: string): Promise<void> {
    const rows: { reply_id: string; trace: string }[] = await this.table('retrieval_traces')
      .where({ owner: `user:${ownerId}` })
      .where('trace', 'like', likePattern(`"fileId":"${fileId}"`))
      .select('reply_id', 'trace');
    for (const { reply_id: replyId, trace } of rows) {
      const remaining = JSON.stringify(redactTrace(parseTrace(trace), fileId));
      await this.table('retrieval_traces').where({ reply_id: replyId }).update({ trace: remaining });
    }
  }

  /** A stream can be resumed while its log exists. Excerpts of marks are in an event after the sources. */
  private async removeFromLogs(ownerId: string, fileId: string): Promise<void> {
    const replies: string[] = await this.table('reply_log')
      .join('replies', 'replies.id', 'reply_log.reply_id')
      .where('replies.owner', `user:${ownerId}`)
      .where('reply_log.events', 'like', likePattern(formatFileUrl(fileId)))
      .distinct()
      .pluck('reply_log.reply_id');
    for (const replyId of replies) await this.removeFromLog(replyId, fileId);
  }

  private async removeFromLog(replyId: string, fileId: string): Promise<void> {
    const log = () => this.table('reply_log').where({ reply_id: replyId });
    const rows: { first_event: number; events: string }[] = await log()
      .orderBy('first_event')
      .select('first_event', 'events');
    let sources: readonly Source[] = [];
    for (const { first_event: first, events } of rows) {
      const parsedEvents = decodeLog(events);
      sources = parsedEvents.findLast((event) => event.type === 'sources')?.sources ?? sources;
      const remaining = encodeLog(eventsWithoutFile(parsedEvents, sources, fileId));
      if (remaining !== events) await log().where({ first_event: first }).update({ events: remaining });
    }
  }
}
