import type { saveCustomInstructions, getCustomInstructions } from '../../../src/contract/account-data.ts';
import type { Answer, Body } from '../../../src/contract/route.ts';
import { api, endpoint } from '../../lib/api.ts';

const getInstruction = endpoint<typeof getCustomInstructions>('get', '/api/account/instruction');
const saveInstruction = endpoint<typeof saveCustomInstructions>('put', '/api/account/instruction');

/** The user's custom instructions. */
export const instructionApi = api.enhanceEndpoints({ addTagTypes: ['Instruction'] }).injectEndpoints({
  endpoints: (build) => ({
    instruction: build.query<Answer<typeof getCustomInstructions>, void>({
      query: () => getInstruction(),
      providesTags: ['Instruction'],
    }),
    keepInstruction: build.mutation<Answer<typeof saveCustomInstructions>, Body<typeof saveCustomInstructions>>({
      query: (body) => saveInstruction({ body }),
      onQueryStarted: async (_body, { dispatch, queryFulfilled }) => {
        const { data } = await queryFulfilled.catch(() => ({ data: null }));
        if (data) dispatch(instructionApi.util.updateQueryData('instruction', undefined, () => data));
      },
    }),
  }),
});
