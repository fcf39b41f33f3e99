/** There is no place left to wait in. */
export class QueueFull extends Error {
  constructor() {
    super('too many jobs wait already');
  }
}

export interface QueueLimits {
  /** Jobs at the same time. */
  readonly places: number;
  /** Jobs that wait for a place, of all owners and of each. */
  readonly waiting: number;
  readonly waitingOfOne: number;
}

interface Waiting {
  readonly owner: unknown;
  readonly start: () => void;
}

/** Places for work, shared fairly: each owner has at most one, and whoever waits longest and has none comes next. */
export class FairQueue {
  private readonly limits: QueueLimits;
  private readonly running: unknown[] = [];
  private waiting: readonly Waiting[] = [];

  constructor(limits: QueueLimits) {
    this.limits = limits;
  }

  /** Without an owner a job is nobody's but its own. Throws `QueueFull`, and the signal's reason while it waits. */
  async run<T>(owner: string | undefined, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    const whose: unknown = owner ?? Symbol('nobody');
    signal?.throwIfAborted();
    if (this.isFree(whose)) this.running.push(whose);
    else await this.turn(whose, signal);
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      this.running.splice(this.running.indexOf(whose), 1);
      this.startNext();
    }
  }

  private isFree(owner: unknown): boolean {
    return this.running.length < this.limits.places && !this.running.includes(owner);
  }

  private turn(owner: unknown, signal: AbortSignal | undefined): Promise<void> {
    const own = this.waiting.filter((one) => one.owner === owner).length;
    if (this.waiting.length >= this.limits.waiting || own >= this.limits.waitingOfOne)
      return Promise.reject(new QueueFull());
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.waiting = this.waiting.filter((one) => one !== mine);
        reject(signal?.reason);
      };
      const mine: Waiting = {
        owner,
        start: () => {
          signal?.removeEventListener('abort', leave);
          resolve();
        },
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.waiting = [...this.waiting, mine];
    });
  }

  private startNext(): void {
    const next = this.waiting.find(({ owner }) => this.isFree(owner));
    if (!next) return;
    this.waiting = this.waiting.filter((one) => one !== next);
    this.running.push(next.owner);
    next.start();
  }
}
