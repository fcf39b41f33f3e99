import { markNumbers } from '../markdown/citation-marks.ts';

/** A list up to this length is read whole. */
const MAX_UNFOLDED = 8;
/** Shown of a longer list where the text cites none. */
const MIN_SHOWN = 3;

export interface NumberedSource<S> {
  readonly source: S;
  /** As the marks name it. */
  readonly number: number;
}

/** A whole file is dozens of sources: of a long list those that the text cites are shown, and the others folded. */
export const foldSources = <S>(
  sources: readonly S[],
  text: string,
): { readonly shown: readonly NumberedSource<S>[]; readonly folded: readonly NumberedSource<S>[] } => {
  const numbered = sources.map((source, at) => ({ source, number: at + 1 }));
  if (numbered.length <= MAX_UNFOLDED) return { shown: numbered, folded: [] };
  const cited = new Set(markNumbers(text));
  const isShown = ({ number }: NumberedSource<S>): boolean => cited.has(number);
  return numbered.some(isShown)
    ? { shown: numbered.filter(isShown), folded: numbered.filter((each) => !isShown(each)) }
    : { shown: numbered.slice(0, MIN_SHOWN), folded: numbered.slice(MIN_SHOWN) };
};
