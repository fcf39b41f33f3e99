import type { Chores } from '../billing/ports.ts';
import type { Clock } from '../kernel/ports.ts';
import type { UsageDays } from './ports.ts';

const EVERY_MS = 2000;
const LINES_AT_ONCE = 2000;
/** A process that was cut off in the middle is followed by another after this. */
const LEASE_MS = 60_000;
const NAME = 'roll-up-usage';

/** Adds new lines of the ledger up by day every two seconds, in one process at a time. */
export class RollUpUsage {
  private readonly days: UsageDays;
  private readonly chores: Chores;
  private readonly clock: Clock;
  private readonly failed: (what: string, error: unknown) => void;

  constructor(days: UsageDays, chores: Chores, clock: Clock, failed: (what: string, error: unknown) => void) {
    this.days = days;
    this.chores = chores;
    this.clock = clock;
    this.failed = failed;
  }

  /** Until `signal` aborts. */
  async execute(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.clock.sleep(EVERY_MS, signal);
      if (!signal.aborted)
        await this.runIfDue(signal).catch((error: unknown) => this.failed('adding up the ledger', error));
    }
  }

  /** Does all that waits, unless another process is at it. */
  async runIfDue(signal: AbortSignal): Promise<void> {
    const { days, chores, clock } = this;
    if (!(await days.hasPending())) return;
    const now = clock.now();
    if (!(await chores.take(NAME, now, now + LEASE_MS))) return;
    for (let done = LINES_AT_ONCE; done === LINES_AT_ONCE && !signal.aborted;) {
      done = await days.rollUp(LINES_AT_ONCE);
      await chores.putOff(NAME, clock.now() + LEASE_MS);
    }
    await chores.putOff(NAME, clock.now());
  }
}
