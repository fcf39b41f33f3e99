import { formatServiceReport, SERVICE_REPORTS } from '../../shared/service-reports.ts';
import type { Clock } from '../kernel/ports.ts';
import { EMPTY_CHAIN } from './entry.ts';
import { ForwardingBehind } from './errors.ts';
import type { AuditStore, ForwardCheckpoints } from './ports.ts';

const MINUTE_MS = 60_000;
/** Entries that wait longer than this are a fault, whatever the reason. */
const MAX_LAG_MS = 10 * MINUTE_MS;

const countEntries = (count: number): string =>
  count === 1 ? SERVICE_REPORTS.oneEntry : formatServiceReport('entries', { count });

const countMinutes = (count: number): string =>
  count === 1 ? SERVICE_REPORTS.oneMinute : formatServiceReport('minutes', { count });

const describeWaiting = (count: number, lagMs: number): string =>
  count === 0
    ? SERVICE_REPORTS.nothingWaits
    : formatServiceReport('waits', {
        waiting: countEntries(count),
        age: countMinutes(Math.floor(lagMs / MINUTE_MS)),
      });

/** How far the audit log was sent on, in a line for the admin. */
export class GetForwardState {
  constructor(
    private readonly store: AuditStore,
    private readonly checkpoints: ForwardCheckpoints,
    private readonly clock: Clock,
  ) {}

  /** Throws `ForwardingBehind`. */
  async execute(): Promise<string> {
    const { sequence, error, lost } = await this.checkpoints.find();
    const head = (await this.store.ends()).head ?? EMPTY_CHAIN;
    const [oldest] = await this.store.listAfter(sequence, 1);
    const waiting = oldest ? head.sequence - oldest.sequence + 1 : 0;
    const lagMs = oldest ? Math.max(0, this.clock.now() - oldest.at) : 0;
    const lag = describeWaiting(waiting, lagMs);
    const state = lost === 0 ? lag : formatServiceReport('sentWithLoss', { state: lag, lost: countEntries(lost) });
    if (error !== null)
      throw new ForwardingBehind(formatServiceReport('sentButFailed', { number: sequence, state, failure: error }));
    const summary = formatServiceReport('sentUpTo', { number: sequence, state });
    if (lagMs > MAX_LAG_MS) throw new ForwardingBehind(summary);
    return summary;
  }
}
