import type { Clock } from '../../domain/kernel/ports.ts';

/** Whoever asks hears within this time (milliseconds), whatever the database does. */
const LIMIT_MS = 2000;

/** Whether calls can be served. All who ask while a check is under way share it, so that a slow one is not made slower. */
export class Readiness {
  private readonly check: () => Promise<boolean>;
  private readonly clock: Clock;
  private underWay: Promise<boolean> | undefined;

  constructor(check: () => Promise<boolean>, clock: Clock) {
    this.check = check;
    this.clock = clock;
  }

  async ask(): Promise<boolean> {
    const patience = new AbortController();
    const late = this.clock.sleep(LIMIT_MS, patience.signal).then(() => false);
    try {
      return await Promise.race([this.shared(), late]);
    } finally {
      patience.abort();
    }
  }

  private shared(): Promise<boolean> {
    this.underWay ??= this.checked().finally(() => (this.underWay = undefined));
    return this.underWay;
  }

  private async checked(): Promise<boolean> {
    try {
      return await this.check();
    } catch {
      return false;
    }
  }
}
