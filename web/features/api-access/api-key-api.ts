import type * as contract from '../../../src/contract/api-keys.ts';
import type { Answer, Body } from '../../../src/contract/route.ts';
import { api, endpoint } from '../../lib/api.ts';

const listApiKeys = endpoint<typeof contract.listApiKeys>('get', '/api/account/api-keys');
const createApiKey = endpoint<typeof contract.createNamedApiKey>('post', '/api/account/api-keys');
const revokeApiKey = endpoint<typeof contract.revokeApiKey>('delete', '/api/account/api-keys/:id');

export type ApiKeyState = Answer<typeof contract.listApiKeys>;
export type ApiKey = ApiKeyState['keys'][number];
export type NewApiKey = Required<Body<typeof contract.createNamedApiKey>>;

/** The API keys of the account. Only the answer of `createApiKey` has a secret. */
export const apiKeyApi = api.injectEndpoints({
  endpoints: (build) => ({
    apiKeys: build.query<ApiKeyState, void>({ query: () => listApiKeys(), providesTags: ['ApiKey'] }),
    createApiKey: build.mutation<Answer<typeof contract.createNamedApiKey>, NewApiKey>({
      query: (body) => createApiKey({ body }),
      invalidatesTags: (done) => (done ? ['ApiKey'] : []),
    }),
    revokeApiKey: build.mutation<Answer<typeof contract.revokeApiKey>, string>({
      query: (id) => revokeApiKey({ params: { id } }),
      invalidatesTags: ['ApiKey'],
    }),
  }),
});
