import type { Clock } from '../kernel/ports.ts';
import { RunningReplies } from '../people/ports.ts';
import type { LiveReplies } from './live-replies.ts';
import type { ReplyRepository } from './ports.ts';

const MOST_MS = 5000;
const LOOK_MS = 100;

/** Stops all that is being written for a person: here at once, elsewhere as each process looks for stops. */
export class EndReplies extends RunningReplies {
  private readonly replies: ReplyRepository;
  private readonly lives: LiveReplies;
  private readonly clock: Clock;

  constructor(replies: ReplyRepository, lives: LiveReplies, clock: Clock) {
    super();
    this.replies = replies;
    this.lives = lives;
    this.clock = clock;
  }

  async stopAll(uid: string): Promise<void> {
    const owner = `user:${uid}`;
    this.lives.endAllOf(owner);
    const giveUp = this.clock.now() + MOST_MS;
    const asked = new Set<string>();
    for (;;) {
      const running = (await this.replies.streaming()).filter((reply) => reply.owner === owner);
      if (running.length === 0 || this.clock.now() >= giveUp) return;
      for (const { id } of running) if (!asked.has(id)) await this.replies.requestStop(id);
      for (const { id } of running) asked.add(id);
      await this.clock.sleep(LOOK_MS);
    }
  }
}
