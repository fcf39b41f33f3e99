import { type Claim, extractClaims } from './extract-claims.ts';
import type { TextMark } from './markdown/citation-marks.ts';
import type { IndexedSources } from './indexed-sources.ts';
import type { SourceIndex } from './source-index.ts';
import { scoreParts } from './score-parts.ts';
import { type Support, scoreSupport } from './score.ts';
import { truncateWords } from './markdown/plain-text.ts';
import { tokenize } from './tokenize.ts';

export interface CheckCitationsOptions {
  /** Called in long loops, so that other work can run. */
  readonly yieldToOthers: () => Promise<void>;
}

export interface MarkVerdict {
  readonly mark: TextMark;
  readonly supported: boolean;
  readonly passage: string;
  /** The sentence of the passage that decides; empty without one. */
  readonly sentence: string;
  readonly closest: string;
  /** The source says another number: no model can find the mark supported. */
  readonly isGuarded: boolean;
  readonly byModel: boolean;
}

export interface JudgedClaim {
  readonly claim: Claim;
  readonly verdicts: readonly MarkVerdict[];
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

const MAX_CLOSEST_CHARACTERS = 240;
/** With fewer words in common a sentence is about something else. */
const MIN_CLOSEST_SHARE = 0.2;

const closestSentence = ({ closest, share, found }: Support): string =>
  share < MIN_CLOSEST_SHARE || found.size < 2 ? '' : truncateWords(closest, MAX_CLOSEST_CHARACTERS);

const withoutQuotes = (mark: TextMark, supported: boolean): MarkVerdict => ({
  ...{ mark, supported, passage: '', sentence: '', closest: '', isGuarded: false, byModel: false },
});

export const hasContent = ({ tokens: { words, numbers } }: Claim): boolean => words.length + numbers.length > 0;

interface JudgeContext {
  readonly sources: IndexedSources;
  readonly supports: SupportCache;
}

const judgeClaim = (claim: Claim, { sources, supports: best }: JudgeContext): MarkVerdict[] => {
  const supports = claim.marks.map(({ source }) => {
    const index = sources.find(source);
    return index && best.get(claim, index);
  });
  const cached = supports.filter((support) => support !== undefined);
  return claim.marks.map((mark, index) => {
    const own = supports[index];
    if (!own) return withoutQuotes(mark, false);
    const supported = own.isSupported || (cached.length > 1 && isJointlySupported(own, cached, claim));
    return {
      mark,
      supported,
      passage: supported ? own.passage : '',
      sentence: supported && own.passage.includes(own.closest) ? own.closest : '',
      closest: supported ? '' : closestSentence(own),
      isGuarded: !supported && own.numbersContradict,
      byModel: false,
    };
  });
};

/**
 * By rules: each mark of a text against the source that it names. A mark without words needs only its source to exist.
 */
export const judgeCitations = async (
  text: string,
  sources: IndexedSources,
  { yieldToOthers }: CheckCitationsOptions,
): Promise<JudgedClaim[]> => {
  const context = { sources, supports: new SupportCache() };
  const judged: JudgedClaim[] = [];
  for (const claim of extractClaims(text)) {
    await yieldToOthers();
    const verdicts = hasContent(claim)
      ? judgeClaim(claim, context)
      : claim.marks.map((mark) => withoutQuotes(mark, sources.has(mark.source)));
    judged.push({ claim, verdicts });
  }
  return judged;
};
