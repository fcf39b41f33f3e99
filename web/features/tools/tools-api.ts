import type { Answer } from '../../../src/contract/route.ts';
import type * as contract from '../../../src/contract/tools.ts';
import { api, endpoint } from '../../lib/api.ts';

const list = endpoint<typeof contract.listTools>('get', '/api/tools');

export type { ToolServer } from '../../../src/contract/tools.ts';
export type Tools = Answer<typeof contract.listTools>;

/** The servers of tools for this account. What changes them comes with the first use (`tool-calls-api.ts`). */
export const toolsApi = api.injectEndpoints({
  endpoints: (build) => ({
    tools: build.query<Tools, void>({ query: () => list(), providesTags: ['Tools'] }),
  }),
});
