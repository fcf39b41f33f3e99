/** Runs callbacks before the next paints: one loop for the page, however many replies are being written. */
export class FrameLoop {
  private readonly waiting = new Set<() => void>();
  private running = false;
  private readonly request: (callback: () => void) => unknown;

  constructor(request: (callback: () => void) => unknown) {
    this.request = request;
  }

  /** Calls once, at the next frame; the same callback is never queued twice. */
  next(callback: () => void): void {
    this.waiting.add(callback);
    if (this.running) return;
    this.running = true;
    this.request(() => {
      this.running = false;
      const due = [...this.waiting];
      this.waiting.clear();
      for (const call of due) call();
    });
  }

  forget(callback: () => void): void {
    this.waiting.delete(callback);
  }
}

/** What the writer must know about the page it writes on. */
export interface Pace {
  readonly frames: FrameLoop;
  /** True when animation would be wasted or unwanted: a hidden tab (it gets no frames at all) or reduced motion. */
  readonly instant: () => boolean;
  /** Tells when `instant` may have become true. */
  readonly onChange: (listener: () => void) => () => void;
}

const STEP = 3;
const TURBO_STEP = 8;
const TURBO_OVER = 200;
/** Frames (2 s of them) within which a full queue must be shown at the latest. */
const MAX_LAG = 120;
/** Longer than any letter with its marks that text really holds. */
const LONGEST_LETTER = 64;

/** Characters for the next frame. Above 960 waiting, turbo would lag more than two seconds, so it goes faster still. */
export const stepFor = (queued: number): number =>
  queued <= TURBO_OVER ? Math.min(STEP, queued) : Math.max(TURBO_STEP, Math.ceil(queued / MAX_LAG));

const isPlain = (text: string): boolean => !/[^\n\x20-\u02ff]/.test(text);
const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;
const letters = new Intl.Segmenter();

/** The first place at or after `from + step` where no letter (surrogate pair, emoji family, accent) is cut. */
export const cutAt = (text: string, from: number, step: number): number => {
  const wanted = Math.min(from + step, text.length);
  const near = text.slice(from, wanted + LONGEST_LETTER);
  if (isPlain(near.slice(0, wanted - from + 1))) return wanted;
  for (const { index, segment } of letters.segment(near)) {
    const end = from + index + segment.length;
    if (end >= wanted) return end;
  }
  return text.length;
};

/** Shows text letter by letter. `shown` is always a beginning of what was pushed, and in the end all of it. */
export class Typewriter {
  private text: string;
  private length: number;
  private held = '';
  private ended = false;
  private readonly pace: Pace;
  private readonly changed: () => void;
  private readonly unwatch: () => void;

  /** `text` stands there from the start. */
  constructor(pace: Pace, changed: () => void, text = '') {
    this.pace = pace;
    this.changed = changed;
    this.text = text;
    this.length = text.length;
    this.unwatch = pace.onChange(() => {
      if (pace.instant()) this.flush();
    });
  }

  get shown(): string {
    return this.held === '' ? this.text.slice(0, this.length) : this.held;
  }

  get idle(): boolean {
    return this.held === '' && this.length === this.text.length;
  }

  push(text: string): void {
    this.text += text;
    if (this.held !== '') this.catchUp();
    this.go();
  }

  /** The text is told again from its beginning: what stands stays until the new telling reaches or contradicts it. */
  restart(): void {
    this.held = this.shown;
    this.text = '';
    this.length = 0;
  }

  /** No more text comes. `atOnce` also shows the rest now. */
  end(atOnce: boolean): void {
    this.ended = true;
    if (this.held !== '') this.length = this.text.length;
    this.held = '';
    if (atOnce) this.flush();
    else this.go();
  }

  /** Shows now what has come so far. */
  hurry(): void {
    this.flush();
  }

  close(): void {
    this.unwatch();
    this.pace.frames.forget(this.tick);
  }

  private catchUp(): void {
    if (this.held.startsWith(this.text) && this.text.length < this.held.length) return;
    this.length = this.text.startsWith(this.held) ? this.held.length : this.text.length;
    this.held = '';
  }

  private flush(): void {
    if (this.held !== '') return;
    this.length = this.text.length;
    this.pace.frames.forget(this.tick);
    this.changed();
  }

  private go(): void {
    // A hidden tab gets no frames, so waiting for one would hold the text back until somebody looks.
    if (this.pace.instant()) this.flush();
    else this.pace.frames.next(this.tick);
  }

  private readonly tick = (): void => {
    if (this.held !== '') return;
    if (this.pace.instant()) {
      this.flush();
      return;
    }
    // Half a surrogate pair waits for its other half, unless that will never come.
    const last = this.text.length - 1;
    const ready = !this.ended && isHighSurrogate(this.text.charCodeAt(last)) ? last : this.text.length;
    const queued = ready - this.length;
    if (queued > 0) this.length = Math.min(cutAt(this.text, this.length, stepFor(queued)), ready);
    if (this.length < ready) this.pace.frames.next(this.tick);
    this.changed();
  };
}

/** A window that lies behind another may get no frames and yet count as visible: after this long without one it is as good as hidden. */
const STARVED_AFTER = 500;
let starved = false;

const frameOrTimer = (callback: () => void): void => {
  const timer = setTimeout(() => {
    cancelAnimationFrame(frame);
    starved = true;
    requestAnimationFrame(() => {
      starved = false;
    });
    callback();
  }, STARVED_AFTER);
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    callback();
  });
};

const pageFrames = new FrameLoop(frameOrTimer);

/** The pace of this page: its screen's frames, all at once for readers who asked for less motion. */
export const pagePace = (): Pace => {
  const calm = window.matchMedia?.('(prefers-reduced-motion: reduce)');
  return {
    frames: pageFrames,
    instant: () => starved || document.visibilityState === 'hidden' || calm?.matches === true,
    onChange: (listener) => {
      document.addEventListener('visibilitychange', listener);
      return () => document.removeEventListener('visibilitychange', listener);
    },
  };
};
