import type { Clock } from '../kernel/ports.ts';
import { ReplyNotFound } from './errors.ts';
import type { LiveReplies } from './live-replies.ts';
import type { ReplyRepository } from './ports.ts';
import { type EventBatch, type FinalStatus, interruption, type Reply, type ReplyEvent } from './reply.ts';
import { metaFor } from './run-reply.ts';

const POLL_MS = 250;

export interface Watch {
  readonly replyId: string;
  readonly owner: string;
  /** The number of the first event wanted: 0 from the start, else one more than the last one seen. */
  readonly from: number;
  readonly signal: AbortSignal;
}

/**
 * Watches a reply from any event on, to its end: from memory while this process writes it, else from the stored log,
 * so that every process can show every reply. Once the log is swept, what is left is told anew from event 0.
 */
export class FollowReply {
  private readonly replies: ReplyRepository;
  private readonly lives: LiveReplies;
  private readonly clock: Clock;

  constructor(replies: ReplyRepository, lives: LiveReplies, clock: Clock) {
    this.replies = replies;
    this.lives = lives;
    this.clock = clock;
  }

  /** Checks who asks before anything flows. Throws `ReplyNotFound` for an unknown reply and for another person's alike. */
  async execute(watch: Watch): Promise<AsyncIterable<EventBatch>> {
    const live = this.lives.find(watch.replyId);
    const reply = live?.reply ?? (await this.replies.find(watch.replyId));
    if (reply?.owner !== watch.owner) throw new ReplyNotFound();
    if (live && watch.from <= live.length) return live.watch(watch.from, watch.signal);
    return this.stored(watch);
  }

  private async *stored({ replyId, from, signal }: Watch): AsyncGenerator<EventBatch> {
    let next = from;
    while (!signal.aborted) {
      const reply = await this.replies.find(replyId); // before the log: what is final then has its whole log
      if (!reply) return;
      for (const batch of await this.replies.eventsFrom(replyId, next)) {
        next = batch.first + batch.events.length;
        yield batch;
        if (batch.events.at(-1)?.type === 'end') return;
      }
      if (reply.status !== 'streaming') {
        yield* this.rest(reply, next);
        return;
      }
      await this.clock.sleep(POLL_MS, signal);
    }
  }

  /** A final reply whose log has no end: its process died, or the log was swept. */
  private async *rest(reply: Reply, next: number): AsyncGenerator<EventBatch> {
    const logged = await this.replies.eventsFrom(reply.id, 0);
    if (logged.at(-1)?.events.at(-1)?.type === 'end') return; // the watcher has seen it all
    if (logged.length > 0) yield { first: next, events: [...endOf(reply)] };
    else {
      const text: ReplyEvent[] = reply.text === '' ? [] : [{ type: 'text', text: reply.text }];
      yield { first: 0, events: [metaFor({ reply }, reply.model), ...text, ...endOf(reply)] };
    }
  }
}

const endOf = (reply: Reply): ReplyEvent[] => {
  const status: FinalStatus = reply.status === 'streaming' ? 'interrupted' : reply.status;
  const end: ReplyEvent = { type: 'end', status };
  if (status === 'interrupted') return [interruption, end];
  if (status === 'error')
    return [{ type: 'error', error: 'The reply failed', code: reply.errorCode ?? 'INTERNAL_ERROR' }, end];
  return [end];
};
