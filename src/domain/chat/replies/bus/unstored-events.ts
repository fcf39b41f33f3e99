import type { ReplyRepository } from '../ports/reply-store.ts';
import type { EventBatch, Reply } from '../reply.ts';
import { joinContinuations } from './continuation.ts';
import type { ReplyBus } from './ports.ts';

interface Sources {
  readonly replies: ReplyRepository;
  readonly bus: ReplyBus;
}

/** What a dead process published after its last checkpoint: followers have seen it. */
export const unstoredEvents = async (
  { replies, bus }: Sources,
  { id, epoch }: Pick<Reply, 'id' | 'epoch'>,
): Promise<EventBatch | undefined> => {
  const last = (await replies.listEvents(id, 0)).at(-1);
  const next = last ? last.first + last.events.length : 0;
  return joinContinuations(await bus.read(id, next), next, epoch);
};
