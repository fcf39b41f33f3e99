import { type Claim, extractClaims } from './extract-claims.ts';
import type { TextMark } from './markdown/citation-marks.ts';
import { type CitedText, SourceIndex } from './source-index.ts';
import { type Support, scoreSupport, scoreParts } from './score.ts';
import { truncateWords } from './markdown/plain-text.ts';
import { tokenize } from './tokenize.ts';
import type { Citations } from '../../shared/reply-details.ts';

/** Semantic similarity, 0 to 1; called only when the words do not decide. */
export type Similarity = (sentence: string, passage: string) => Promise<number>;

export interface CheckCitationsOptions {
  readonly similarity?: Similarity | undefined;
  /** Called in long loops, so that other work can run. */
  readonly yieldToOthers: () => Promise<void>;
}

const WITHOUT_YIELDING: CheckCitationsOptions = { yieldToOthers: () => Promise.resolve() };

/** From here on a passage is a paraphrase. */
const MIN_SIMILARITY = 0.8;

interface Verdict {
  readonly mark: TextMark;
  readonly supported: boolean;
  readonly passage: string;
  readonly closest: string;
}

const bestSupport = (claim: Claim, source: SourceIndex): Support => {
  const language = claim.tokens.language ?? source.language;
  const tokens = language === claim.tokens.language ? claim.tokens : tokenize(claim.text, language);
  const whole = scoreSupport(tokens, source, language);
  if (whole.isSupported || whole.contradicted) return whole;
  return scoreParts(claim.text, tokens, source, language) ?? whole;
};

/** Caches the best passage per source and claim: many marks may have the same words. */
class SupportCache {
  private readonly cached = new Map<SourceIndex, Map<string, Support>>();

  get(claim: Claim, source: SourceIndex): Support {
    const ofSource = this.cached.get(source) ?? new Map<string, Support>();
    this.cached.set(source, ofSource);
    const support = ofSource.get(claim.text) ?? bestSupport(claim, source);
    ofSource.set(claim.text, support);
    return support;
  }
}

/** Whether several sources together support a claim, and this one contributes. */
const isJointlySupported = (own: Support, all: readonly Support[], claim: Claim): boolean => {
  if (own.contradicted || own.share < 0.25 || own.found.size < 2) return false;
  const found = new Set(all.filter(({ contradicted }) => !contradicted).flatMap((support) => [...support.found]));
  const { words, numbers: figures } = claim.tokens;
  const numbersFound = figures.every(({ isOptional }, index) => isOptional === true || found.has(words.length + index));
  const namesFound = words.every(({ isCapitalised: capital, first }, index) => !capital || first || found.has(index));
  return numbersFound && namesFound && found.size >= 0.6 * (words.length + figures.length);
};

const isSimilar = async (
  claim: Claim,
  { open, passage, isSupported }: Support,
  similarity: Similarity | undefined,
): Promise<boolean> =>
  !isSupported &&
  open &&
  passage !== '' &&
  similarity !== undefined &&
  (await similarity(claim.text, passage)) >= MIN_SIMILARITY;

const MAX_CLOSEST_CHARACTERS = 240;
/** With fewer words in common a sentence is about something else. */
const MIN_CLOSEST_SHARE = 0.2;

const closestSentence = ({ closest, share, found }: Support): string =>
  share < MIN_CLOSEST_SHARE || found.size < 2 ? '' : truncateWords(closest, MAX_CLOSEST_CHARACTERS);

interface CheckContext {
  readonly sources: ReadonlyMap<number, SourceIndex>;
  readonly supports: SupportCache;
}

const judgeClaim = async (
  claim: Claim,
  { sources, supports: best }: CheckContext,
  similarity: Similarity | undefined,
): Promise<Verdict[]> => {
  const supports = claim.marks.map(({ source }) => {
    const index = sources.get(source);
    return index && best.get(claim, index);
  });
  const cached = supports.filter((support) => support !== undefined);
  return Promise.all(
    claim.marks.map(async (mark, index): Promise<Verdict> => {
      const own = supports[index];
      if (!own) return { mark, supported: false, passage: '', closest: '' };
      const isJoint = cached.length > 1 && isJointlySupported(own, cached, claim);
      const supported = own.isSupported || isJoint || (await isSimilar(claim, own, similarity));
      return { mark, supported, passage: supported ? own.passage : '', closest: supported ? '' : closestSentence(own) };
    }),
  );
};

/** A mark without words is supported when its source exists. */
const judgeEmptyClaim = ({ marks }: Claim, sources: ReadonlyMap<number, SourceIndex>): Verdict[] =>
  marks.map((mark) => ({ mark, supported: sources.has(mark.source), passage: '', closest: '' }));

/**
 * Compares each sentence that has marks with the sources they name. A mark is supported when a passage of its source
 * has most of the sentence's words, all its numbers and names, and does not contradict it. A sentence is supported when
 * each group of its marks has a supported one. Marks without a source are unsupported.
 */
export const checkCitations = async (
  text: string,
  cited: readonly CitedText[],
  { similarity, yieldToOthers }: CheckCitationsOptions = WITHOUT_YIELDING,
): Promise<Citations> => {
  const claims = extractClaims(text);
  const used = new Set(claims.flatMap(({ marks }) => marks.map(({ source }) => source)));
  const sources = new Map<number, SourceIndex>();
  for (const source of cited.filter(({ number }) => used.has(number))) {
    await yieldToOthers();
    sources.set(source.number, new SourceIndex(source));
  }
  const cached = { sources, supports: new SupportCache() };
  const marks: Citations['marks'][number][] = [];
  const sentences = new Map<number, boolean>();
  for (const claim of claims) {
    await yieldToOthers();
    const hasContent = claim.tokens.words.length + claim.tokens.numbers.length > 0;
    const verdicts = hasContent ? await judgeClaim(claim, cached, similarity) : judgeEmptyClaim(claim, sources);
    for (const { mark, supported, passage, closest } of verdicts)
      marks.push({
        index: mark.index,
        source: mark.source,
        supported,
        passage,
        ...(closest === '' ? {} : { closest }),
      });
    const isSupported = (sentences.get(claim.sentence) ?? true) && verdicts.some(({ supported }) => supported);
    if (hasContent) sentences.set(claim.sentence, isSupported);
  }
  const supported = [...sentences.values()].filter(Boolean).length;
  return { checked: sentences.size, supported, marks };
};
