/** The source of a mark. */
export interface CitedSource {
  readonly number: number;
  readonly title: string;
  readonly address: string;
  /** The signed address of its site's icon. */
  readonly icon: string | undefined;
  readonly snippet: string;
  /** The day of its publication, `YYYY-MM-DD`, if that is known. */
  readonly published?: string | undefined;
  /** The part of the source that carries the sentence; empty when none is known. */
  readonly passage: string;
  /** The sentence of the passage that decides; empty where the whole passage does. */
  readonly sentence: string;
  /** Of an unsupported mark: the sentence of the source that comes closest; empty when none does. */
  readonly closest: string;
  /** Null = not checked. */
  readonly supported: boolean | null;
  /** A model judged it, not the rules alone. */
  readonly byModel: boolean;
  /** Of a document on the web; undefined where it has none. */
  readonly page: number | undefined;
}

/** The words to open the source at; empty where none are known. */
export const placeIn = ({ passage, sentence, closest }: CitedSource): string => sentence || passage || closest;

/** The deciding sentence and what stands around it: in its passage, or of a passage of one sentence in the snippet. */
export const splitAtPassage = ({
  snippet,
  passage,
  sentence,
}: CitedSource): { readonly before: string; readonly hit: string; readonly after: string } => {
  if (passage === '') return { before: snippet, hit: '', after: '' };
  const hit = sentence !== '' && passage.includes(sentence) ? sentence : passage;
  const around = hit === passage && snippet.includes(passage) ? snippet : passage;
  const at = around.indexOf(hit);
  return { before: around.slice(0, at), hit, after: around.slice(at + hit.length) };
};
