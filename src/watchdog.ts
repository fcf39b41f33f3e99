import { BEAT_MS, type Heartbeat } from './heartbeat.ts';

/** A stall is told once it has lasted so long. */
export const STALL_MS = 2000;
/**
 * More than this is never counted for one look: when the watching thread itself did not run for longer, then the machine
 * was suspended or the process stopped (SIGSTOP, a debugger), and nobody was to blame.
 */
const LONGEST_LOOK_MS = 2 * BEAT_MS;

export interface WatchdogParts {
  readonly heartbeat: Heartbeat;
  /** Milliseconds after which each look calls `end`; 0 = never. */
  readonly endMs: number;
  /** False while the thread may well stand still, as at a debugger's breakpoint. */
  readonly counts: () => boolean;
  /** Called once for each stall, when it has lasted `STALL_MS`. */
  readonly told: (ms: number) => void;
  readonly end: (ms: number) => void;
}

/** Notices that the event loop of another thread stands still. `look` is called every `BEAT_MS` by a thread that is idle. */
export class Watchdog {
  private readonly parts: WatchdogParts;
  private lastBeats = 0;
  private stillMs = 0;

  constructor(parts: WatchdogParts) {
    this.parts = parts;
  }

  /** `sinceMs`: how long ago the last look was. */
  look(sinceMs: number): void {
    const { heartbeat, endMs, counts, told, end } = this.parts;
    const { beats } = heartbeat;
    if (beats !== this.lastBeats || !counts()) {
      this.lastBeats = beats;
      this.stillMs = 0;
      return;
    }
    const before = this.stillMs;
    this.stillMs += Math.round(Math.min(sinceMs, LONGEST_LOOK_MS));
    if (this.stillMs < STALL_MS) return;
    const isNew = before < STALL_MS;
    heartbeat.addStalled(isNew ? this.stillMs : this.stillMs - before);
    if (isNew) heartbeat.addStall();
    if (isNew) told(this.stillMs);
    if (endMs > 0 && this.stillMs >= endMs) end(this.stillMs);
  }
}
