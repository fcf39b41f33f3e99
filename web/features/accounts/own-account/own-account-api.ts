import type * as contract from '../../../../src/contract/accounts.ts';
import type { Answer, Body } from '../../../../src/contract/route.ts';
import { api, endpoint } from '../../../lib/api.ts';
import { userRefreshed } from '../../../state/session-slice.ts';

const renameUser = endpoint<typeof contract.renameUser>('put', '/api/auth/me');
const changePassword = endpoint<typeof contract.changePassword>('post', '/api/auth/change-password');

/** What a signed-in person changes about their account. */
export const ownAccountApi = api.injectEndpoints({
  endpoints: (build) => ({
    renameUser: build.mutation<Answer<typeof contract.renameUser>, Body<typeof contract.renameUser>>({
      query: (body) => renameUser({ body }),
      onQueryStarted: async (_, { dispatch, queryFulfilled }) => {
        const { data } = await queryFulfilled.catch(() => ({ data: null }));
        if (data) dispatch(userRefreshed(data.user));
      },
    }),
    changePassword: build.mutation<Answer<typeof contract.changePassword>, Body<typeof contract.changePassword>>({
      query: (body) => changePassword({ body }),
    }),
  }),
});
