import type { Clock, UnitOfWork } from '../kernel/ports.ts';
import type { LiveReplies } from './live-replies.ts';

/** While fewer replies run than this, none waits for others. */
const FEW = 8;
/** Milliseconds. */
const LONGEST_WAIT = 100;
/** More in one transaction would be felt by whoever is served meanwhile. */
const MOST = 10;

interface Waiting {
  readonly store: () => Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Stores the ends of replies. Where many replies run, an end waits a moment, the longer the more there are, for others to
 * share its transaction: what a transaction costs by itself is as much as one end. It also lets stops that come together
 * reach the provider before the first of them is written.
 */
export class EndTogether {
  private readonly work: UnitOfWork;
  private readonly lives: LiveReplies;
  private readonly clock: Clock;
  private readonly waiting: Waiting[] = [];
  private running = false;

  constructor(work: UnitOfWork, lives: LiveReplies, clock: Clock) {
    this.work = work;
    this.lives = lives;
    this.clock = clock;
  }

  /** Runs `store` in a transaction; it may be run again when that is undone. Throws what `store` throws. */
  run(store: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ store, resolve, reject });
      if (!this.running) void this.loop();
    });
  }

  private async loop(): Promise<void> {
    this.running = true;
    while (this.waiting.length > 0) {
      if (this.lives.size >= FEW) await this.clock.sleep(this.waiting.length >= MOST ? 0 : Math.min(LONGEST_WAIT, this.lives.size));
      await this.storeAll(this.waiting.splice(0, MOST));
    }
    this.running = false;
  }

  /** One that cannot be stored must not keep the others from it: then each is tried by itself. */
  private async storeAll(ends: readonly Waiting[]): Promise<void> {
    try {
      await this.work.run(async () => {
        for (const { store } of ends) await store();
      });
      for (const { resolve } of ends) resolve();
    } catch (error) {
      if (ends.length === 1) ends[0]?.reject(error);
      else for (const end of ends) await this.storeAll([end]);
    }
  }
}
