import type * as contract from '../../../../src/contract/accounts.ts';
import type * as emailChange from '../../../../src/contract/email-change.ts';
import type { Answer, Body } from '../../../../src/contract/route.ts';
import type * as sessions from '../../../../src/contract/sessions.ts';
import type * as signInContract from '../../../../src/contract/sign-in.ts';
import { api, endpoint } from '../../../lib/api.ts';
import { userRefreshed } from '../../../state/session-slice.ts';

const renameUser = endpoint<typeof contract.renameUser>('put', '/api/auth/me');
const changePassword = endpoint<typeof contract.changePassword>('post', '/api/auth/change-password');
const askEmailChange = endpoint<typeof emailChange.askEmailChange>('post', '/api/auth/change-email');
const confirmEmailChange = endpoint<typeof emailChange.confirmEmailChange>('post', '/api/auth/confirm-email');
const undoEmailChange = endpoint<typeof emailChange.undoEmailChange>('post', '/api/auth/restore-email');
const reauthenticate = endpoint<typeof sessions.reauthenticate>('post', '/api/auth/reauthenticate');
const listSessions = endpoint<typeof sessions.listSessions>('get', '/api/auth/sessions');
const endSession = endpoint<typeof sessions.endSession>('delete', '/api/auth/sessions/:id');
const endOtherSessions = endpoint<typeof sessions.endOtherSessions>('delete', '/api/auth/sessions');

export type OwnSession = Answer<typeof sessions.listSessions>['sessions'][number];

const listIdentities = endpoint<typeof signInContract.listIdentities>('get', '/api/auth/identities');
const linkIdentity = endpoint<typeof signInContract.linkIdentity>('post', '/api/auth/identities');
const unlinkIdentity = endpoint<typeof signInContract.unlinkIdentity>('delete', '/api/auth/identities/:id');

export type LinkedWays = Answer<typeof signInContract.listIdentities>;

/** What a signed-in person changes about their account. */
export const ownAccountApi = api.enhanceEndpoints({ addTagTypes: ['Identities', 'Sessions'] }).injectEndpoints({
  endpoints: (build) => ({
    renameUser: build.mutation<Answer<typeof contract.renameUser>, Body<typeof contract.renameUser>>({
      query: (body) => renameUser({ body }),
      onQueryStarted: async (_, { dispatch, queryFulfilled }) => {
        const { data } = await queryFulfilled.catch(() => ({ data: null }));
        if (data) dispatch(userRefreshed(data.user));
      },
    }),
    linkedWays: build.query<LinkedWays, void>({ query: () => listIdentities(), providesTags: ['Identities'] }),
    linkIdentity: build.mutation<LinkedWays, Body<typeof signInContract.linkIdentity>>({
      query: (body) => linkIdentity({ body }),
      invalidatesTags: (linked) => (linked ? ['Identities'] : []),
    }),
    unlinkIdentity: build.mutation<LinkedWays, string>({
      query: (id) => unlinkIdentity({ params: { id } }),
      invalidatesTags: (linked) => (linked ? ['Identities', 'Me'] : []),
    }),
    changePassword: build.mutation<Answer<typeof contract.changePassword>, Body<typeof contract.changePassword>>({
      query: (body) => changePassword({ body }),
      invalidatesTags: ['Sessions', 'ApiKey'],
    }),
    askEmailChange: build.mutation<Answer<typeof emailChange.askEmailChange>, Body<typeof emailChange.askEmailChange>>({
      query: (body) => askEmailChange({ body }),
    }),
    confirmEmailChange: build.mutation<Answer<typeof emailChange.confirmEmailChange>, string>({
      query: (token) => confirmEmailChange({ body: { token } }),
      invalidatesTags: (done) => (done ? ['Me', 'Sessions'] : []),
    }),
    undoEmailChange: build.mutation<Answer<typeof emailChange.undoEmailChange>, string>({
      query: (token) => undoEmailChange({ body: { token } }),
    }),
    reauthenticate: build.mutation<Answer<typeof sessions.reauthenticate>, Body<typeof sessions.reauthenticate>>({
      query: (body) => reauthenticate({ body }),
    }),
    sessions: build.query<Answer<typeof sessions.listSessions>, void>({
      query: () => listSessions(),
      providesTags: ['Sessions'],
    }),
    endSession: build.mutation<Answer<typeof sessions.endSession>, string>({
      query: (id) => endSession({ params: { id } }),
      invalidatesTags: ['Sessions'],
    }),
    endOtherSessions: build.mutation<Answer<typeof sessions.endOtherSessions>, void>({
      query: () => endOtherSessions(),
      invalidatesTags: ['Sessions'],
    }),
  }),
});
