export interface ScannedText {
  readonly inside: boolean;
  readonly text: string;
}

const TAGS = ['<think>', '<thinking>'];

/**
 * Splits streamed text of a model into the thoughts at its beginning and the answer, wherever the chunks are cut. Tags
 * further on are text: an answer may be about them.
 */
export class LeadingThoughts {
  /** Of the thoughts that are being read; undefined before and after them. */
  private closing: string | undefined;
  private isAnswer = false;
  private buffer = '';

  feed(text: string): ScannedText[] {
    if (this.isAnswer) return toPieces(false, text);
    this.buffer += text;
    const pieces: ScannedText[] = [];
    // Some models think several times before they answer.
    while (this.closing === undefined ? this.readBeginning() : this.readThoughts(this.closing, pieces));
    return this.isAnswer ? [...pieces, ...this.release(false)] : pieces;
  }

  /** What is left at the end of the text. */
  flush(): ScannedText[] {
    return this.release(this.closing !== undefined);
  }

  /** True: thoughts begin. */
  private readBeginning(): boolean {
    this.buffer = this.buffer.trimStart();
    const tag = TAGS.find((each) => this.buffer.startsWith(each));
    this.closing = tag?.replace('<', '</');
    if (tag === undefined) this.isAnswer = !TAGS.some((each) => each.startsWith(this.buffer));
    else this.buffer = this.buffer.slice(tag.length);
    return tag !== undefined;
  }

  /** True: the thoughts have ended. */
  private readThoughts(closing: string, pieces: ScannedText[]): boolean {
    const at = this.buffer.indexOf(closing);
    const end = at < 0 ? this.buffer.length - partialTagLength(this.buffer, closing) : at;
    pieces.push(...toPieces(true, this.buffer.slice(0, end)));
    this.buffer = this.buffer.slice(at < 0 ? end : end + closing.length);
    if (at >= 0) this.closing = undefined;
    return at >= 0;
  }

  private release(inside: boolean): ScannedText[] {
    const { buffer } = this;
    this.buffer = '';
    return toPieces(inside, buffer);
  }
}

const toPieces = (inside: boolean, text: string): ScannedText[] => (text === '' ? [] : [{ inside, text }]);

/** How many characters at the end of a text may be the start of the tag. */
const partialTagLength = (text: string, tag: string): number => {
  for (let length = Math.min(text.length, tag.length - 1); length > 0; length -= 1) {
    if (tag.startsWith(text.slice(-length))) return length;
  }
  return 0;
};
