import type { TurnMatch } from './turn-matches.ts';
import { findRanges, SEARCHED } from '../../../lib/text-ranges.ts';

const ALL = 'chat-find';
const ACTIVE = 'chat-find-active';

/** Highlights mark text without touching it; a browser without them marks the turn (docs/adr/0052). */
const highlights = (): HighlightRegistry | null =>
  typeof CSS !== 'undefined' && 'highlights' in CSS ? CSS.highlights : null;

const drawnTurns = (scroller: Element): readonly HTMLElement[] => [
  ...scroller.querySelectorAll<HTMLElement>('[data-index]'),
];

const rangesIn = (turn: Element, query: string): readonly Range[] =>
  [...turn.querySelectorAll(SEARCHED)].flatMap((part) => findRanges(part, query));

const setHighlight = (name: string, ranges: readonly Range[]): void => {
  const registry = highlights();
  if (ranges.length === 0) registry?.delete(name);
  else registry?.set(name, new Highlight(...ranges));
};

/** Marks every match that is drawn, and answers where the active one is; null while it is not drawn. */
export const markMatches = (scroller: Element, query: string, active: TurnMatch | null): Range | null => {
  const all: Range[] = [];
  let current: Range | null = null;
  for (const turn of drawnTurns(scroller)) {
    const ranges = query.trim() === '' ? [] : rangesIn(turn, query);
    const isActive = active !== null && Number(turn.dataset['index']) === active.turnIndex;
    // What is drawn may count a few more or less than the text, as in formulas.
    if (isActive) current = ranges[active.nth] ?? ranges.at(-1) ?? null;
    turn.toggleAttribute('data-found', isActive && highlights() === null);
    all.push(...ranges);
  }
  setHighlight(
    ALL,
    all.filter((range) => range !== current),
  );
  setHighlight(ACTIVE, current ? [current] : []);
  return current;
};

export const clearMarks = (scroller: Element | null): void => {
  for (const name of [ALL, ACTIVE]) setHighlight(name, []);
  for (const turn of scroller ? drawnTurns(scroller) : []) turn.removeAttribute('data-found');
};
