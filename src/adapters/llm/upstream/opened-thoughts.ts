const OPENING = '<think';
const CLOSING = '</think>';
/** On a line of its own: an answer may be about the tag. */
const LONE_CLOSING = /\n<\/think>\s*\n/;
const MAX_LONE_LENGTH = CLOSING.length + 8;

/** How many characters at the end of a text may be the start of the closing tag. */
const partialLength = (text: string): number => {
  for (let length = Math.min(text.length, CLOSING.length - 1); length > 0; length -= 1)
    if (CLOSING.startsWith(text.slice(-length))) return length;
  return 0;
};

interface SplitText {
  readonly thoughts: string;
  readonly text: string;
}

/**
 * The thoughts of models whose prompt opens them: their text has a closing tag alone. Nothing in the first reply says
 * so before it comes, so it is learned from it; in later ones all text before the tag is thoughts.
 */
export class OpenedThoughts {
  /** A closing tag came without an opening one. */
  hasLoneTag = false;
  private isOpen: boolean;
  private hasBegun = false;
  private isToldApart = false;
  /** Text that may be the beginning of a tag, or what came last. */
  private held = '';

  constructor(opensThoughts: boolean) {
    this.isOpen = opensThoughts;
  }

  /** The model, or its server, tells thoughts in another way. */
  toldApart(): void {
    this.isOpen = false;
    this.isToldApart = true;
    this.held = '';
  }

  split(text: string): SplitText {
    const isFirst = !this.hasBegun && text.trim() !== '';
    this.hasBegun ||= isFirst;
    if (isFirst && text.trimStart().startsWith(OPENING)) this.toldApart();
    return this.isOpen ? this.splitAtTag(this.held + text) : this.watch(text);
  }

  private splitAtTag(all: string): SplitText {
    const at = all.indexOf(CLOSING);
    if (at < 0) {
      const end = all.length - partialLength(all);
      this.held = all.slice(end);
      return { thoughts: all.slice(0, end), text: '' };
    }
    this.toldApart();
    this.hasLoneTag = true;
    return { thoughts: all.slice(0, at), text: all.slice(at + CLOSING.length).trimStart() };
  }

  /** Thoughts that were held back at the end of the reply. */
  flush(): string {
    return this.isOpen ? this.held : '';
  }

  private watch(text: string): SplitText {
    if (!this.isToldApart && !this.hasLoneTag) {
      const seen = this.held + text;
      this.hasLoneTag = LONE_CLOSING.test(seen);
      this.held = seen.slice(-MAX_LONE_LENGTH);
    }
    return { thoughts: '', text };
  }
}
