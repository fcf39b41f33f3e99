import type { Answer } from '../../../src/contract/route.ts';
import type * as contract from '../../../src/contract/theme.ts';
import { api, endpoint } from '../../lib/api.ts';

const theme = endpoint<typeof contract.theme>('get', '/api/theme');

/** How the operator wants the page to look. */
export const themeApi = api.injectEndpoints({
  endpoints: (build) => ({
    theme: build.query<Answer<typeof contract.theme>, void>({
      query: () => theme(),
      keepUnusedDataFor: Number.MAX_SAFE_INTEGER,
    }),
  }),
});
