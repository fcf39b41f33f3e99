import type { Span } from './sentences.ts';

/** A link or picture of Markdown, `[label](target)` or `![label](target)`. */
export interface Link extends Span {
  readonly label: string;
  readonly isPicture: boolean;
}

const LONGEST_TARGET = 2048;

interface Bracket {
  readonly at: number;
  /** How deep brackets lie within this one. */
  depth: number;
}

/** Where each round bracket that may hold a target ends: one that is not too long and has no more than one level within. */
const targetEnds = (text: string): Map<number, number> => {
  const ends = new Map<number, number>();
  const open: Bracket[] = [];
  for (const { 0: sign, index } of text.matchAll(/[()]/g)) {
    if (sign === '(') {
      open.push({ at: index, depth: 0 });
      continue;
    }
    const bracket = open.pop();
    if (!bracket) continue;
    const around = open.at(-1);
    if (around) around.depth = Math.max(around.depth, bracket.depth + 1);
    if (bracket.depth <= 1 && index - bracket.at <= LONGEST_TARGET) ends.set(bracket.at, index + 1);
  }
  return ends;
};

/** Finds the links of a text; each sign is looked at a fixed number of times, however many brackets never close. */
export class LinkFinder {
  private readonly text: string;
  private ends: ReadonlyMap<number, number> | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** The link whose `[` stands at this place. */
  at(place: number): Link | undefined {
    const label = /[[\]]/g;
    label.lastIndex = place + 1;
    const found = label.exec(this.text);
    if (found?.[0] !== ']' || this.text[found.index + 1] !== '(') return undefined;
    this.ends ??= targetEnds(this.text);
    const end = this.ends.get(found.index + 1);
    if (end === undefined) return undefined;
    const isPicture = this.text[place - 1] === '!';
    return { start: isPicture ? place - 1 : place, end, label: this.text.slice(place + 1, found.index), isPicture };
  }
}

/** The text with its links, or only its pictures, replaced by their labels. */
const withLabels = (text: string, pictures: boolean): string => {
  const finder = new LinkFinder(text);
  let written = '';
  let from = 0;
  for (let at = text.indexOf('['); at >= 0; at = text.indexOf('[', Math.max(at + 1, from))) {
    const link = finder.at(at);
    if (!link || (pictures && !link.isPicture)) continue;
    written += text.slice(from, pictures ? link.start : at) + link.label;
    from = link.end;
  }
  return written + text.slice(from);
};

/** Links and pictures, also pictures in links, as the words that are shown of them. */
export const withoutLinks = (text: string): string => withLabels(withLabels(text, true), false);
