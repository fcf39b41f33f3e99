import { useMemo } from 'react';

import { pageAddress } from '../../../src/shared/page-address.ts';
import type { Citations, MarkPosition } from '../markdown/citation-context.ts';
import { CitationMark } from './citation-mark.tsx';
import type { CitedSource } from './cited-source.ts';

interface Source {
  readonly title: string;
  readonly url: string;
  readonly icon?: string | undefined;
  readonly published?: string | undefined;
  readonly snippet: string;
}

interface Verdict {
  readonly index: number;
  readonly source: number;
  readonly supported: boolean;
  readonly passage: string;
  readonly sentence?: string | undefined;
  readonly closest?: string | undefined;
  readonly byModel?: boolean | undefined;
  readonly page?: number | undefined;
}

interface CitationsInput {
  /** Source n of the text is the nth of these. */
  readonly sources: readonly Source[];
  readonly verdicts: readonly Verdict[];
  /** The text still comes: marks are raised numbers and cost nothing more. */
  readonly live: boolean;
  readonly onJump: (number: number) => void;
}

/** The verdict of a mark. If the mark counts differ, only one that all marks of the source share. */
const findVerdict = (verdicts: readonly Verdict[], { number, index }: MarkPosition): Verdict | undefined => {
  const exact = verdicts.find((verdict) => verdict.index === index && verdict.source === number);
  if (exact) return exact;
  const sameSource = verdicts.filter(({ source }) => source === number);
  return sameSource.every(({ supported }) => supported === sameSource[0]?.supported) ? sameSource[0] : undefined;
};

const NO_SOURCES: readonly Source[] = [];

/** What a verdict says, for its card. */
const quotesOf = (
  verdict: Verdict | undefined,
): Pick<CitedSource, 'passage' | 'sentence' | 'closest' | 'supported' | 'byModel' | 'page'> => {
  const { passage = '', sentence = '', closest = '', supported = null, byModel = false, page } = verdict ?? {};
  return { passage, sentence, closest, supported, byModel, page };
};

/** What the marks of an answer mean, for CitationContext. */
export const useCitations = ({ sources, verdicts, live, onJump }: CitationsInput): Citations | null => {
  const sourceCount = sources.length;
  // While streaming, only their number matters, so that a new snippet renders nothing.
  const settledSources = live ? NO_SOURCES : sources;
  return useMemo(() => {
    if (sourceCount === 0) return null;
    if (live) return { sourceCount, renderMark: null };
    const renderMark = (at: MarkPosition) => {
      const { title = '', url = '', snippet = '', icon, published } = settledSources[at.number - 1] ?? {};
      const quotes = quotesOf(findVerdict(verdicts, at));
      const address = quotes.page === undefined ? url : pageAddress(url, quotes.page);
      const source = { number: at.number, title, address, icon, published, snippet, ...quotes };
      return <CitationMark source={source} onJump={onJump} />;
    };
    return { sourceCount, renderMark };
  }, [sourceCount, settledSources, verdicts, live, onJump]);
};
