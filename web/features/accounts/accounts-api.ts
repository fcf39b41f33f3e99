import type * as contract from '../../../src/contract/accounts.ts';
import type { Answer, Body } from '../../../src/contract/route.ts';
import type * as signInContract from '../../../src/contract/sign-in.ts';
import { api, endpoint } from '../../lib/api.ts';
import { userRefreshed } from '../../state/session-slice.ts';

const login = endpoint<typeof contract.login>('post', '/api/auth/login');
const register = endpoint<typeof contract.register>('post', '/api/auth/register');
const logout = endpoint<typeof contract.logout>('post', '/api/auth/logout');
const logoutEverywhere = endpoint<typeof signInContract.logoutEverywhere>('post', '/api/auth/logout-everywhere');
const me = endpoint<typeof contract.me>('get', '/api/auth/me');
const claimAdmin = endpoint<typeof contract.claimAdmin>('post', '/api/auth/setup');

export type SignedIn = Answer<typeof contract.login>;

/** The calls of signing in and out. `me` brings the stored account up to date when the page comes up. */
export const accountsApi = api.injectEndpoints({
  endpoints: (build) => ({
    login: build.mutation<SignedIn, Body<typeof contract.login>>({ query: (body) => login({ body }) }),
    register: build.mutation<Answer<typeof contract.register>, Body<typeof contract.register>>({
      query: (body) => register({ body }),
    }),
    claimAdmin: build.mutation<Answer<typeof contract.claimAdmin>, Body<typeof contract.claimAdmin>>({
      query: (body) => claimAdmin({ body }),
    }),
    logout: build.mutation<Answer<typeof contract.logout>, void>({ query: () => logout() }),
    logoutEverywhere: build.mutation<Answer<typeof signInContract.logoutEverywhere>, void>({
      query: () => logoutEverywhere(),
    }),
    me: build.query<Answer<typeof contract.me>, void>({
      query: () => me(),
      providesTags: ['Me'],
      onQueryStarted: async (_, { dispatch, queryFulfilled }) => {
        const { data } = await queryFulfilled.catch(() => ({ data: null }));
        if (data) dispatch(userRefreshed(data.user));
      },
    }),
  }),
});
