/** A document of our own with questions that people might ask of it. */
export interface AskedDocument {
  readonly id: string;
  /** Markdown. */
  readonly text: string;
  /** Each with words that stand in the passage that answers it, and nowhere else in the document. */
  readonly asked: readonly (readonly [question: string, answer: string])[];
}
