import type { Span } from './sentences.ts';

/** A link or picture of Markdown, `[label](target)` or `![label](target)`. */
export interface Link extends Span {
  readonly label: string;
  readonly isImage: boolean;
}

const MAX_TARGET_CHARACTERS = 2048;

interface Bracket {
  readonly at: number;
  /** How deep brackets lie within this one. */
  depth: number;
}

/** Where each round bracket that may hold a target ends: one that is not too long and has no more than one level within. */
const findTargetEnds = (text: string): Map<number, number> => {
  const ends = new Map<number, number>();
  const open: Bracket[] = [];
  for (const { 0: character, index } of text.matchAll(/[()]/g)) {
    if (character === '(') {
      open.push({ at: index, depth: 0 });
      continue;
    }
    const bracket = open.pop();
    if (!bracket) continue;
    const around = open.at(-1);
    if (around) around.depth = Math.max(around.depth, bracket.depth + 1);
    if (bracket.depth <= 1 && index - bracket.at <= MAX_TARGET_CHARACTERS) ends.set(bracket.at, index + 1);
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
  at(position: number): Link | undefined {
    const label = /[[\]]/g;
    label.lastIndex = position + 1;
    const found = label.exec(this.text);
    if (found?.[0] !== ']' || this.text[found.index + 1] !== '(') return undefined;
    this.ends ??= findTargetEnds(this.text);
    const end = this.ends.get(found.index + 1);
    if (end === undefined) return undefined;
    const isImage = this.text[position - 1] === '!';
    return {
      start: isImage ? position - 1 : position,
      end,
      label: this.text.slice(position + 1, found.index),
      isImage,
    };
  }
}

/** The text with its links, or only its pictures, replaced by their labels. */
const replaceWithLabels = (text: string, imagesOnly: boolean): string => {
  const finder = new LinkFinder(text);
  let result = '';
  let from = 0;
  for (let at = text.indexOf('['); at >= 0; at = text.indexOf('[', Math.max(at + 1, from))) {
    const link = finder.at(at);
    if (!link || (imagesOnly && !link.isImage)) continue;
    result += text.slice(from, imagesOnly ? link.start : at) + link.label;
    from = link.end;
  }
  return result + text.slice(from);
};

/** Links and pictures, also pictures in links, as the words that are shown of them. */
export const replaceLinksWithLabels = (text: string): string => replaceWithLabels(replaceWithLabels(text, true), false);
