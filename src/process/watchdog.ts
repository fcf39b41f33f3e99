import { HEARTBEAT_INTERVAL_MS, type Heartbeat } from './heartbeat.ts';

/** A stall is reported after this time. */
const STALL_THRESHOLD_MS = 2000;
/**
 * One check counts for at most this long: if the watching thread itself did not run, the machine was suspended or the
 * process stopped (SIGSTOP, debugger), which is not a stall.
 */
const MAX_CHECK_GAP_MS = 2 * HEARTBEAT_INTERVAL_MS;

export interface WatchdogOptions {
  readonly heartbeat: Heartbeat;
  /** Stall in milliseconds after which `onTimeout` is called; 0 = never. */
  readonly timeoutMs: number;
  /** False while a stall is expected, as at a debugger's breakpoint. */
  readonly isActive: () => boolean;
  /** Called once per stall, at `STALL_THRESHOLD_MS`. */
  readonly onStall: (ms: number) => void;
  readonly onTimeout: (ms: number) => void;
}

/** Detects that another thread's event loop is blocked. An idle thread calls `check` every `HEARTBEAT_INTERVAL_MS`. */
export class Watchdog {
  private lastBeats = 0;
  private stalledMs = 0;

  constructor(private readonly options: WatchdogOptions) {}

  /** `elapsedMs`: time since the last check. */
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
