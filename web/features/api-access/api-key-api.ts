import type * as contract from '../../../src/contract/api-keys.ts';
import type { Answer } from '../../../src/contract/route.ts';
import { api, endpoint } from '../../lib/api.ts';

const readApiKey = endpoint<typeof contract.getApiKey>('get', '/api/account/api-key');
const createApiKey = endpoint<typeof contract.createApiKey>('post', '/api/account/api-key');
const deleteApiKey = endpoint<typeof contract.deleteApiKey>('delete', '/api/account/api-key');

export type ApiKeyState = Answer<typeof contract.getApiKey>;
export type ApiKey = NonNullable<ApiKeyState['key']>;

/** The personal API key. Only the answer of `createApiKey` has its secret. */
export const apiKeyApi = api.injectEndpoints({
  endpoints: (build) => ({
    apiKey: build.query<ApiKeyState, void>({ query: () => readApiKey(), providesTags: ['ApiKey'] }),
    createApiKey: build.mutation<Answer<typeof contract.createApiKey>, void>({
      query: () => createApiKey(),
      invalidatesTags: (done) => (done ? ['ApiKey'] : []),
    }),
    deleteApiKey: build.mutation<Answer<typeof contract.deleteApiKey>, void>({
      query: () => deleteApiKey(),
      invalidatesTags: (done) => (done ? ['ApiKey'] : []),
    }),
  }),
});
