/** How long a failure that repeats is only counted. */
const QUIET_MS = 60_000;
/** Different failures that are remembered. */
const MAX_KNOWN = 200;

interface Known {
  readonly toldAt: number;
  readonly repeats: number;
}

/** A job that fails every second would fill the log, and with it a disk that is full already. */
export class RepeatedFailures {
  private readonly known = new Map<string, Known>();

  constructor(private readonly now: () => number) {}

  /** How often it came since it was told last, if it is to be told now; else undefined. */
  count(failure: string): number | undefined {
    const now = this.now();
    const { toldAt, repeats } = this.known.get(failure) ?? { toldAt: -Infinity, repeats: 0 };
    const isQuiet = now >= toldAt && now - toldAt < QUIET_MS;
    if (!isQuiet) this.known.delete(failure); // the least recently told are forgotten first
    this.known.set(failure, isQuiet ? { toldAt, repeats: repeats + 1 } : { toldAt: now, repeats: 0 });
    const [oldest] = this.known.keys();
    if (this.known.size > MAX_KNOWN && oldest !== undefined) this.known.delete(oldest);
    return isQuiet ? undefined : repeats;
  }
}
