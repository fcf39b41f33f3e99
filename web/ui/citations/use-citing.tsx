import { useMemo } from 'react';

import type { Citing, MarkAt } from '../markdown/citing.ts';
import { CitationMark } from './citation-mark.tsx';

interface Cited {
  readonly title: string;
  readonly url: string;
  readonly icon?: string | undefined;
  readonly snippet: string;
}

interface Verdict {
  readonly index: number;
  readonly source: number;
  readonly supported: boolean;
  readonly passage: string;
}

interface CitingInput {
  /** Source n of the text is the nth of these. */
  readonly sources: readonly Cited[];
  readonly verdicts: readonly Verdict[];
  /** The text still comes: marks are raised numbers and cost nothing more. */
  readonly live: boolean;
  readonly onJump: (number: number) => void;
}

/** What was found of one mark; where the counts of marks differ, only what holds for all marks of that source. */
const verdictOf = (verdicts: readonly Verdict[], { number, index }: MarkAt): Verdict | undefined => {
  const exact = verdicts.find((verdict) => verdict.index === index && verdict.source === number);
  if (exact) return exact;
  const same = verdicts.filter(({ source }) => source === number);
  return same.every(({ supported }) => supported === same[0]?.supported) ? same[0] : undefined;
};

const NONE: readonly Cited[] = [];

/** What the marks of an answer mean, for CitingContext. */
export const useCiting = ({ sources, verdicts, live, onJump }: CitingInput): Citing | null => {
  const known = sources.length;
  // While it streams only their number matters, so that a source that gets a better snippet draws nothing anew.
  const read = live ? NONE : sources;
  return useMemo(() => {
    if (known === 0) return null;
    if (live) return { known, mark: null };
    const mark = (at: MarkAt) => {
      const { title = '', url = '', snippet = '', icon } = read[at.number - 1] ?? {};
      const verdict = verdictOf(verdicts, at);
      const { passage = '', supported = null } = verdict ?? {};
      const source = { number: at.number, title, address: url, icon, snippet, passage, supported };
      return <CitationMark source={source} onJump={onJump} />;
    };
    return { known, mark };
  }, [known, read, verdicts, live, onJump]);
};
