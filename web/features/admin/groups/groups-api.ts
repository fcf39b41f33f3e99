import type * as contract from '../../../../src/contract/groups.ts';
import type { Answer, Body, Query } from '../../../../src/contract/route.ts';
import { endpoint } from '../../../lib/api.ts';
import { panelApi } from '../shared/panel-api.ts';

const list = endpoint<typeof contract.listGroups>('get', '/api/admin/groups');
const create = endpoint<typeof contract.createGroup>('post', '/api/admin/groups');
const change = endpoint<typeof contract.changeGroup>('put', '/api/admin/groups/:id');
const remove = endpoint<typeof contract.deleteGroup>('post', '/api/admin/groups/:id/delete');
const listMembers = endpoint<typeof contract.listMembers>('get', '/api/admin/groups/:id/members');
const addMembers = endpoint<typeof contract.addMembers>('post', '/api/admin/groups/:id/members');
const removeMember = endpoint<typeof contract.removeMember>('delete', '/api/admin/groups/:id/members/:uid');

export type Group = contract.GroupRow;
export type Member = contract.MemberRow;
export type Groups = Answer<typeof contract.listGroups>;
export type Terms = Omit<Group, 'id' | 'createdAt' | 'members'>;
type Members = Answer<typeof contract.listMembers>;
type MembersQuery = { readonly id: string } & Query<typeof contract.listMembers>;
type Done = Answer<typeof contract.changeGroup>;

/** What a group gives may change the plan of people, which the list of users shows. */
const CHANGED = ['AdminGroups', 'AdminUsers'] as const;

export const groupsApi = panelApi.injectEndpoints({
  endpoints: (build) => ({
    groups: build.query<Groups, void>({ query: () => list(), providesTags: ['AdminGroups'], keepUnusedDataFor: 5 }),
    createGroup: build.mutation<Answer<typeof contract.createGroup>, Terms>({
      query: (body) => create({ body }),
      invalidatesTags: (result) => (result ? CHANGED : []),
    }),
    changeGroup: build.mutation<Done, { id: string } & Body<typeof contract.changeGroup>>({
      query: ({ id, ...body }) => change({ params: { id }, body }),
      invalidatesTags: CHANGED, // after a refusal too: another admin may have changed it
    }),
    deleteGroup: build.mutation<Done, { id: string; reason: string }>({
      query: ({ id, reason }) => remove({ params: { id }, body: { reason } }),
      invalidatesTags: (result) => (result ? CHANGED : []),
    }),
    groupMembers: build.query<Members, MembersQuery>({
      query: ({ id, ...query }) => listMembers({ params: { id }, query }),
      providesTags: ['AdminGroups'],
      keepUnusedDataFor: 0,
    }),
    addGroupMember: build.mutation<Answer<typeof contract.addMembers>, { id: string; uid: string }>({
      query: ({ id, uid }) => addMembers({ params: { id }, body: { uids: [uid] } }),
      invalidatesTags: CHANGED,
    }),
    removeGroupMember: build.mutation<Done, { id: string; uid: string }>({
      query: (params) => removeMember({ params }),
      invalidatesTags: CHANGED,
    }),
  }),
});
