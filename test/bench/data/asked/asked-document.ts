/** A document of our own with questions that people might ask of it. */
export interface QuestionDocument {
  readonly id: string;
  /** Markdown. */
  readonly text: string;
  /** Each with words that stand in the passage that answers it, and nowhere else in the document. */
  readonly questions: readonly (readonly [question: string, answer: string])[];
}
