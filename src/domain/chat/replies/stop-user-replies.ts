import type { Clock } from '../../kernel/ports.ts';
import { RunningReplies } from '../../user-admin/ports.ts';
import type { ActiveReplies } from './active-replies.ts';
import type { StopRequests } from './bus/stop-requests.ts';
import type { ReplyRepository } from './ports/reply-store.ts';

const MAX_WAIT_MS = 5000;
const POLL_INTERVAL_MS = 100;

/** Stops all replies of a person: here at once, in other processes as soon as the bus or the database says so. */
export class StopUserReplies extends RunningReplies {
  constructor(
    private readonly replies: ReplyRepository,
    private readonly activeReplies: ActiveReplies,
    private readonly requests: StopRequests,
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
      const running = await this.replies.listStreaming(owner);
      if (running.length === 0 || this.clock.now() >= deadline) return;
      for (const { id } of running) {
        if (requestedIds.has(id)) continue;
        requestedIds.add(id);
        await this.requests.send(id);
      }
      await this.clock.sleep(POLL_INTERVAL_MS);
    }
  }
}
