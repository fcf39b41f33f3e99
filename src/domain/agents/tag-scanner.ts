/** A piece of text, and whether it stood between the marks. */
export interface ScannedText {
  readonly inside: boolean;
  readonly text: string;
}

/**
 * Takes streamed text apart at an opening and a closing mark, wherever the pieces are cut. Only what may be the beginning
 * of a mark is held back. The marks themselves are dropped.
 */
export class TagScanner {
  private readonly open: string;
  private readonly close: string;
  private isInside = false;
  private buffer = '';

  constructor(open: string, close: string) {
    this.open = open;
    this.close = close;
  }

  feed(text: string): ScannedText[] {
    const pieces: ScannedText[] = [];
    this.buffer += text;
    for (;;) {
      const tag = this.isInside ? this.close : this.open;
      const at = this.buffer.indexOf(tag);
      if (at < 0) break;
      this.emit(pieces, at);
      this.buffer = this.buffer.slice(tag.length);
      this.isInside = !this.isInside;
    }
    this.emit(pieces, this.buffer.length - partialTagLength(this.buffer, this.isInside ? this.close : this.open));
    return pieces;
  }

  /** What was still held back: the text has ended. */
  flush(): ScannedText[] {
    const pieces: ScannedText[] = [];
    this.emit(pieces, this.buffer.length);
    return pieces;
  }

  private emit(pieces: ScannedText[], length: number): void {
    if (length > 0) pieces.push({ inside: this.isInside, text: this.buffer.slice(0, length) });
    this.buffer = this.buffer.slice(length);
  }
}

/** How many letters at the end of a text are the beginning of the mark. */
const partialTagLength = (text: string, tag: string): number => {
  for (let length = Math.min(text.length, tag.length - 1); length > 0; length -= 1) {
    if (tag.startsWith(text.slice(-length))) return length;
  }
  return 0;
};
