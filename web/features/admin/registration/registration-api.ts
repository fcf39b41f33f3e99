import type * as contract from '../../../../src/contract/registration.ts';
import type { Answer, Body } from '../../../../src/contract/route.ts';
import { endpoint } from '../../../lib/api.ts';
import { panelApi } from '../shared/panel-api.ts';

const listInvitations = endpoint<typeof contract.listInvitations>('get', '/api/admin/invitations');
const createInvitation = endpoint<typeof contract.createInvitation>('post', '/api/admin/invitations');
const revokeInvitation = endpoint<typeof contract.revokeInvitation>('delete', '/api/admin/invitations/:id');
const listRequests = endpoint<typeof contract.listRegistrationRequests>('get', '/api/admin/registration-requests');
const approve = endpoint<typeof contract.approveRegistration>('post', '/api/admin/registration-requests/:id/approve');
const decline = endpoint<typeof contract.declineRegistration>('post', '/api/admin/registration-requests/:id/decline');

export type Invitations = Answer<typeof contract.listInvitations>;
export type Invitation = Invitations['invitations'][number];
export type NewInvitation = Body<typeof contract.createInvitation>;
export type CreatedInvitation = Answer<typeof contract.createInvitation>;
export type Requests = Answer<typeof contract.listRegistrationRequests>;
export type RegistrationRequest = Requests['requests'][number];
type Done = Answer<typeof contract.approveRegistration>;

interface PageQuery {
  readonly limit: number;
  readonly offset: number;
}

/** Invitations, and the people who ask for an account. */
export const registrationApi = panelApi.injectEndpoints({
  endpoints: (build) => ({
    invitations: build.query<Invitations, PageQuery>({
      query: (query) => listInvitations({ query }),
      providesTags: ['AdminInvitations'],
    }),
    createInvitation: build.mutation<CreatedInvitation, NewInvitation>({
      query: (body) => createInvitation({ body }),
      invalidatesTags: ['AdminInvitations'],
    }),
    revokeInvitation: build.mutation<Done, string>({
      query: (id) => revokeInvitation({ params: { id } }),
      invalidatesTags: ['AdminInvitations'],
    }),
    registrationRequests: build.query<Requests, PageQuery>({
      query: (query) => listRequests({ query }),
      providesTags: ['AdminRequests'],
    }),
    approveRequest: build.mutation<Done, string>({
      query: (id) => approve({ params: { id } }),
      invalidatesTags: ['AdminRequests', 'AdminUsers'],
    }),
    declineRequest: build.mutation<Done, { readonly id: string; readonly reason: string }>({
      query: ({ id, reason }) => decline({ params: { id }, body: { reason } }),
      invalidatesTags: ['AdminRequests'],
    }),
  }),
});

interface ListState {
  readonly data?: { readonly total: number } | undefined;
  readonly isError: boolean;
}

/** There is nothing to list, or it is not known yet. */
export const isNothing = ({ data, isError }: ListState): boolean => !isError && (data?.total ?? 0) === 0;
