import type * as contract from '../../../src/contract/accounts.ts';
import type { Answer, Body } from '../../../src/contract/route.ts';
import { api, endpoint } from '../../lib/api.ts';
import { userRefreshed } from '../../state/session-slice.ts';

const setLanguage = endpoint<typeof contract.setLanguage>('put', '/api/auth/language');

export const accountLanguageApi = api.injectEndpoints({
  endpoints: (build) => ({
    setLanguage: build.mutation<Answer<typeof contract.setLanguage>, Body<typeof contract.setLanguage>>({
      query: (body) => setLanguage({ body }),
      onQueryStarted: async (_, { dispatch, queryFulfilled }) => {
        const { data } = await queryFulfilled.catch(() => ({ data: null }));
        if (data) dispatch(userRefreshed(data.user));
      },
    }),
  }),
});
