import type { Clock } from '../../kernel/ports.ts';
import { RunningReplies } from '../../user-admin/ports.ts';
import type { ActiveReplies } from './active-replies.ts';
import type { ReplyRepository } from './ports.ts';

const MAX_WAIT_MS = 5000;
const POLL_INTERVAL_MS = 100;

/** Stops all replies of a person: here at once, in other processes when they next poll. */
export class StopUserReplies extends RunningReplies {
  constructor(
    private readonly replies: ReplyRepository,
    private readonly activeReplies: ActiveReplies,
    private readonly clock: Clock,
  ) {
    super();
  }

  async stopAll(uid: string): Promise<void> {
    const owner = `user:${uid}`;
    this.activeReplies.stopAllOf(owner);
    const deadline = this.clock.now() + MAX_WAIT_MS;
    const requestedIds = new Set<string>();
    for (;;) {
      const running = (await this.replies.listStreaming()).filter((reply) => reply.owner === owner);
      if (running.length === 0 || this.clock.now() >= deadline) return;
      for (const { id } of running) if (!requestedIds.has(id)) await this.replies.requestStop(id);
      for (const { id } of running) requestedIds.add(id);
      await this.clock.sleep(POLL_INTERVAL_MS);
    }
  }
}
