/** Milliseconds between two beats of the thread that is watched, and between two looks of the one that watches. */
export const HEARTBEAT_INTERVAL_MS = 500;

const BEATS_INDEX = 0;
const STALLS_INDEX = 1;
const STALLED_MS_INDEX = 2;
const FIELD_COUNT = 3;

/**
 * A few numbers in memory that two threads share. The server's thread counts beats from its event loop; the thread that
 * watches counts the stalls that it saw, for the metrics.
 */
export class Heartbeat {
  readonly memory: SharedArrayBuffer;
  private readonly fields: Int32Array;

  /** `memory`: that of the other thread's object. */
  constructor(memory = new SharedArrayBuffer(FIELD_COUNT * Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.fields = new Int32Array(memory);
  }

  /** Beats from now on, as often as the event loop comes round. */
  start(): void {
    this.beat();
    setInterval(() => this.beat(), HEARTBEAT_INTERVAL_MS).unref();
  }

  beat(): void {
    Atomics.add(this.fields, BEATS_INDEX, 1);
  }

  get beats(): number {
    return Atomics.load(this.fields, BEATS_INDEX);
  }

  addStall(): void {
    Atomics.add(this.fields, STALLS_INDEX, 1);
  }

  addStalledMs(ms: number): void {
    Atomics.add(this.fields, STALLED_MS_INDEX, ms);
  }

  /** How often the event loop stood still, and for how long in all. */
  get stalls(): { readonly count: number; readonly ms: number } {
    return { count: Atomics.load(this.fields, STALLS_INDEX), ms: Atomics.load(this.fields, STALLED_MS_INDEX) };
  }
}
