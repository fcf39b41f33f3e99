import type { Source } from '../../domain/chat/chat.ts';
import type { ReplyEvent } from '../../domain/chat/reply.ts';
import {
  addressOfFile,
  citationsWithoutFile,
  detailsWithoutFile,
  sourcesWithoutFile,
  traceWithoutFile,
} from '../../domain/retrieval/file-excerpts.ts';
import { FileExcerpts } from '../../domain/retrieval/ports.ts';
import type { Database } from './database.ts';
import { parseDetails, parseEvents, parseSources, parseTrace } from './json.ts';

/** A file in the JSON of a row; signs that mean something to LIKE only let through more, which is then read exactly. */
const naming = (words: string): string => `%${words}%`;

const eventsWithoutFile = (
  events: readonly ReplyEvent[],
  sources: readonly Source[],
  fileId: string,
): readonly ReplyEvent[] =>
  events.map((event) => {
    if (event.type === 'sources') return { ...event, sources: sourcesWithoutFile(event.sources, fileId) };
    if (event.type !== 'citations') return event;
    return { ...event, citations: citationsWithoutFile(event.citations, sources, fileId) };
  });

/** Takes a deleted file's words out of one person's rows. */
export class SqlFileExcerpts extends FileExcerpts {
  private readonly db: Database;

  constructor(db: Database) {
    super();
    this.db = db;
  }

  async remove(ownerId: string, fileId: string): Promise<void> {
    await this.db.transaction(async () => {
      await this.removeFromMessages(ownerId, fileId);
      await this.removeFromChats(ownerId, fileId);
      await this.removeFromTraces(ownerId, fileId);
      await this.removeFromLogs(ownerId, fileId);
    });
  }

  private async removeFromMessages(ownerId: string, fileId: string): Promise<void> {
    const rows: { chat_key: string; id: string; details: string }[] = await this.db
      .connection('messages')
      .join('chats', 'chats.chat_key', 'messages.chat_key')
      .where('chats.owner_id', ownerId)
      .where('messages.details', 'like', naming(addressOfFile(fileId)))
      .select('messages.chat_key', 'messages.id', 'messages.details');
    for (const { chat_key: chatKey, id, details } of rows) {
      const left = JSON.stringify(detailsWithoutFile(parseDetails(details), fileId));
      await this.db.connection('messages').where({ chat_key: chatKey, id }).update({ details: left });
    }
  }

  private async removeFromChats(ownerId: string, fileId: string): Promise<void> {
    const rows: { chat_key: string; sources: string }[] = await this.db
      .connection('chats')
      .where({ owner_id: ownerId })
      .where('sources', 'like', naming(addressOfFile(fileId)))
      .select('chat_key', 'sources');
    for (const { chat_key: chatKey, sources } of rows) {
      const left = JSON.stringify(sourcesWithoutFile(parseSources(sources), fileId));
      await this.db.connection('chats').where({ chat_key: chatKey }).update({ sources: left });
    }
  }

  private async removeFromTraces(ownerId: string, fileId: string): Promise<void> {
    const rows: { reply_id: string; trace: string }[] = await this.db
      .connection('retrieval_traces')
      .where({ owner: `user:${ownerId}` })
      .where('trace', 'like', naming(`"fileId":"${fileId}"`))
      .select('reply_id', 'trace');
    for (const { reply_id: replyId, trace } of rows) {
      const left = JSON.stringify(traceWithoutFile(parseTrace(trace), fileId));
      await this.db.connection('retrieval_traces').where({ reply_id: replyId }).update({ trace: left });
    }
  }

  /** A stream can be read again for as long as its log is kept. What marks quote stands in an event after the sources. */
  private async removeFromLogs(ownerId: string, fileId: string): Promise<void> {
    const replies: string[] = await this.db
      .connection('reply_log')
      .join('replies', 'replies.id', 'reply_log.reply_id')
      .where('replies.owner', `user:${ownerId}`)
      .where('reply_log.events', 'like', naming(addressOfFile(fileId)))
      .distinct()
      .pluck('reply_log.reply_id');
    for (const replyId of replies) await this.removeFromLog(replyId, fileId);
  }

  private async removeFromLog(replyId: string, fileId: string): Promise<void> {
    const log = () => this.db.connection('reply_log').where({ reply_id: replyId });
    const rows: { first_event: number; events: string }[] = await log()
      .orderBy('first_event')
      .select('first_event', 'events');
    let sources: readonly Source[] = [];
    for (const { first_event: first, events } of rows) {
      const kept = parseEvents(events);
      sources = kept.findLast((event) => event.type === 'sources')?.sources ?? sources;
      const left = JSON.stringify(eventsWithoutFile(kept, sources, fileId));
      if (left !== events) await log().where({ first_event: first }).update({ events: left });
    }
  }
}
