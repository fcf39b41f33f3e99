import type { Answer, Body } from '../../../src/contract/route.ts';
import type * as contract from '../../../src/contract/shares.ts';
import { api, endpoint } from '../../lib/api.ts';

const listShares = endpoint<typeof contract.listShares>('get', '/api/shares');
const createShare = endpoint<typeof contract.createShare>('post', '/api/shares');
const revokeShare = endpoint<typeof contract.revokeShare>('delete', '/api/shares/:id');

export type Share = contract.Share;

/** The calls about one's own public links. */
export const sharesApi = api.enhanceEndpoints({ addTagTypes: ['Shares'] }).injectEndpoints({
  endpoints: (build) => ({
    shares: build.query<Answer<typeof contract.listShares>, void>({
      query: () => listShares(),
      providesTags: ['Shares'],
    }),
    createShare: build.mutation<Answer<typeof contract.createShare>, Body<typeof contract.createShare>>({
      query: (body) => createShare({ body }),
      invalidatesTags: (answer) => (answer ? ['Shares'] : []),
    }),
    revokeShare: build.mutation<Answer<typeof contract.revokeShare>, string>({
      query: (id) => revokeShare({ params: { id } }),
      invalidatesTags: ['Shares'], // after a refusal too, because the link no longer exists
    }),
  }),
});
