/** A piece of text, and whether it stood between the marks. */
export interface Scanned {
  readonly inside: boolean;
  readonly text: string;
}

/**
 * Takes streamed text apart at an opening and a closing mark, wherever the pieces are cut. Only what may be the beginning
 * of a mark is held back. The marks themselves are dropped.
 */
export class MarkScanner {
  private readonly open: string;
  private readonly close: string;
  private inside = false;
  private held = '';

  constructor(open: string, close: string) {
    this.open = open;
    this.close = close;
  }

  feed(text: string): Scanned[] {
    const pieces: Scanned[] = [];
    this.held += text;
    for (;;) {
      const mark = this.inside ? this.close : this.open;
      const at = this.held.indexOf(mark);
      if (at < 0) break;
      this.take(pieces, at);
      this.held = this.held.slice(mark.length);
      this.inside = !this.inside;
    }
    this.take(pieces, this.held.length - beginning(this.held, this.inside ? this.close : this.open));
    return pieces;
  }

  /** What was still held back: the text has ended. */
  rest(): Scanned[] {
    const pieces: Scanned[] = [];
    this.take(pieces, this.held.length);
    return pieces;
  }

  private take(pieces: Scanned[], length: number): void {
    if (length > 0) pieces.push({ inside: this.inside, text: this.held.slice(0, length) });
    this.held = this.held.slice(length);
  }
}

/** How many letters at the end of a text are the beginning of the mark. */
const beginning = (text: string, mark: string): number => {
  for (let length = Math.min(text.length, mark.length - 1); length > 0; length -= 1) {
    if (mark.startsWith(text.slice(-length))) return length;
  }
  return 0;
};
