import type { keepInstruction, readInstruction } from '../../../src/contract/account-data.ts';
import type { Answer, Body } from '../../../src/contract/route.ts';
import { api, endpoint } from '../../lib/api.ts';

const read = endpoint<typeof readInstruction>('get', '/api/account/instruction');
const keep = endpoint<typeof keepInstruction>('put', '/api/account/instruction');

/** How the person wishes to be answered, in their own words. */
export const instructionApi = api.injectEndpoints({
  endpoints: (build) => ({
    instruction: build.query<Answer<typeof readInstruction>, void>({
      query: () => read(),
      providesTags: ['Instruction'],
    }),
    keepInstruction: build.mutation<Answer<typeof keepInstruction>, Body<typeof keepInstruction>>({
      query: (body) => keep({ body }),
      onQueryStarted: async (_body, { dispatch, queryFulfilled }) => {
        const { data } = await queryFulfilled.catch(() => ({ data: null }));
        if (data) dispatch(instructionApi.util.updateQueryData('instruction', undefined, () => data)); // the answer says what is kept now
      },
    }),
  }),
});
