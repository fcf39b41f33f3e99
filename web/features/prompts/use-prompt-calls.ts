import type { PromptCalls } from '../../ui/prompts/prompt-calls.ts';
import { promptsApi } from './prompts-api.ts';

/** The calls of one's own library. */
export const usePromptCalls = (): PromptCalls => {
  const [save] = promptsApi.useSavePromptMutation();
  const [remove] = promptsApi.useDeletePromptMutation();
  return { save: (content, before) => save({ content, before }), remove };
};
