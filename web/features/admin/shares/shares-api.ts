import type { Answer, Body } from '../../../../src/contract/route.ts';
import type * as contract from '../../../../src/contract/shares.ts';
import type { ShareFilter } from '../../../../src/shared/share-reports.ts';
import { endpoint } from '../../../lib/api.ts';
import { panelApi } from '../shared/panel-api.ts';

const list = endpoint<typeof contract.listModeratedShares>('get', '/api/admin/shares');
const reports = endpoint<typeof contract.listShareReports>('get', '/api/admin/shares/:id/reports');
const decide = endpoint<typeof contract.decideOnShare>('post', '/api/admin/shares/:id/decision');

export type ModeratedShare = contract.ModeratedShare;
type Page = Answer<typeof contract.listModeratedShares>;

export interface ShareSearch {
  readonly filter: ShareFilter;
  readonly search: string;
}

/** The shared links of everybody, and what was decided about them. */
export const moderationApi = panelApi.injectEndpoints({
  endpoints: (build) => ({
    moderatedShares: build.infiniteQuery<Page, ShareSearch, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ next }) => next,
      },
      query: ({ queryArg, pageParam }) =>
        list({ query: { ...queryArg, ...(pageParam === null ? {} : { before: pageParam }) } }),
      providesTags: ['AdminShares'],
      keepUnusedDataFor: 0,
    }),
    shareReports: build.query<Answer<typeof contract.listShareReports>, string>({
      query: (id) => reports({ params: { id } }),
      providesTags: ['AdminShares'],
    }),
    decideOnShare: build.mutation<
      Answer<typeof contract.decideOnShare>,
      { readonly id: string } & Body<typeof contract.decideOnShare>
    >({
      query: ({ id, ...body }) => decide({ params: { id }, body }),
      invalidatesTags: ['AdminShares', 'Shares'],
    }),
  }),
});
