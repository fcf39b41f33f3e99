import type { CitationMark, Citations } from '../chat/ports.ts';
import { type Claim, claimsOf } from './claims.ts';
import type { TextMark } from './citation-marks.ts';
import { type CitedText, SourceIndex } from './source-index.ts';
import { type Support, supportOf, supportOfParts } from './support.ts';
import { languageOf } from './words.ts';

/** How near two texts are in meaning, 0 to 1; asked only where words alone leave it open. */
export type Similarity = (sentence: string, passage: string) => Promise<number>;

export interface CheckTools {
  readonly similarity?: Similarity | undefined;
  /** Lets others have their turn: long answers and sources take longer than anybody should wait for. */
  readonly pause: () => Promise<void>;
}

const AT_ONCE: CheckTools = { pause: () => Promise.resolve() };

/** From here on a passage says the same in other words. */
const SAME_MEANING = 0.8;

interface Verdict {
  readonly mark: TextMark;
  readonly supported: boolean;
  readonly passage: string;
}

const bestOf = (claim: Claim, source: SourceIndex): Support => {
  const language = languageOf(claim.text);
  const whole = supportOf(claim.said, source, language);
  if (whole.holds || whole.contradicted) return whole;
  return supportOfParts(claim.text, claim.said, source, language) ?? whole;
};

/** The best passage of a source for a claim; what was looked for once is known, however many marks are put to the same words. */
class Supports {
  private readonly known = new Map<SourceIndex, Map<string, Support>>();

  of(claim: Claim, source: SourceIndex): Support {
    const ofSource = this.known.get(source) ?? new Map<string, Support>();
    this.known.set(source, ofSource);
    const support = ofSource.get(claim.text) ?? bestOf(claim, source);
    ofSource.set(claim.text, support);
    return support;
  }
}

/** Several sources put to one claim: together they carry it, and this one has its part in that. */
const holdsTogether = (own: Support, all: readonly Support[], claim: Claim): boolean => {
  if (own.contradicted || own.share < 0.25 || own.found.size < 2) return false;
  const found = new Set(all.filter(({ contradicted }) => !contradicted).flatMap((support) => [...support.found]));
  const { words, figures } = claim.said;
  const figuresHold = figures.every((_, at) => found.has(words.length + at));
  const namesHold = words.every(({ capital, first }, at) => !capital || first || found.has(at));
  return figuresHold && namesHold && found.size >= 0.6 * (words.length + figures.length);
};

const isSimilar = async (
  claim: Claim,
  { open, passage, holds }: Support,
  similarity: Similarity | undefined,
): Promise<boolean> =>
  !holds &&
  open &&
  passage !== '' &&
  similarity !== undefined &&
  (await similarity(claim.text, passage)) >= SAME_MEANING;

interface Known {
  readonly sources: ReadonlyMap<number, SourceIndex>;
  readonly supports: Supports;
}

const judge = async (
  claim: Claim,
  { sources, supports: best }: Known,
  similarity: Similarity | undefined,
): Promise<Verdict[]> => {
  const supports = claim.marks.map(({ source }) => {
    const index = sources.get(source);
    return index && best.of(claim, index);
  });
  const known = supports.filter((support) => support !== undefined);
  return Promise.all(
    claim.marks.map(async (mark, at): Promise<Verdict> => {
      const own = supports[at];
      if (!own) return { mark, supported: false, passage: '' };
      const together = known.length > 1 && holdsTogether(own, known, claim);
      const supported = own.holds || together || (await isSimilar(claim, own, similarity));
      return { mark, supported, passage: supported ? own.passage : '' };
    }),
  );
};

/** A mark that is put to no words says nothing that could be wrong, if there is such a source. */
const unsaid = ({ marks }: Claim, sources: ReadonlyMap<number, SourceIndex>): Verdict[] =>
  marks.map((mark) => ({ mark, supported: sources.has(mark.source), passage: '' }));

/**
 * Compares every sentence that has marks with the sources they name. A mark is supported when a passage of its source
 * has most of the sentence's words, all of its numbers, knows its names and does not say the opposite. A sentence holds
 * when each group of its marks has one that is supported. Marks without a source are unsupported.
 */
export const checkCitations = async (
  text: string,
  cited: readonly CitedText[],
  { similarity, pause }: CheckTools = AT_ONCE,
): Promise<Citations> => {
  const claims = claimsOf(text);
  const used = new Set(claims.flatMap(({ marks }) => marks.map(({ source }) => source)));
  const sources = new Map<number, SourceIndex>();
  for (const source of cited.filter(({ number }) => used.has(number))) {
    await pause();
    sources.set(source.number, new SourceIndex(source));
  }
  const known = { sources, supports: new Supports() };
  const marks: CitationMark[] = [];
  const sentences = new Map<number, boolean>();
  for (const claim of claims) {
    await pause();
    const isSaid = claim.said.words.length + claim.said.figures.length > 0;
    const verdicts = isSaid ? await judge(claim, known, similarity) : unsaid(claim, sources);
    for (const { mark, supported, passage } of verdicts)
      marks.push({ index: mark.index, source: mark.source, supported, passage });
    if (isSaid)
      sentences.set(
        claim.sentence,
        (sentences.get(claim.sentence) ?? true) && verdicts.some(({ supported }) => supported),
      );
  }
  const supported = [...sentences.values()].filter(Boolean).length;
  return { checked: sentences.size, supported, marks };
};
