import { findTargetEnds } from '../../../src/shared/link-targets.ts';

/** A part of a text, by its characters. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const OPENING_MARKERS = /[`~[]/g;

/**
 * What is looked for again and again from places that only go on: it is found once, also where there is no more of it.
 */
export class ForwardSearch {
  private at = -1;

  constructor(
    private readonly text: string,
    private readonly needle: string,
  ) {}

  /** The first place at or after `from`; Infinity when there is none. */
  from(from: number): number {
    if (this.at < from) {
      const found = this.text.indexOf(this.needle, from);
      this.at = found < 0 ? Infinity : found;
    }
    return this.at;
  }
}

const markerRunAt = (text: string, at: number): string => {
  const character = text.charAt(at);
  let end = at + 1;
  while (text[end] === character) end += 1;
  return text.slice(at, end);
};

/** Finds spans without Markdown or marks, in linear time. */
class SpanScanner {
  private readonly runs = new Map<string, ForwardSearch>();
  private ends: ReadonlyMap<number, number> | undefined;

  constructor(private readonly text: string) {}

  /** The end of the code that a run of ticks or tildes opens; undefined for signs that open none. */
  codeEnd(run: string, at: number): number | undefined {
    const inside = at + run.length;
    if (run.length < 3 && run.startsWith('~')) return undefined;
    const next = this.runs.get(run) ?? new ForwardSearch(this.text, run);
    this.runs.set(run, next);
    const found = next.from(inside);
    if (found < Infinity) return found + run.length;
    return run.length >= 3 ? this.text.length : run.length === 2 ? inside : undefined;
  }

  /** The end of the link whose `[` is at this position. */
  linkEnd(position: number): number | undefined {
    const label = /[[\]]/g;
    label.lastIndex = position + 1;
    const found = label.exec(this.text);
    if (found?.[0] !== ']' || this.text[found.index + 1] !== '(') return undefined;
    this.ends ??= findTargetEnds(this.text);
    return this.ends.get(found.index + 1);
  }
}

/** Fences, code in a line and, where they are asked for, links; in order. The server finds them by the same rule. */
const findSpans = (text: string, markers: RegExp): Span[] => {
  const spans: Span[] = [];
  const scanner = new SpanScanner(text);
  const opening = new RegExp(markers);
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    const at = found.index;
    const run = found[0] === '[' ? '[' : markerRunAt(text, at);
    const end = run === '[' ? scanner.linkEnd(at) : scanner.codeEnd(run, at);
    if (end !== undefined) spans.push({ start: run === '[' && text[at - 1] === '!' ? at - 1 : at, end });
    opening.lastIndex = end ?? at + run.length;
  }
  return spans;
};

/** The spans of a raw text that have no marks: fences, inline code, links. */
export const findLiteralSpans = (text: string): Span[] => findSpans(text, OPENING_MARKERS);

/** A text with something else in place of its spans. */
export const replaceSpans = (text: string, spans: readonly Span[], replace: (span: string) => string): string => {
  let result = '';
  let from = 0;
  for (const { start, end } of spans) {
    result += text.slice(from, start) + replace(text.slice(start, end));
    from = end;
  }
  return result + text.slice(from);
};

/** The code in a line, each span from its first tick to its last. */
export const findInlineCode = (line: string): Span[] => findSpans(line, /`/g);
