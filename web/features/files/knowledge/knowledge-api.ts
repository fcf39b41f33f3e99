import type * as contract from '../../../../src/contract/knowledge.ts';
import type { Answer, Query } from '../../../../src/contract/route.ts';
import { api, endpoint } from '../../../lib/api.ts';

const list = endpoint<typeof contract.listKnowledge>('get', '/api/knowledge');
const listFiles = endpoint<typeof contract.listKnowledgeFiles>('get', '/api/knowledge/:id/files');

export type Knowledge = contract.KnowledgeRow;
export type KnowledgeFile = contract.KnowledgeFileRow;

/** What groups share with this account. */
export const knowledgeApi = api.injectEndpoints({
  endpoints: (build) => ({
    knowledge: build.query<readonly Knowledge[], void>({
      query: () => list(),
      transformResponse: ({ knowledge }: Answer<typeof contract.listKnowledge>) => knowledge,
      providesTags: ['Files'],
    }),
    knowledgeFiles: build.query<
      Answer<typeof contract.listKnowledgeFiles>,
      { readonly id: string } & Query<typeof contract.listKnowledgeFiles>
    >({
      query: ({ id, ...query }) => listFiles({ params: { id }, query }),
      providesTags: ['Files'],
    }),
  }),
});
