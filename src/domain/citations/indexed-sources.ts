import { type CitedText, SourceIndex } from './source-index.ts';

/** The sources of an answer by their number; each is indexed when a mark names it. */
export class IndexedSources {
  private readonly texts: ReadonlyMap<number, CitedText>;
  private readonly indexes = new Map<number, SourceIndex>();

  constructor(texts: readonly CitedText[]) {
    this.texts = new Map(texts.map((text) => [text.number, text]));
  }

  get numbers(): readonly number[] {
    return [...this.texts.keys()];
  }

  has(number: number): boolean {
    return this.texts.has(number);
  }

  find(number: number): SourceIndex | undefined {
    const text = this.texts.get(number);
    const index = this.indexes.get(number) ?? (text && new SourceIndex(text));
    if (index) this.indexes.set(number, index);
    return index;
  }
}
