import type { Clock, UnitOfWork } from '../kernel/ports.ts';
import type { LiveReplies } from './live-replies.ts';

/** While fewer replies run than this, none waits for others. */
const FEW = 8;
/** Milliseconds. */
const LONGEST_WAIT = 100;
/** More in one transaction would be felt by whoever is served meanwhile. */
const MOST = 10;
const AWAY_AFTER = 2;

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
      if (this.lives.size >= FEW)
        await this.clock.sleep(this.waiting.length >= MOST ? 0 : Math.min(LONGEST_WAIT, this.lives.size));
      await this.storeAll(this.waiting.splice(0, MOST));
    }
    this.running = false;
  }

  private async storeAll(ends: readonly Waiting[]): Promise<void> {
    const failure = await this.tried(ends);
    if (!failure) for (const { resolve } of ends) resolve();
    else if (ends.length === 1) ends[0]?.reject(failure.error);
    else await this.oneByOne(ends);
  }

  /**
   * One that cannot be stored must not keep the others from it. Two in a row that cannot are no fault of theirs: the
   * database is away, and the others would only wait for what each of them waits for.
   */
  private async oneByOne(ends: readonly Waiting[]): Promise<void> {
    let failed = 0;
    let last: unknown;
    for (const end of ends) {
      const failure = failed < AWAY_AFTER ? await this.tried([end]) : { error: last };
      failed = failure ? failed + 1 : 0;
      last = failure?.error;
      if (failure) end.reject(failure.error);
      else end.resolve();
    }
  }

  private async tried(ends: readonly Waiting[]): Promise<{ readonly error: unknown } | undefined> {
    try {
      await this.work.run(async () => {
        for (const { store } of ends) await store();
      });
      return undefined;
    } catch (error) {
      return { error };
    }
  }
}
