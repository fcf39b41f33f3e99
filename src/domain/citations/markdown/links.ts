import { findTargetEnds } from '../../../shared/link-targets.ts';
import type { Span } from './sentences.ts';

/** A link or picture of Markdown, `[label](target)` or `![label](target)`. */
export interface Link extends Span {
  readonly label: string;
  readonly isImage: boolean;
}

/** Finds links in linear time, also with many unclosed brackets. */
export class LinkFinder {
  private ends: ReadonlyMap<number, number> | undefined;

  constructor(private readonly text: string) {}

  /** The link whose `[` is at this position. */
  at(position: number): Link | undefined {
    const bracket = /[[\]]/g;
    bracket.lastIndex = position + 1;
    const found = bracket.exec(this.text);
    if (found?.[0] !== ']' || this.text[found.index + 1] !== '(') return undefined;
    this.ends ??= findTargetEnds(this.text);
    const end = this.ends.get(found.index + 1);
    if (end === undefined) return undefined;
    const isImage = this.text[position - 1] === '!';
    const label = this.text.slice(position + 1, found.index);
    return { start: isImage ? position - 1 : position, end, label, isImage };
  }
}

/** Replaces links, or only images, with their labels. */
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

/** Replaces links and images, also images in links, with their labels. */
export const replaceLinksWithLabels = (text: string): string => replaceWithLabels(replaceWithLabels(text, true), false);
