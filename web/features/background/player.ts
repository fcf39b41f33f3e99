import { MOST_RATIO, type Effect, type Palette } from './effect.ts';

/** Soft light that drifts looks the same at thirty frames a second as at sixty, for half the work. */
const FRAME_MS = 1000 / 30;
const EARLY_MS = 4;
/** A longer pause is no time of the effect's own: it goes on where it stood. */
const LONGEST_STEP = 0.1;
/** Effects begin in the middle of their course, with everything in its place. */
const BEGINS_AT = 20;
const PATIENCE = 40;
/** Slower than this on average, an effect costs the reader more than it gives. */
const HOPELESS_MS = 140;
const SLOW_MS = 50;

export type Pace = 'well' | 'slow' | 'hopeless';

export interface Player {
  run(): void;
  pause(): void;
  recolour(palette: Palette): void;
  /** 1 is the pace the effect was made for. */
  setSpeed(speed: number): void;
  end(): void;
}

interface PlayerInput {
  readonly canvas: HTMLCanvasElement;
  readonly effect: Effect;
  readonly palette: Palette;
  readonly speed: number;
  /** Tells when the machine turns out slower than was thought. */
  readonly onPace: (pace: Pace) => void;
}

const sizeOf = (canvas: HTMLCanvasElement) => ({
  width: canvas.clientWidth,
  height: canvas.clientHeight,
  ratio: Math.min(MOST_RATIO, window.devicePixelRatio || 1),
});

/** Judges a machine by the mean time between drawn frames, once there are enough of them. */
const judge = (onPace: (pace: Pace) => void) => {
  let [frames, sum] = [0, 0];
  return {
    saw: (ms: number): void => {
      frames += 1;
      sum += ms;
      if (frames < PATIENCE) return;
      const mean = sum / frames;
      onPace(mean > HOPELESS_MS ? 'hopeless' : mean > SLOW_MS ? 'slow' : 'well');
      [frames, sum] = [0, 0];
    },
    forget: (): void => {
      [frames, sum] = [0, 0];
    },
  };
};

/** Lets time pass for an effect: draws while it runs, keeps the moment while it does not, follows the size of its place. */
export const play = ({ canvas, effect, palette, speed, onPace }: PlayerInput): Player => {
  let [seconds, pace, last, request] = [BEGINS_AT, speed, 0, 0];
  const judged = judge(onPace);
  const step = (now: number): void => {
    request = requestAnimationFrame(step);
    const passed = now - last;
    if (last !== 0 && passed < FRAME_MS - EARLY_MS) return;
    if (last !== 0) {
      seconds += Math.min(LONGEST_STEP, passed / 1000) * pace;
      judged.saw(passed);
    }
    last = now;
    effect.draw(seconds);
  };
  const redraw = (): void => effect.draw(seconds);
  const watched = new ResizeObserver(() => {
    effect.resize(sizeOf(canvas));
    redraw();
  });
  effect.recolour(palette);
  effect.resize(sizeOf(canvas));
  redraw();
  watched.observe(canvas);
  const pause = (): void => {
    cancelAnimationFrame(request);
    [request, last] = [0, 0];
    judged.forget();
  };
  return {
    run: () => {
      if (request === 0) request = requestAnimationFrame(step);
    },
    pause,
    recolour: (next) => {
      effect.recolour(next);
      redraw();
    },
    setSpeed: (next) => {
      pace = next;
    },
    end: () => {
      pause();
      watched.disconnect();
      effect.end();
    },
  };
};
