import { Background } from '../../domain/kernel/ports.ts';

/** Background work of this process. */
export class ProcessBackground extends Background {
  private readonly running = new Set<Promise<void>>();

  constructor(private readonly failed: (what: string, error: unknown) => void) {
    super();
  }

  run(what: string, work: () => Promise<void>): void {
    const job: Promise<void> = work()
      .catch((error: unknown) => this.failed(what, error))
      .finally(() => this.running.delete(job));
    this.running.add(job);
  }

  /** Waits for all running work, and for what that starts. */
  async drain(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running);
  }
}
