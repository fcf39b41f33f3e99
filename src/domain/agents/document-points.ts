import type { DocumentSection } from '../chat/ports.ts';
import { findMarks, type TextMark, withBlankMarks } from './citation-marks.ts';
import { type Block, blocksOf } from './markdown-blocks.ts';
import { plainText, shortened } from './plain-text.ts';
import { type Span, sentencesIn } from './sentences.ts';

const MOST_POINTS = 5;
const LONGEST_POINT = 240;
const LONGEST_SENTENCE = 400;
/** Enough of a long reply to find five of anything. */
const MOST_SENTENCES = 2000;

const BOLD_LEAD =
  /^\s*(?:\*\*|__)[^*_\n]{2,120}(?:\*\*|__)\s*[:：.–—-]?|^\s*(?:\*\*|__)[^*_\n]{2,120}[:：.](?:\*\*|__)/;
const STUDY =
  /\b(?:stud(?:y|ies)|research|survey|trial|meta-analysis|findings|studien?|forschung|untersuchung|umfrage|étude|recherche|enquête|estudio|investigación|encuesta|estudo|pesquisa|studio|ricerca|onderzoek)\b|исследовани|研究|調査|调查|연구|دراسة/iu;

const isRead = ({ kind, collapsible }: DocumentSection): boolean =>
  !collapsible && kind !== 'heading' && kind !== 'code';

/** The first list items and paragraphs that open with bold words, as plain text. */
export const keyPointsOf = (sections: readonly DocumentSection[]): string[] => {
  const points = new Set<string>();
  for (const { text } of sections.filter(isRead)) {
    for (const { kind, depth, start, end } of blocksOf(text)) {
      if (points.size === MOST_POINTS) return [...points];
      const block = text.slice(start, end);
      const isPoint = kind === 'item' ? depth < 2 : kind === 'text' && BOLD_LEAD.test(block);
      const point = isPoint ? shortened(plainText(block), LONGEST_POINT) : '';
      if (/\p{L}/u.test(point)) points.add(point);
    }
  }
  return [...points];
};

interface Sentence {
  readonly text: string;
  readonly worth: number;
  readonly at: number;
}

/** Long enough to be a sentence; scripts without blanks need fewer signs. */
const isWhole = (plain: string): boolean => plain.length >= 25 || /[^\p{ASCII}]/u.test(plain);

/** A citation that holds is worth most, then a study, then a number; a citation that does not hold is worth nothing. */
const worthOf = (text: string, marks: readonly TextMark[], supported: ReadonlyMap<number, boolean>): number => {
  if (!isWhole(text)) return 0;
  const known = marks.map(({ index }) => supported.get(index)).filter((holds) => holds !== undefined);
  if (known.length > 0 && !known.some(Boolean)) return 0;
  return (known.length > 0 ? 4 : 0) + (STUDY.test(text) ? 2 : 0) + (/\p{N}/u.test(text) ? 1 : 0);
};

const READ_BLOCKS: ReadonlySet<Block['kind']> = new Set(['text', 'item']);

/** The sentences of prose; all else as one. */
const spansOf = (text: string, block: Block): Span[] =>
  READ_BLOCKS.has(block.kind)
    ? sentencesIn(text, { start: block.start + markerLength(block, text), end: block.end })
    : [block];

/** The sentences of one section; `firstMark` counts the marks before it. */
const sentencesOf = (
  text: string,
  marks: readonly TextMark[],
  supported: ReadonlyMap<number, boolean>,
): Omit<Sentence, 'at'>[] => {
  const blank = withBlankMarks(text, marks);
  const sentences: Omit<Sentence, 'at'>[] = [];
  let next = 0;
  for (const block of blocksOf(text)) {
    for (const { start, end } of spansOf(blank, block)) {
      const from = next;
      while ((marks[next]?.start ?? end) < end) next += 1;
      if (!READ_BLOCKS.has(block.kind)) continue;
      const plain = plainText(blank.slice(start, end));
      const worth = worthOf(plain, marks.slice(from, next), supported);
      if (worth > 0) sentences.push({ text: shortened(plain, LONGEST_SENTENCE), worth });
      if (sentences.length >= MOST_SENTENCES) return sentences;
    }
  }
  return sentences;
};

const markerLength = ({ kind, start, end }: Block, text: string): number =>
  kind === 'item' ? (/^[ \t]*(?:[-*+•]|\d{1,3}[.)])/.exec(text.slice(start, end))?.[0].length ?? 0) : 0;

/** At most five sentences that a reader could check: with a citation, a study or a number; in the order of the text. */
export const academicSummaryOf = (
  sections: readonly DocumentSection[],
  supported: ReadonlyMap<number, boolean>,
): string[] => {
  const found: Sentence[] = [];
  let firstMark = 0;
  for (const section of sections) {
    const marks = findMarks(section.text).map((mark) => ({ ...mark, index: mark.index + firstMark }));
    firstMark += marks.length;
    if (!isRead(section)) continue;
    for (const sentence of sentencesOf(section.text, marks, supported)) found.push({ ...sentence, at: found.length });
  }
  const unique = [...new Map(found.toReversed().map((sentence) => [sentence.text, sentence])).values()];
  const chosen = unique.toSorted((a, b) => b.worth - a.worth || a.at - b.at).slice(0, MOST_POINTS);
  return chosen.toSorted((a, b) => a.at - b.at).map(({ text }) => text);
};
