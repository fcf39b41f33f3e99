import type * as contract from '../../../src/contract/ai.ts';
import type { Answer } from '../../../src/contract/route.ts';
import { api, endpoint } from '../../lib/api.ts';
import { freemiumConfigReceived } from '../../state/flags-slice.ts';

const freemiumConfig = endpoint<typeof contract.freemiumConfig>('get', '/api/freemium-config');

/** The settings of the trial. If the call fails, the defaults of the flags apply. */
export const freemiumApi = api.injectEndpoints({
  endpoints: (build) => ({
    freemiumConfig: build.query<Answer<typeof contract.freemiumConfig>, void>({
      query: () => freemiumConfig(),
      providesTags: ['Freemium'],
      onQueryStarted: async (_, { dispatch, queryFulfilled }) => {
        const { data } = await queryFulfilled.catch(() => ({ data: null }));
        if (data) dispatch(freemiumConfigReceived(data));
      },
    }),
  }),
});
