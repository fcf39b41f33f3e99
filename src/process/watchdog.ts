import { HEARTBEAT_INTERVAL_MS, type Heartbeat } from './heartbeat.ts';

/** A stall is told once it has lasted so long. */
export const STALL_THRESHOLD_MS = 2000;
/**
 * More than this is never counted for one look: when the watching thread itself did not run for longer, then the machine
 * was suspended or the process stopped (SIGSTOP, a debugger), and nobody was to blame.
 */
const MAX_CHECK_GAP_MS = 2 * HEARTBEAT_INTERVAL_MS;

export interface WatchdogOptions {
  readonly heartbeat: Heartbeat;
  /** Milliseconds after which each look calls `end`; 0 = never. */
  readonly timeoutMs: number;
  /** False while the thread may well stand still, as at a debugger's breakpoint. */
  readonly isActive: () => boolean;
  /** Called once for each stall, when it has lasted `STALL_THRESHOLD_MS`. */
  readonly onStall: (ms: number) => void;
  readonly onTimeout: (ms: number) => void;
}

/** Notices that the event loop of another thread stands still. `look` is called every `HEARTBEAT_INTERVAL_MS` by a thread that is idle. */
export class Watchdog {
  private readonly options: WatchdogOptions;
  private lastBeats = 0;
  private stalledMs = 0;

  constructor(options: WatchdogOptions) {
    this.options = options;
  }

  /** `sinceMs`: how long ago the last look was. */
  check(elapsedMs: number): void {
    const { heartbeat, timeoutMs, isActive, onStall, onTimeout } = this.options;
    const { beats } = heartbeat;
    if (beats !== this.lastBeats || !isActive()) {
      this.lastBeats = beats;
      this.stalledMs = 0;
      return;
    }
    const stalledBeforeMs = this.stalledMs;
    this.stalledMs += Math.round(Math.min(elapsedMs, MAX_CHECK_GAP_MS));
    if (this.stalledMs < STALL_THRESHOLD_MS) return;
    const isNew = stalledBeforeMs < STALL_THRESHOLD_MS;
    heartbeat.addStalledMs(isNew ? this.stalledMs : this.stalledMs - stalledBeforeMs);
    if (isNew) heartbeat.addStall();
    if (isNew) onStall(this.stalledMs);
    if (timeoutMs > 0 && this.stalledMs >= timeoutMs) onTimeout(this.stalledMs);
  }
}
