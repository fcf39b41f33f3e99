/** Runs callbacks before the next paints: one loop for the page, however many replies are being written. */
export class FrameLoop {
  private readonly queued = new Set<() => void>();
  private running = false;

  constructor(private readonly request: (callback: () => void) => unknown) {}

  /** Calls once, at the next frame; the same callback is never queued twice. */
  schedule(callback: () => void): void {
    this.queued.add(callback);
    if (this.running) return;
    this.running = true;
    this.request(() => {
      this.running = false;
      const due = [...this.queued];
      this.queued.clear();
      for (const call of due) call();
    });
  }

  cancel(callback: () => void): void {
    this.queued.delete(callback);
  }
}

/** What the writer must know about the page it writes on. */
export interface TypewriterEnv {
  readonly frames: FrameLoop;
  /** True when animation would be wasted or unwanted: a hidden tab (it gets no frames at all) or reduced motion. */
  readonly instant: () => boolean;
  /** Called when `instant` may have become true. */
  readonly onChange: (listener: () => void) => () => void;
}

const CHARS_PER_FRAME = 3;
const TURBO_CHARS_PER_FRAME = 8;
const TURBO_THRESHOLD = 200;
/** Frames (2 s of them) within which a full queue must be shown at the latest. */
const MAX_LAG_FRAMES = 120;
/** Longer than any real grapheme. */
const MAX_GRAPHEME_LENGTH = 64;

/** Characters for the next frame. Above 960 waiting, turbo would lag more than two seconds, so it goes faster still. */
export const charsForFrame = (queued: number): number =>
  queued <= TURBO_THRESHOLD
    ? Math.min(CHARS_PER_FRAME, queued)
    : Math.max(TURBO_CHARS_PER_FRAME, Math.ceil(queued / MAX_LAG_FRAMES));

const isPlain = (text: string): boolean => !/[^\n\x20-\u02ff]/.test(text);
const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;

let segmenter: Intl.Segmenter | null = null;
/** Made on first use: the tables that it loads would be the dearest part of starting the page. */
const graphemes = (): Intl.Segmenter => (segmenter ??= new Intl.Segmenter());

/** The first place at or after `from + step` where no letter (surrogate pair, emoji family, accent) is cut. */
export const graphemeBoundary = (text: string, from: number, step: number): number => {
  const wanted = Math.min(from + step, text.length);
  const near = text.slice(from, wanted + MAX_GRAPHEME_LENGTH);
  if (isPlain(near.slice(0, wanted - from + 1))) return wanted;
  for (const { index, segment } of graphemes().segment(near)) {
    const end = from + index + segment.length;
    if (end >= wanted) return end;
  }
  return text.length;
};

/** Shows text letter by letter. `shown` is always a beginning of what was pushed, and in the end all of it. */
export class Typewriter {
  private text: string;
  private shownLength: number;
  private previousText = '';
  private ended = false;
  private readonly unsubscribe: () => void;

  /** `text` is shown from the start. */
  constructor(
    private readonly env: TypewriterEnv,
    private readonly onChange: () => void,
    text = '',
  ) {
    this.text = text;
    this.shownLength = text.length;
    this.unsubscribe = env.onChange(() => {
      if (env.instant()) this.flush();
    });
  }

  get shown(): string {
    return this.previousText === '' ? this.text.slice(0, this.shownLength) : this.previousText;
  }

  get idle(): boolean {
    return this.previousText === '' && this.shownLength === this.text.length;
  }

  push(text: string): void {
    this.text += text;
    if (this.previousText !== '') this.catchUp();
    this.scheduleTick();
  }

  /**
   * The text is streamed again from its beginning: the shown text stays until the new text reaches or contradicts it.
   */
  restart(): void {
    this.previousText = this.shown;
    this.text = '';
    this.shownLength = 0;
  }

  /** The whole text was corrected, and is shown at once. */
  replace(text: string): void {
    this.text = text;
    this.previousText = '';
    this.flush();
  }

  /** No more text comes. `immediately` also shows the rest now. */
  end(immediately: boolean): void {
    this.ended = true;
    if (this.previousText !== '') this.shownLength = this.text.length;
    this.previousText = '';
    if (immediately) this.flush();
    else this.scheduleTick();
  }

  /** Shows now what has come so far. */
  showAll(): void {
    this.flush();
  }

  close(): void {
    this.unsubscribe();
    this.env.frames.cancel(this.tick);
  }

  private catchUp(): void {
    if (this.previousText.startsWith(this.text) && this.text.length < this.previousText.length) return;
    this.shownLength = this.text.startsWith(this.previousText) ? this.previousText.length : this.text.length;
    this.previousText = '';
  }

  private flush(): void {
    if (this.previousText !== '') return;
    this.shownLength = this.text.length;
    this.env.frames.cancel(this.tick);
    this.onChange();
  }

  private scheduleTick(): void {
    // A hidden tab gets no animation frames.
    if (this.env.instant()) this.flush();
    else this.env.frames.schedule(this.tick);
  }

  private readonly tick = (): void => {
    if (this.previousText !== '') return;
    if (this.env.instant()) {
      this.flush();
      return;
    }
    // Half a surrogate pair waits for its other half, unless that will never come.
    const last = this.text.length - 1;
    const ready = !this.ended && isHighSurrogate(this.text.charCodeAt(last)) ? last : this.text.length;
    const queued = ready - this.shownLength;
    if (queued > 0)
      this.shownLength = Math.min(graphemeBoundary(this.text, this.shownLength, charsForFrame(queued)), ready);
    if (this.shownLength < ready) this.env.frames.schedule(this.tick);
    this.onChange();
  };
}

/**
 * A window that lies behind another may get no frames and yet count as visible: after this long without
 * one it is as good as hidden.
 */
const FRAME_TIMEOUT_MS = 500;
let isStarved = false;

const frameOrTimer = (callback: () => void): void => {
  const timer = setTimeout(() => {
    cancelAnimationFrame(frame);
    isStarved = true;
    requestAnimationFrame(() => {
      isStarved = false;
    });
    callback();
  }, FRAME_TIMEOUT_MS);
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    callback();
  });
};

const pageFrames = new FrameLoop(frameOrTimer);

/** The pace of this page: its screen's frames, all at once for readers who asked for less motion. */
export const createTypewriterEnv = (): TypewriterEnv => {
  const reducedMotion = window.matchMedia?.('(prefers-reduced-motion: reduce)');
  return {
    frames: pageFrames,
    instant: () => isStarved || document.visibilityState === 'hidden' || reducedMotion?.matches === true,
    onChange: (listener) => {
      document.addEventListener('visibilitychange', listener);
      return () => document.removeEventListener('visibilitychange', listener);
    },
  };
};
