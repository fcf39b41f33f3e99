import { findMarks, type TextMark, maskMarks } from '../markdown/citation-marks.ts';
import { type Block, markerLength, parseBlocks } from '../markdown/blocks.ts';
import { toPlainText, truncateWords } from '../markdown/plain-text.ts';
import { maskSourceLists } from '../markdown/source-lists.ts';
import { type Span, splitSentences } from '../markdown/sentences.ts';
import type { DocumentSection } from '../../../shared/reply-details.ts';

const MAX_POINTS = 5;
const MAX_POINT_CHARACTERS = 240;
const MAX_SENTENCE_CHARACTERS = 400;
/** More than enough to find five. */
const MAX_SENTENCES = 2000;

const BOLD_LEAD =
  /^\s*(?:\*\*|__)[^*_\n]{2,120}(?:\*\*|__)\s*[:：.–—-]?|^\s*(?:\*\*|__)[^*_\n]{2,120}[:：.](?:\*\*|__)/;
const STUDY =
  /\b(?:stud(?:y|ies)|research|survey|trial|meta-analysis|findings|studien?|forschung|untersuchung|umfrage|étude|recherche|enquête|estudio|investigación|encuesta|estudo|pesquisa|studio|ricerca|onderzoek)\b|исследовани|研究|調査|调查|연구|دراسة/iu;

const isVisible = ({ kind, collapsible }: DocumentSection): boolean =>
  !collapsible && kind !== 'heading' && kind !== 'code';

interface MarkedSection {
  readonly section: DocumentSection;
  /** Numbered as in the whole text. */
  readonly marks: readonly TextMark[];
  /** The section above, where it is a heading. */
  readonly heading: string;
}

const withMarks = (sections: readonly DocumentSection[]): MarkedSection[] => {
  let first = 0;
  return sections.map((section, at) => {
    const above = sections[at - 1];
    const heading = above?.kind === 'heading' ? above.text : '';
    const marks = findMarks(section.text).map((mark) => ({ ...mark, index: mark.index + first }));
    first += marks.length;
    return { section, marks, heading };
  });
};

type Verdicts = ReadonlyMap<number, boolean>;

/** Whether a text has marks that were checked, and none of them holds. */
const isRefuted = (marks: readonly TextMark[], supported: Verdicts): boolean => {
  const checked = marks.map(({ index }) => supported.get(index)).filter((isSupported) => isSupported !== undefined);
  return checked.length > 0 && !checked.some(Boolean);
};

const pointIn = (block: string, kind: Block['kind'], depth: number): string => {
  const isPoint = kind === 'item' ? depth < 2 : kind === 'text' && BOLD_LEAD.test(block);
  return isPoint ? truncateWords(toPlainText(block), MAX_POINT_CHARACTERS) : '';
};

/**
 * List items, and paragraphs that start with bold text, as plain text; without lists of sources, and without what its
 * sources do not say.
 */
export const extractKeyPoints = (sections: readonly DocumentSection[], supported: Verdicts): string[] => {
  const points = new Set<string>();
  for (const { section, marks, heading } of withMarks(sections).filter((each) => isVisible(each.section))) {
    const text = maskSourceLists(heading + section.text).slice(heading.length);
    let next = 0;
    for (const { kind, depth, start, end } of parseBlocks(text)) {
      if (points.size === MAX_POINTS) return [...points];
      const from = next;
      while ((marks[next]?.start ?? end) < end) next += 1;
      const point = isRefuted(marks.slice(from, next), supported) ? '' : pointIn(text.slice(start, end), kind, depth);
      if (/\p{L}/u.test(point)) points.add(point);
    }
  }
  return [...points];
};

interface ScoredSentence {
  readonly text: string;
  readonly score: number;
  readonly at: number;
}

/** Scripts without spaces need fewer characters. */
const isFullSentence = (plain: string): boolean => plain.length >= 25 || /[^\p{ASCII}]/u.test(plain);

/** A supported citation scores highest, then a study, then a number; an unsupported citation scores 0. */
const scoreSentence = (text: string, marks: readonly TextMark[], supported: Verdicts): number => {
  if (!isFullSentence(text)) return 0;
  if (isRefuted(marks, supported)) return 0;
  return (
    (marks.some(({ index }) => supported.has(index)) ? 4 : 0) +
    (STUDY.test(text) ? 2 : 0) +
    (/\p{N}/u.test(text) ? 1 : 0)
  );
};

const PROSE_BLOCKS: ReadonlySet<Block['kind']> = new Set(['text', 'item']);

/** Prose is split into sentences; other blocks are one span. */
const sentenceSpans = (text: string, block: Block): Span[] =>
  PROSE_BLOCKS.has(block.kind)
    ? splitSentences(text, { start: block.start + markerLength(text, block), end: block.end })
    : [block];

const scoreSentences = (
  text: string,
  marks: readonly TextMark[],
  supported: Verdicts,
): Omit<ScoredSentence, 'at'>[] => {
  const blank = maskMarks(text, marks);
  const sentences: Omit<ScoredSentence, 'at'>[] = [];
  let next = 0;
  for (const block of parseBlocks(text)) {
    for (const { start, end } of sentenceSpans(blank, block)) {
      const from = next;
      while ((marks[next]?.start ?? end) < end) next += 1;
      if (!PROSE_BLOCKS.has(block.kind)) continue;
      const plain = toPlainText(blank.slice(start, end));
      const score = scoreSentence(plain, marks.slice(from, next), supported);
      if (score > 0) sentences.push({ text: truncateWords(plain, MAX_SENTENCE_CHARACTERS), score });
      if (sentences.length >= MAX_SENTENCES) return sentences;
    }
  }
  return sentences;
};

/** At most five checkable sentences (with a citation, a study or a number), in the order of the text. */
export const summarise = (sections: readonly DocumentSection[], supported: Verdicts): string[] => {
  const found: ScoredSentence[] = [];
  for (const { section, marks } of withMarks(sections)) {
    if (!isVisible(section)) continue;
    for (const sentence of scoreSentences(section.text, marks, supported))
      found.push({ ...sentence, at: found.length });
  }
  const unique = [...new Map(found.toReversed().map((sentence) => [sentence.text, sentence])).values()];
  const chosen = unique.toSorted((a, b) => b.score - a.score || a.at - b.at).slice(0, MAX_POINTS);
  return chosen.toSorted((a, b) => a.at - b.at).map(({ text }) => text);
};
