import { LinkFinder } from './links.ts';
import type { Span } from './sentences.ts';

const OPENING = /[`~[]/g;

/** Finds the end of runs of backticks or tildes; unclosed runs are searched once. */
class DelimiterRuns {
  private readonly unclosed = new Set<string>();

  constructor(private readonly text: string) {}

  /** The index after the next such run from `from` on; undefined when there is none. */
  endAfter(run: string, from: number): number | undefined {
    const at = this.unclosed.has(run) ? -1 : this.text.indexOf(run, from);
    if (at < 0) this.unclosed.add(run);
    return at < 0 ? undefined : at + run.length;
  }
}

/** The end of the code that a run opens; undefined when it opens none. */
const codeEnd = (text: string, run: string, at: number, runs: DelimiterRuns): number | undefined => {
  const inside = at + run.length;
  if (run.length >= 3) return runs.endAfter(run, inside) ?? text.length;
  if (run.startsWith('~')) return undefined;
  return runs.endAfter(run, inside) ?? (run.length === 2 ? inside : undefined);
};

const runAt = (text: string, at: number): string => {
  const character = text.charAt(at);
  let end = at + 1;
  while (text[end] === character) end += 1;
  return text.slice(at, end);
};

/** Fences, inline code and links of a text, in order and in one pass. An unclosed fence ends with the text. */
export const findCodeAndLinks = (text: string): Span[] => {
  const spans: Span[] = [];
  const links = new LinkFinder(text);
  const runs = new DelimiterRuns(text);
  OPENING.lastIndex = 0;
  for (let found = OPENING.exec(text); found; found = OPENING.exec(text)) {
    const at = found.index;
    const run = found[0] === '[' ? '[' : runAt(text, at);
    const link = run === '[' ? links.at(at) : undefined;
    const end = run === '[' ? link?.end : codeEnd(text, run, at, runs);
    if (end !== undefined) spans.push({ start: link?.start ?? at, end });
    OPENING.lastIndex = end ?? at + run.length;
  }
  return spans;
};
