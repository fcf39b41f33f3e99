/** A part of a text, by its characters. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** After these a full stop ends no sentence. */
const SHORT =
  /(?:^|[\s(.])(?:\p{Lu}|[Dd]r|Mrs?|Ms|Prof|St|vs|[Ee]\.g|[Ii]\.e|[Cc]f|[Aa]pprox|[Cc]a|Fig|Vol|Inc|Ltd|Jr|Sr|bzw|usw|z\.\s?B|d\.\s?h|Nr|Mio|Mrd)\.\s*$/u;

const goesOn = (tail: string): boolean => SHORT.test(tail);
const hasWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** Splitting takes more than proportional time, so a very long paragraph is split stretch by stretch, cut at a blank. */
const STRETCH = 4000;

function* segmentsOf(body: string): Generator<{ readonly segment: string; readonly index: number }> {
  for (let from = 0; from < body.length;) {
    const blank = body.length - from > STRETCH ? body.lastIndexOf(' ', from + STRETCH) + 1 : body.length;
    const to = blank > from ? blank : Math.min(body.length, from + STRETCH);
    for (const { segment, index } of segmenter.segment(body.slice(from, to))) yield { segment, index: from + index };
    from = to;
  }
}

/** The sentences between `start` and `end` of a text in any script; line ends within do not end one. Together they cover it all. */
export const sentencesIn = (text: string, { start, end }: Span): Span[] => {
  const spans: Span[] = [];
  const body = text.slice(start, end).replace(/\s/g, ' ');
  for (const { segment, index } of segmentsOf(body)) {
    const last = spans.at(-1);
    const piece = { start: start + index, end: start + index + segment.length };
    if (last && (!hasWord(segment) || goesOn(body.slice(Math.max(0, last.end - start - 14), last.end - start)))) {
      spans[spans.length - 1] = { start: last.start, end: piece.end };
    } else spans.push(piece);
  }
  return spans;
};
