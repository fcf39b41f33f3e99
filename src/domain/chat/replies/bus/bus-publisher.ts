import type { Clock } from '../../../kernel/ports.ts';
import type { ActiveReply } from '../active-reply.ts';
import type { ReplyBus } from './ports.ts';

/** Events that come within this time travel together. */
const INTERVAL_MS = 5;
const RETRY_MS = 250;

/** Publishes new events of the running replies: all of a process at once, one call at a time. */
export class BusPublisher {
  private readonly changed = new Set<ActiveReply>();
  private isRunning = false;

  constructor(
    private readonly bus: ReplyBus,
    private readonly clock: Clock,
  ) {}

  /** Call it when a reply has new events. */
  readonly add = (active: ActiveReply): void => {
    if (!this.bus.isWanted(active.reply.id)) return;
    this.changed.add(active);
    if (!this.isRunning) void this.run();
  };

  private async run(): Promise<void> {
    this.isRunning = true;
    await this.clock.sleep(0);
    while (this.changed.size > 0) await this.clock.sleep((await this.publish()) ? INTERVAL_MS : RETRY_MS);
    this.isRunning = false;
  }

  private async publish(): Promise<boolean> {
    const changed = [...this.changed].map((active) => ({ active, entry: active.unpublished() }));
    this.changed.clear();
    try {
      await this.bus.publish(changed.flatMap(({ entry }) => entry ?? []));
      for (const { active, entry } of changed) if (entry) active.markPublished(entry.batch);
      return true;
    } catch {
      // A reply that is closed is in the log, where its followers find it.
      for (const { active } of changed) if (!active.isClosed) this.changed.add(active);
      return false;
    }
  }
}
