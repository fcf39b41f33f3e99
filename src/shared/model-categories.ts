/** The groups of models, in the order in which they are shown. */
export const MODEL_CATEGORIES = [
  'OpenAI Preview',
  'Anthropic Preview',
  'LLaMA',
  'Mixtral',
  'Gemma',
  'OpenAI',
  'Anthropic',
  'Other',
] as const;
export type ModelCategory = (typeof MODEL_CATEGORIES)[number];

interface Categorized {
  readonly category: ModelCategory;
}

export const compareCategories = (a: Categorized, b: Categorized): number =>
  MODEL_CATEGORIES.indexOf(a.category) - MODEL_CATEGORIES.indexOf(b.category);
