/** A part of a text, by its characters. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const LONGEST_TARGET = 2048;
const OPENING = /[`~[]/g;

/** Where each round bracket that may hold a link's target ends: not too long, with no more than one level within. */
const targetEnds = (text: string): Map<number, number> => {
  const ends = new Map<number, number>();
  const open: { readonly at: number; depth: number }[] = [];
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

/** What is looked for again and again from places that only go on: it is found once, also where there is no more of it. */
export class NextOf {
  private readonly text: string;
  private readonly sought: string;
  private at = -1;

  constructor(text: string, sought: string) {
    this.text = text;
    this.sought = sought;
  }

  /** The first place at or after `from`; Infinity when there is none. */
  from(from: number): number {
    if (this.at < from) {
      const found = this.text.indexOf(this.sought, from);
      this.at = found < 0 ? Infinity : found;
    }
    return this.at;
  }
}

const runAt = (text: string, at: number): string => {
  const sign = text.charAt(at);
  let end = at + 1;
  while (text[end] === sign) end += 1;
  return text.slice(at, end);
};

/** Finds what holds no signs of Markdown or marks; each sign is looked at a fixed number of times. */
class Hiding {
  private readonly text: string;
  private readonly runs = new Map<string, NextOf>();
  private ends: ReadonlyMap<number, number> | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** The end of the code that a run of ticks or tildes opens; undefined for signs that open none. */
  codeEnd(run: string, at: number): number | undefined {
    const inside = at + run.length;
    if (run.length < 3 && run.startsWith('~')) return undefined;
    const next = this.runs.get(run) ?? new NextOf(this.text, run);
    this.runs.set(run, next);
    const found = next.from(inside);
    if (found < Infinity) return found + run.length;
    return run.length >= 3 ? this.text.length : run.length === 2 ? inside : undefined;
  }

  /** The end of the link whose `[` stands at this place. */
  linkEnd(place: number): number | undefined {
    const label = /[[\]]/g;
    label.lastIndex = place + 1;
    const found = label.exec(this.text);
    if (found?.[0] !== ']' || this.text[found.index + 1] !== '(') return undefined;
    this.ends ??= targetEnds(this.text);
    return this.ends.get(found.index + 1);
  }
}

/** Fences, code in a line and, where they are asked for, links; in order. The server finds them by the same rule. */
const spansIn = (text: string, signs: RegExp): Span[] => {
  const spans: Span[] = [];
  const hiding = new Hiding(text);
  const opening = new RegExp(signs);
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    const at = found.index;
    const run = found[0] === '[' ? '[' : runAt(text, at);
    const end = run === '[' ? hiding.linkEnd(at) : hiding.codeEnd(run, at);
    if (end !== undefined) spans.push({ start: run === '[' && text[at - 1] === '!' ? at - 1 : at, end });
    opening.lastIndex = end ?? at + run.length;
  }
  return spans;
};

/** What holds no marks in a raw text: fences, code in a line, links. */
export const hiddenSpans = (text: string): Span[] => spansIn(text, OPENING);

/** A text with something else in place of its spans. */
export const withSpans = (text: string, spans: readonly Span[], put: (span: string) => string): string => {
  let written = '';
  let from = 0;
  for (const { start, end } of spans) {
    written += text.slice(from, start) + put(text.slice(start, end));
    from = end;
  }
  return written + text.slice(from);
};

/** The code in a line, each span from its first tick to its last. */
export const codeSpans = (line: string): Span[] => spansIn(line, /`/g);
