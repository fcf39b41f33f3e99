/** The source of a mark. */
export interface CitedSource {
  readonly number: number;
  readonly title: string;
  readonly address: string;
  /** The signed address of its site's icon. */
  readonly icon: string | undefined;
  readonly snippet: string;
  /** The part of the source that carries the sentence; empty when none is known. */
  readonly passage: string;
  /** Of an unsupported mark: the sentence of the source that comes closest; empty when none does. */
  readonly closest: string;
  /** Null = not checked. */
  readonly supported: boolean | null;
}

/** The words around and in the passage: within the snippet where it is part of it, else the passage alone. */
export const splitAtPassage = ({
  snippet,
  passage,
}: CitedSource): { readonly before: string; readonly hit: string; readonly after: string } => {
  if (passage === '') return { before: snippet, hit: '', after: '' };
  const at = snippet.indexOf(passage);
  if (at < 0) return { before: '', hit: passage, after: '' };
  return { before: snippet.slice(0, at), hit: passage, after: snippet.slice(at + passage.length) };
};
