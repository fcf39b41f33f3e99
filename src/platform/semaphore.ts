/** The waiting queue is full. */
export class QueueFull extends Error {
  constructor() {
    super('too many jobs wait already');
  }
}

export interface SemaphoreLimits {
  /** Concurrent jobs. */
  readonly permits: number;
  /** Concurrent jobs of one owner; 1 when absent. */
  readonly permitsPerOwner?: number;
  /** Maximum queue length, in total and per owner. */
  readonly maxQueued: number;
  readonly maxQueuedPerOwner: number;
}

interface Waiter {
  readonly owner: unknown;
  readonly start: () => void;
}

/** A fair semaphore: few running jobs per owner; of the owners who may have another, the longest waiting comes next. */
export class FairSemaphore {
  private readonly running: unknown[] = [];
  private queue: readonly Waiter[] = [];

  constructor(private readonly limits: SemaphoreLimits) {}

  /** A job without owner is its own owner. Throws `QueueFull`, or the signal's reason while waiting. */
  async run<T>(owner: string | undefined, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    const ownerKey: unknown = owner ?? Symbol('nobody');
    const waiting = this.take(ownerKey, signal);
    if (waiting) await waiting;
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      this.release(ownerKey);
    }
  }

  /** A permit, which the returned function gives back once. Throws what `run` throws. */
  async acquire(owner: string, signal: AbortSignal): Promise<() => void> {
    await this.take(owner, signal);
    return () => this.release(owner);
  }

  /** Undefined: at once. */
  private take(ownerKey: unknown, signal: AbortSignal | undefined): Promise<void> | undefined {
    signal?.throwIfAborted();
    if (!this.isFree(ownerKey)) return this.enqueue(ownerKey, signal);
    this.running.push(ownerKey);
    return undefined;
  }

  private release(ownerKey: unknown): void {
    this.running.splice(this.running.indexOf(ownerKey), 1);
    this.startNext();
  }

  private isFree(owner: unknown): boolean {
    const { permits, permitsPerOwner = 1 } = this.limits;
    return this.running.length < permits && this.running.filter((one) => one === owner).length < permitsPerOwner;
  }

  private enqueue(owner: unknown, signal: AbortSignal | undefined): Promise<void> {
    const queuedByOwner = this.queue.filter((one) => one.owner === owner).length;
    if (this.queue.length >= this.limits.maxQueued || queuedByOwner >= this.limits.maxQueuedPerOwner)
      return Promise.reject(new QueueFull());
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.queue = this.queue.filter((one) => one !== waiter);
        reject(signal?.reason);
      };
      const waiter: Waiter = {
        owner,
        start: () => {
          signal?.removeEventListener('abort', onAbort);
          resolve();
        },
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.queue = [...this.queue, waiter];
    });
  }

  private startNext(): void {
    const next = this.queue.find(({ owner }) => this.isFree(owner));
    if (!next) return;
    this.queue = this.queue.filter((one) => one !== next);
    this.running.push(next.owner);
    next.start();
  }
}
