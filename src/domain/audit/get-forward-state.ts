import type { Clock } from '../kernel/ports.ts';
import { EMPTY_CHAIN } from './entry.ts';
import { ForwardingBehind } from './errors.ts';
import type { AuditStore, ForwardCheckpoints } from './ports.ts';

const MINUTE_MS = 60_000;
/** Entries that wait longer than this are a fault, whatever the reason. */
const MAX_LAG_MS = 10 * MINUTE_MS;

const plural = (count: number, one: string): string => `${count} ${count === 1 ? one : one.replace(/y$/, 'ie') + 's'}`;

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
    const lag =
      waiting === 0
        ? 'nothing waits'
        : `${plural(waiting, 'entry')} wait, the oldest for ${plural(Math.floor(lagMs / MINUTE_MS), 'minute')}`;
    const gap =
      lost === 0 ? '' : `; ${plural(lost, 'entry')} had reached the end of the retention before they could be sent`;
    const summary = `Sent up to entry ${sequence}; ${lag}${gap}`;
    if (error !== null) throw new ForwardingBehind(`${summary}. ${error}`);
    if (lagMs > MAX_LAG_MS) throw new ForwardingBehind(summary);
    return summary;
  }
}
