import type { Clock, UnitOfWork } from '../kernel/ports.ts';
import { EndTogether } from './end-together.ts';
import type { End, FinishReply } from './finish-reply.ts';
import type { LiveReply } from './live-reply.ts';
import type { LiveReplies } from './live-replies.ts';
import type { ReplyObserver } from './ports.ts';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5000;
/** A database that stays away is reported at the first failure and then at every so many. */
const REPORT_EVERY = 12;
/** Whoever watches is told that the reply is being saved when that takes longer. */
const LATE_MS = 1000;

export interface StoreTools {
  readonly lives: LiveReplies;
  readonly finish: FinishReply;
  readonly work: UnitOfWork;
  readonly clock: Clock;
  readonly observer: ReplyObserver;
}

/** Stores the ends of replies: tried until it is done, for as long as the process lives. */
export class StoreReply {
  private readonly tools: StoreTools;
  private readonly ends: EndTogether;

  constructor(tools: StoreTools) {
    this.tools = tools;
    this.ends = new EndTogether(tools.work, tools.lives, tools.clock);
  }

  /** True once the end is stored; false when it is not ours to write, or the process ends before. Never rejects. */
  async execute(live: LiveReply, end: End): Promise<boolean> {
    const over = new AbortController();
    void this.tellLate(live, over.signal);
    try {
      return await this.untilStored(live, end);
    } finally {
      over.abort();
    }
  }

  private async untilStored(live: LiveReply, end: End): Promise<boolean> {
    const { clock } = this.tools;
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.store(live, end);
      } catch (error) {
        this.failed(live, error, tries);
      }
      const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1));
      if (!live.abandoned.aborted) await clock.sleep(pause, live.abandoned);
      if (live.abandoned.aborted) return false;
    }
  }

  private async store(live: LiveReply, end: End): Promise<boolean> {
    const { lives, finish } = this.tools;
    let stored = false;
    await lives.settle();
    await this.ends.run(async () => {
      stored = await finish.execute(live.reply, end, live);
    });
    return stored;
  }

  private failed({ reply }: LiveReply, error: unknown, tries: number): void {
    if (tries % REPORT_EVERY !== 1) return;
    this.tools.observer.failed(`storing reply ${reply.id}, try ${tries}; it is tried again`, error);
  }

  private async tellLate(live: LiveReply, over: AbortSignal): Promise<void> {
    await this.tools.clock.sleep(LATE_MS, over);
    if (!over.aborted) live.tellSaving();
  }
}
