import type * as contract from '../../../../src/contract/prompts.ts';
import type { Answer } from '../../../../src/contract/route.ts';
import { endpoint } from '../../../lib/api.ts';
import { panelApi } from '../shared/panel-api.ts';
import type { PromptContent } from '../../../ui/prompts/prompt-content.ts';

const list = endpoint<typeof contract.listPublishedPrompts>('get', '/api/admin/prompts');
const add = endpoint<typeof contract.publishPrompt>('post', '/api/admin/prompts');
const change = endpoint<typeof contract.changePublishedPrompt>('put', '/api/admin/prompts/:id');
const remove = endpoint<typeof contract.withdrawPrompt>('delete', '/api/admin/prompts/:id');

interface Save {
  readonly content: PromptContent;
  /** The prompt as it was read; null: a new one. */
  readonly before: { readonly id: string; readonly revision: number } | null;
}

/** The admin's own box shows them too. */
const CHANGED = ['AdminPrompts', 'Prompts'] as const;

/** The prompts that admins publish to everybody. */
export const publishedPromptsApi = panelApi.enhanceEndpoints({ addTagTypes: ['Prompts'] }).injectEndpoints({
  endpoints: (build) => ({
    publishedPrompts: build.query<Answer<typeof contract.listPublishedPrompts>, void>({
      query: () => list(),
      providesTags: ['AdminPrompts'],
    }),
    savePublishedPrompt: build.mutation<Answer<typeof contract.publishPrompt>, Save>({
      query: ({ content, before }) =>
        before
          ? change({ params: { id: before.id }, body: { ...content, revision: before.revision } })
          : add({ body: content }),
      // Also after a refusal: another admin may have changed or withdrawn it.
      invalidatesTags: CHANGED,
    }),
    withdrawPrompt: build.mutation<Answer<typeof contract.withdrawPrompt>, string>({
      query: (id) => remove({ params: { id } }),
      invalidatesTags: CHANGED,
    }),
  }),
});
