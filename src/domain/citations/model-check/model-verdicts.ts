import { type JudgedClaim, type MarkVerdict } from '../judge-citations.ts';

/** What a model says of a sentence and a source. */
export interface ModelVerdict {
  readonly supported: boolean;
  /** The sentence of the source that decides; empty without one. */
  readonly sentence: string;
  /** The text around it. */
  readonly passage: string;
}

/** By claim and source, so that they hold for the same words after other sentences were corrected. */
export type ModelVerdicts = ReadonlyMap<string, ModelVerdict>;

export const NO_VERDICTS: ModelVerdicts = new Map();

export const verdictKey = (claim: string, source: number): string => `${source} ${claim}`;

const combine = (own: MarkVerdict, { supported, sentence, passage }: ModelVerdict): MarkVerdict => {
  if (own.isGuarded && supported) return own;
  return supported
    ? { ...own, supported, passage, sentence, closest: '', byModel: true }
    : { ...own, supported, passage: '', sentence: '', closest: sentence || own.closest || own.sentence, byModel: true };
};

/** The model decides, except against another number. Where it says nothing, the rules stand. */
export const applyVerdicts = (judged: readonly JudgedClaim[], verdicts: ModelVerdicts): readonly JudgedClaim[] =>
  judged.map(({ claim, verdicts: marks }) => ({
    claim,
    verdicts: marks.map((own) => {
      const other = verdicts.get(verdictKey(claim.text, own.mark.source));
      return other ? combine(own, other) : own;
    }),
  }));
