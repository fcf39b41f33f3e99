import type { Clock } from '../../domain/kernel/ports.ts';

/** Response time limit (ms), whatever the database does. */
const TIMEOUT_MS = 2000;

/** Whether calls can be served. Concurrent callers share one check, so that a slow one is not made slower. */
export class Readiness {
  private pending: Promise<boolean> | undefined;

  constructor(
    private readonly check: () => Promise<boolean>,
    private readonly clock: Clock,
  ) {}

  async isReady(): Promise<boolean> {
    const timeout = new AbortController();
    const timedOut = this.clock.sleep(TIMEOUT_MS, timeout.signal).then(() => false);
    try {
      return await Promise.race([this.sharedCheck(), timedOut]);
    } finally {
      timeout.abort();
    }
  }

  private sharedCheck(): Promise<boolean> {
    this.pending ??= this.runCheck().finally(() => (this.pending = undefined));
    return this.pending;
  }

  private async runCheck(): Promise<boolean> {
    try {
      return await this.check();
    } catch {
      return false;
    }
  }
}
