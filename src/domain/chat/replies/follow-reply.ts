import type { Clock } from '../../kernel/ports.ts';
import { ReplyNotFound } from '../errors.ts';
import type { ActiveReplies } from './active-replies.ts';
import { BusTail } from './bus/bus-tail.ts';
import type { ReplyBus } from './bus/ports.ts';
import type { ReplyRepository } from './ports/reply-store.ts';
import { type EventBatch, interruptionEvent, type Reply } from './reply.ts';
import { metaEvent } from './meta-event.ts';
import type { FinalStatus } from '../../../shared/reply-status.ts';
import type { ReplyEvent } from '../../../shared/reply-event.ts';

export interface FollowReplyInput {
  readonly replyId: string;
  readonly owner: string;
  /** The first event wanted: 0, or one more than the last one received. */
  readonly from: number;
  readonly signal: AbortSignal;
}

/**
 * Streams a reply from any event on: from memory in the process that runs it, otherwise from the log and then
 * from the bus. After the log is swept the stored text is sent from event 0.
 */
export class FollowReply {
  constructor(
    private readonly replies: ReplyRepository,
    private readonly activeReplies: ActiveReplies,
    private readonly bus: ReplyBus,
    private readonly clock: Clock,
  ) {}

  /** Checks the owner before the stream starts. Throws `ReplyNotFound` for unknown replies and those of others. */
  async execute(input: FollowReplyInput): Promise<AsyncIterable<EventBatch>> {
    const active = this.activeReplies.find(input.replyId);
    const reply = active?.reply ?? (await this.replies.find(input.replyId));
    if (reply?.owner !== input.owner) throw new ReplyNotFound();
    if (active && input.from <= active.length) return active.subscribe(input.from, input.signal);
    return this.followLog(input);
  }

  private async *followLog({ replyId, from, signal }: FollowReplyInput): AsyncGenerator<EventBatch> {
    const tail = new BusTail(this.bus, this.clock, replyId, signal);
    let next = from;
    try {
      await tail.open();
      while (!signal.aborted) {
        await tail.beforeLookUp();
        const reply = await this.replies.find(replyId); // before the log: the log of a final reply is complete
        if (!reply) return;
        for await (const batch of this.newEvents(reply, tail, next)) {
          next = batch.first + batch.events.length;
          yield batch;
          if (await this.isOver(replyId, batch)) return;
        }
        if (!isRunning(reply)) {
          yield* this.finalBatch(reply, next);
          return;
        }
      }
    } finally {
      tail.close();
    }
  }

  /** What the log has, and then what the bus brings, until the log is to be read again. */
  private async *newEvents(reply: Reply, tail: BusTail, from: number): AsyncGenerator<EventBatch> {
    let next = from;
    for (const batch of await this.replies.listEvents(reply.id, next)) {
      next = batch.first + batch.events.length;
      yield batch;
    }
    if (!isRunning(reply)) return;
    await tail.afterLookUp(next, next > from);
    for (;;) {
      const batch = await tail.take(next, reply.epoch);
      if (!batch) return;
      next = batch.first + batch.events.length;
      yield batch;
    }
  }

  /** A log ends with `close` where follow-ups came, else with `end`; long ones are stored in parts. */
  private async isOver(replyId: string, { events }: EventBatch): Promise<boolean> {
    const last = events.at(-1)?.type;
    if (last !== 'end') return last === 'close';
    return ((await this.replies.find(replyId))?.followUps ?? 'none') === 'none';
  }

  /** A final reply whose log has no end: its process died, or the log was swept. */
  private async *finalBatch(reply: Reply, next: number): AsyncGenerator<EventBatch> {
    const logged = await this.replies.listEvents(reply.id, 0);
    // The subscriber has received it all.
    if (logged.some(({ events }) => events.some(({ type }) => type === 'end'))) return;
    if (logged.length > 0) yield { first: next, events: [...endEvents(reply)] };
    else {
      const text: ReplyEvent[] = reply.text === '' ? [] : [{ type: 'text', text: reply.text }];
      yield { first: 0, events: [metaEvent({ reply }, reply.model), ...text, ...endEvents(reply)] };
    }
  }
}

const isRunning = (reply: Reply): boolean => reply.status === 'streaming' || reply.followUps === 'running';

const endEvents = (reply: Reply): ReplyEvent[] => {
  const status: FinalStatus = reply.status === 'streaming' ? 'interrupted' : reply.status;
  const end: ReplyEvent = { type: 'end', status };
  if (status === 'interrupted') return [interruptionEvent, end];
  if (status === 'error')
    return [{ type: 'error', error: 'The reply failed', code: reply.errorCode ?? 'INTERNAL_ERROR' }, end];
  return [end];
};
