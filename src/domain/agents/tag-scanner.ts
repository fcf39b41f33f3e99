export interface ScannedText {
  readonly inside: boolean;
  readonly text: string;
}

/**
 * Splits streamed text at an opening and a closing tag, wherever the chunks are cut. Buffers only what may be the start
 * of a tag. The tags are dropped.
 */
export class TagScanner {
  private isInside = false;
  private buffer = '';

  constructor(
    private readonly open: string,
    private readonly close: string,
  ) {}

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

  /** Returns the buffer at the end of the text. */
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

/** How many characters at the end of a text may be the start of the tag. */
const partialTagLength = (text: string, tag: string): number => {
  for (let length = Math.min(text.length, tag.length - 1); length > 0; length -= 1) {
    if (tag.startsWith(text.slice(-length))) return length;
  }
  return 0;
};
