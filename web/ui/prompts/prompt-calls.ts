import type { SavedPrompt } from '../../../src/contract/prompts.ts';
import type { PromptContent } from './prompt-content.ts';

/** What a call about prompts ends with; one of both is there. */
export interface PromptResult {
  readonly data?: { readonly prompt: SavedPrompt } | undefined;
  readonly error?: unknown;
}

/** Saves a new prompt, or with `before` the change of one as it was read. */
export type SavePrompt = (
  content: PromptContent,
  before: Pick<SavedPrompt, 'id' | 'revision'> | null,
) => PromiseLike<PromptResult>;

/** What a library of prompts does on the server. */
export interface PromptCalls {
  readonly save: SavePrompt;
  readonly remove: (id: string) => PromiseLike<PromptResult>;
}
