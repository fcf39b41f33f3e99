import { Clock } from './ports.ts';

/** A process is idle so long after its last call has ended. */
const IDLE_AFTER_MS = 60_000;
/** How many times longer an idle process waits between two looks. */
const IDLE_FACTOR = 30;

/** Whether anybody uses this process at the moment. */
export class Activity {
  private lastUsedAt: number;
  private wakeUp = new AbortController();
  private openCalls = 0;

  constructor(private readonly clock: Clock) {
    this.lastUsedAt = clock.now();
  }

  get isIdle(): boolean {
    return this.openCalls === 0 && this.clock.now() - this.lastUsedAt >= IDLE_AFTER_MS;
  }

  /** Aborts when somebody comes. */
  get nextUse(): AbortSignal {
    return this.wakeUp.signal;
  }

  /** A call began, which may stay open as long as a reply streams. Call the returned function when it ends. */
  begin(): () => void {
    this.note();
    this.openCalls += 1;
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      this.openCalls -= 1;
      this.lastUsedAt = this.clock.now();
    };
  }

  note(): void {
    const wasIdle = this.isIdle;
    this.lastUsedAt = this.clock.now();
    if (!wasIdle) return;
    this.wakeUp.abort();
    this.wakeUp = new AbortController();
  }
}

/** The clock of jobs that look for work or changes: while nobody uses the process they look a thirtieth as often. */
export class IdleClock extends Clock {
  constructor(
    private readonly clock: Clock,
    private readonly activity: Activity,
  ) {
    super();
  }

  now(): number {
    return this.clock.now();
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    await this.clock.sleep(ms, signal);
    if (!this.activity.isIdle || signal?.aborted) return;
    const { nextUse } = this.activity;
    const until = new AbortController();
    const wake = () => until.abort();
    for (const each of [nextUse, signal]) each?.addEventListener('abort', wake, { once: true });
    await this.clock.sleep(ms * (IDLE_FACTOR - 1), until.signal);
    for (const each of [nextUse, signal]) each?.removeEventListener('abort', wake);
  }
}
