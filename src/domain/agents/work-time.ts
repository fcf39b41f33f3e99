import type { Clock } from '../kernel/ports.ts';

/** Time that passes for a reply or a call, without the time in which it waits for its person. */
export class WorkTime {
  private pauses = 0;
  private startedAt: number;

  /** `earlierMs`: before it was resumed. */
  constructor(
    private readonly clock: Clock,
    private earlierMs = 0,
  ) {
    this.startedAt = clock.now();
  }

  get ms(): number {
    return this.earlierMs + (this.pauses > 0 ? 0 : this.clock.now() - this.startedAt);
  }

  pause(): void {
    this.earlierMs = this.ms;
    this.pauses += 1;
  }

  resume(): void {
    this.pauses -= 1;
    this.startedAt = this.clock.now();
  }
}

/** Aborts its signal when a call has worked for too long. */
export class CallTimeout {
  private readonly controller = new AbortController();
  private readonly time: WorkTime;
  private sleep = new AbortController();

  constructor(
    private readonly clock: Clock,
    private readonly limitMs: number,
  ) {
    this.time = new WorkTime(clock);
    this.start();
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Of work, so far. */
  get ms(): number {
    return this.time.ms;
  }

  pause(): void {
    this.time.pause();
    this.sleep.abort();
  }

  resume(): void {
    this.time.resume();
    this.start();
  }

  end(): void {
    this.sleep.abort();
  }

  private start(): void {
    const sleep = (this.sleep = new AbortController());
    void this.clock.sleep(Math.max(1, this.limitMs - this.time.ms), sleep.signal).then(() => {
      if (!sleep.signal.aborted) this.controller.abort();
    });
  }
}
