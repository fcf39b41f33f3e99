/** A range of characters. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** A full stop after these does not end a sentence. */
const ABBREVIATION =
  /(?:^|[\s(.])(?:\p{Lu}|[Dd]r|Mrs?|Ms|Prof|St|vs|[Ee]\.g|[Ii]\.e|[Cc]f|[Aa]pprox|[Cc]a|Fig|Vol|Inc|Ltd|Jr|Sr|[vn]|Chr|Tsd|Abs|Mme|Sra|núm|No|bzw|usw|z\.\s?B|d\.\s?h|Nr|Mio|Mrd)\.\s*$/u;

/** `am 7. Oktober`, `im 5. Jahrhundert`: one sentence. */
const ORDINAL = /(?:^|[\s(])\d{1,2}\.\s*$/;
const MONTH =
  /^(?:Jan|J[äa]n|Feb|M[äa]r|Apr|Mai|May|Jun|Jul|Aug|Sep|Okt|Oct|Nov|De[zc])(?:uar|ruar|ner|z|ril|i|ust|tember|ober|ember|\.)?(?!\p{L})/u;

const endsInAbbreviation = (tail: string): boolean => ABBREVIATION.test(tail);
const COUNTED =
  /^(?:Jahrhundert|Jh|Jahrtausend|Quartal|Halbjahr|Auflage|Stock|Etage|Platz|Klasse|Lebensjahr|Spieltag)/u;
const continues = (tail: string, next: string): boolean =>
  endsInAbbreviation(tail) || (ORDINAL.test(tail) && (MONTH.test(next) || COUNTED.test(next)));
const hasWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** Splitting is slower than linear, so very long paragraphs are split into segments at spaces. */
const MAX_SEGMENT_CHARACTERS = 4000;

function* segmentText(body: string): Generator<{ readonly segment: string; readonly index: number }> {
  for (let from = 0; from < body.length;) {
    const blank =
      body.length - from > MAX_SEGMENT_CHARACTERS
        ? body.lastIndexOf(' ', from + MAX_SEGMENT_CHARACTERS) + 1
        : body.length;
    const to = blank > from ? blank : Math.min(body.length, from + MAX_SEGMENT_CHARACTERS);
    for (const { segment, index } of segmenter.segment(body.slice(from, to))) yield { segment, index: from + index };
    from = to;
  }
}

/**
 * The sentences between `start` and `end`, in any script; line breaks do not end one. The spans cover the whole range.
 */
export const splitSentences = (text: string, { start, end }: Span): Span[] => {
  const spans: Span[] = [];
  const body = text.slice(start, end).replace(/\s/g, ' ');
  for (const { segment, index } of segmentText(body)) {
    const last = spans.at(-1);
    const piece = { start: start + index, end: start + index + segment.length };
    if (
      last &&
      (!hasWord(segment) || continues(body.slice(Math.max(0, last.end - start - 14), last.end - start), segment))
    ) {
      spans[spans.length - 1] = { start: last.start, end: piece.end };
    } else spans.push(piece);
  }
  return spans;
};
