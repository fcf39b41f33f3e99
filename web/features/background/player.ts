import { MAX_PIXEL_RATIO, type Effect, type Palette } from './effect.ts';

/** Soft light that drifts looks the same at thirty frames a second as at sixty, for half the work. */
const FRAME_MS = 1000 / 30;
const EARLY_TOLERANCE_MS = 4;
/** A longer pause is no time of the effect's own: it goes on where it stood. */
const MAX_STEP_SECONDS = 0.1;
/** Effects begin in the middle of their course, with everything in its place. */
const START_SECONDS = 20;
const SAMPLED_FRAMES = 40;
/** Slower than this on average, an effect costs the reader more than it gives. */
const TOO_SLOW_FRAME_MS = 140;
const SLOW_FRAME_MS = 50;

export type FrameRate = 'well' | 'slow' | 'hopeless';

export interface Player {
  run(): void;
  pause(): void;
  setPalette(palette: Palette): void;
  /** 1 is the pace the effect was made for. */
  setSpeed(speed: number): void;
  dispose(): void;
}

interface PlayerInput {
  readonly canvas: HTMLCanvasElement;
  readonly effect: Effect;
  readonly palette: Palette;
  readonly speed: number;
  /** Reports how fast the machine draws. */
  readonly onFrameRate: (rate: FrameRate) => void;
}

const measureSize = (canvas: HTMLCanvasElement) => ({
  width: canvas.clientWidth,
  height: canvas.clientHeight,
  ratio: Math.min(MAX_PIXEL_RATIO, window.devicePixelRatio || 1),
});

/** Judges a machine by the mean time between drawn frames, once there are enough of them. */
const createFrameRateMonitor = (onFrameRate: (rate: FrameRate) => void) => {
  let [frames, sum] = [0, 0];
  return {
    record: (ms: number): void => {
      frames += 1;
      sum += ms;
      if (frames < SAMPLED_FRAMES) return;
      const mean = sum / frames;
      onFrameRate(mean > TOO_SLOW_FRAME_MS ? 'hopeless' : mean > SLOW_FRAME_MS ? 'slow' : 'well');
      [frames, sum] = [0, 0];
    },
    reset: (): void => {
      [frames, sum] = [0, 0];
    },
  };
};

/** Runs an effect: draws while it runs, resumes where it paused, follows the size of its canvas. */
export const createPlayer = ({ canvas, effect, palette, speed, onFrameRate }: PlayerInput): Player => {
  let [seconds, rate, last, request] = [START_SECONDS, speed, 0, 0];
  const monitor = createFrameRateMonitor(onFrameRate);
  const step = (now: number): void => {
    request = requestAnimationFrame(step);
    const elapsedMs = now - last;
    if (last !== 0 && elapsedMs < FRAME_MS - EARLY_TOLERANCE_MS) return;
    if (last !== 0) {
      seconds += Math.min(MAX_STEP_SECONDS, elapsedMs / 1000) * rate;
      monitor.record(elapsedMs);
    }
    last = now;
    effect.draw(seconds);
  };
  const redraw = (): void => effect.draw(seconds);
  const observer = new ResizeObserver(() => {
    effect.resize(measureSize(canvas));
    redraw();
  });
  effect.setPalette(palette);
  effect.resize(measureSize(canvas));
  redraw();
  observer.observe(canvas);
  const pause = (): void => {
    cancelAnimationFrame(request);
    [request, last] = [0, 0];
    monitor.reset();
  };
  return {
    run: () => {
      if (request === 0) request = requestAnimationFrame(step);
    },
    pause,
    setPalette: (next) => {
      effect.setPalette(next);
      redraw();
    },
    setSpeed: (next) => {
      rate = next;
    },
    dispose: () => {
      pause();
      observer.disconnect();
      effect.dispose();
    },
  };
};
