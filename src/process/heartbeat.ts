/** Milliseconds between two beats of the watched thread, and between two checks of the watching one. */
export const HEARTBEAT_INTERVAL_MS = 500;

const BEATS_INDEX = 0;
const STALLS_INDEX = 1;
const STALLED_MS_INDEX = 2;
const FIELD_COUNT = 3;

/**
 * Numbers in shared memory. The server's thread counts beats of its event loop; the watching thread counts stalls, for
 * the metrics.
 */
export class Heartbeat {
  readonly memory: SharedArrayBuffer;
  private readonly fields: Int32Array;

  /** `memory`: the other thread's shared buffer. */
  constructor(memory = new SharedArrayBuffer(FIELD_COUNT * Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.fields = new Int32Array(memory);
  }

  /** Beats at every interval for as long as the event loop turns. */
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

  /** Number and total duration of stalls. */
  get stalls(): { readonly count: number; readonly ms: number } {
    return { count: Atomics.load(this.fields, STALLS_INDEX), ms: Atomics.load(this.fields, STALLED_MS_INDEX) };
  }
}
