import type * as contract from '../../../src/contract/prompts.ts';
import type { Answer } from '../../../src/contract/route.ts';
import { api, endpoint } from '../../lib/api.ts';
import type { PromptContent } from '../../ui/prompts/prompt-content.ts';

const list = endpoint<typeof contract.listPrompts>('get', '/api/prompts');
const add = endpoint<typeof contract.addPrompt>('post', '/api/prompts');
const change = endpoint<typeof contract.changePrompt>('put', '/api/prompts/:id');
const remove = endpoint<typeof contract.deletePrompt>('delete', '/api/prompts/:id');

export type { SavedPrompt } from '../../../src/contract/prompts.ts';
export type Prompts = Answer<typeof contract.listPrompts>;

interface Save {
  readonly content: PromptContent;
  /** The prompt as it was read; null: a new one. */
  readonly before: { readonly id: string; readonly revision: number } | null;
}

/** The saved prompts of this account. They come with the first use, and their tag with them. */
export const promptsApi = api.enhanceEndpoints({ addTagTypes: ['Prompts'] }).injectEndpoints({
  endpoints: (build) => ({
    prompts: build.query<Prompts, void>({ query: () => list(), providesTags: ['Prompts'] }),
    savePrompt: build.mutation<Answer<typeof contract.addPrompt>, Save>({
      query: ({ content, before }) =>
        before
          ? change({ params: { id: before.id }, body: { ...content, revision: before.revision } })
          : add({ body: content }),
      // Also after a refusal: somebody else may have changed or deleted it.
      invalidatesTags: ['Prompts'],
    }),
    deletePrompt: build.mutation<Answer<typeof contract.deletePrompt>, string>({
      query: (id) => remove({ params: { id } }),
      invalidatesTags: ['Prompts'],
    }),
  }),
});
