import {
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type RefObject,
} from 'react';

import type { Turn } from '../conversation/message-tree.ts';
import { clearMarks, markMatches } from './match-marks.ts';
import { findInTurns, type TurnMatch, withCards } from './turn-matches.ts';

export interface FindInput {
  readonly turns: readonly Turn[];
  /** Artifacts are drawn as cards, which hide their sources. */
  readonly hasCards: boolean;
  readonly scroller: RefObject<HTMLElement | null>;
  /** Brings a turn into sight, or what `findRect` finds in it once it is drawn. */
  readonly scrollToTurn: (index: number, findRect?: () => DOMRect | null) => void;
  /** The first turn in sight. */
  readonly firstVisible: () => number;
  /** A match is to be seen: what is folded away opens. */
  readonly onReveal: (messageId: string) => void;
}

interface Choice {
  readonly messageId: string;
  readonly nth: number;
}

const indexOf = (matches: readonly TurnMatch[], choice: Choice | null): number =>
  matches.findIndex(({ messageId, nth }) => messageId === choice?.messageId && nth === choice.nth);

/** Draws the marks again whenever what is drawn changes. */
const useMarks = (
  scroller: FindInput['scroller'],
  {
    query,
    active,
    onMarked,
  }: { readonly query: string; readonly active: TurnMatch | null; readonly onMarked: (range: Range | null) => void },
): void => {
  const mark = useEffectEvent((): void => {
    if (scroller.current) onMarked(markMatches(scroller.current, query, active));
  });
  useLayoutEffect(() => mark(), [query, active]);
  useEffect(() => {
    const list = scroller.current;
    if (!list) return undefined;
    let frame = 0;
    const observer = new MutationObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => mark());
    });
    observer.observe(list, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      clearMarks(list);
    };
  }, [scroller]);
};

/** Goes through every place of a text in a conversation, in turns that are drawn and in those that are not. */
export const useFind = ({ turns, hasCards, scroller, scrollToTurn, firstVisible, onReveal }: FindInput) => {
  const [query, setQuery] = useState('');
  const [choice, setChoice] = useState<Choice | null>(null);
  const [startTurn] = useState(firstVisible);
  const sought = useDeferredValue(query);
  const contents = useMemo(() => (hasCards ? withCards(turns) : undefined), [turns, hasCards]);
  const matches = useMemo(() => findInTurns(turns, sought, contents), [turns, sought, contents]);
  const chosen = indexOf(matches, choice);
  const fromHere = matches.findIndex(({ turnIndex }) => turnIndex >= startTurn);
  const at = chosen >= 0 ? chosen : Math.max(0, fromHere);
  const active = matches[at] ?? null;
  const range = useRef<Range | null>(null);
  /** The match whose turn has not been drawn yet. */
  const awaited = useRef<TurnMatch | null>(null);
  const show = ({ turnIndex }: TurnMatch): void =>
    scrollToTurn(turnIndex, () => range.current?.getBoundingClientRect() ?? null);
  useMarks(scroller, {
    query: sought,
    active,
    onMarked: (marked) => {
      range.current = marked;
      if (!marked || awaited.current === null) return;
      show(awaited.current);
      awaited.current = null;
    },
  });
  const reveal = (match: TurnMatch): void => {
    onReveal(match.messageId);
    awaited.current = range.current ? null : match;
    show(match);
  };
  const revealActive = useEffectEvent((): void => {
    if (active) reveal(active);
  });
  // Not for a turn that is added below: whoever reads on is left where they are.
  const key = active && `${active.messageId} ${active.nth} ${sought}`;
  useEffect(() => revealActive(), [key]);

  const step = (by: number): void => {
    const next = matches[(at + by + matches.length) % matches.length];
    if (!next) return;
    if (next === active) reveal(next);
    setChoice(next);
  };
  const search = (text: string): void => {
    setQuery(text);
    setChoice(active);
  };
  return { query, search, count: matches.length, at, step };
};
