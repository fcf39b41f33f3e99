/** Milliseconds between two beats of the thread that is watched, and between two looks of the one that watches. */
export const BEAT_MS = 500;

const BEATS = 0;
const STALLS = 1;
const STALLED_MS = 2;
const FIELDS = 3;

/**
 * A few numbers in memory that two threads share. The server's thread counts beats from its event loop; the thread that
 * watches counts the stalls that it saw, for the metrics.
 */
export class Heartbeat {
  readonly memory: SharedArrayBuffer;
  private readonly fields: Int32Array;

  /** `memory`: that of the other thread's object. */
  constructor(memory = new SharedArrayBuffer(FIELDS * Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.fields = new Int32Array(memory);
  }

  /** Beats from now on, as often as the event loop comes round. */
  start(): void {
    this.beat();
    setInterval(() => this.beat(), BEAT_MS).unref();
  }

  beat(): void {
    Atomics.add(this.fields, BEATS, 1);
  }

  get beats(): number {
    return Atomics.load(this.fields, BEATS);
  }

  addStall(): void {
    Atomics.add(this.fields, STALLS, 1);
  }

  addStalled(ms: number): void {
    Atomics.add(this.fields, STALLED_MS, ms);
  }

  /** How often the event loop stood still, and for how long in all. */
  get stalls(): { readonly count: number; readonly ms: number } {
    return { count: Atomics.load(this.fields, STALLS), ms: Atomics.load(this.fields, STALLED_MS) };
  }
}
