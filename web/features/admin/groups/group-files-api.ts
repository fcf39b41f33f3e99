import type * as contract from '../../../../src/contract/knowledge.ts';
import type { Answer, Query } from '../../../../src/contract/route.ts';
import { api, endpoint } from '../../../lib/api.ts';

const list = endpoint<typeof contract.listGroupFiles>('get', '/api/admin/groups/:id/files');
const remove = endpoint<typeof contract.removeGroupFile>('delete', '/api/admin/groups/:id/files/:fileId');
const embed = endpoint<typeof contract.embedGroupFile>('post', '/api/admin/groups/:id/files/:fileId/re-embed');

export const uploadPath = (id: string): string => `/api/admin/groups/${encodeURIComponent(id)}/files`;

export type GroupFile = contract.GroupFileRow;
export type GroupFiles = Answer<typeof contract.listGroupFiles>;
type FileOfGroup = { readonly id: string; readonly fileId: string };

/** `Files`: the admin may belong to the group. */
export const groupFilesApi = api.injectEndpoints({
  endpoints: (build) => ({
    groupFiles: build.query<GroupFiles, { readonly id: string } & Query<typeof contract.listGroupFiles>>({
      query: ({ id, ...query }) => list({ params: { id }, query }),
      providesTags: ['Files'],
      keepUnusedDataFor: 0,
    }),
    removeGroupFile: build.mutation<Answer<typeof contract.removeGroupFile>, FileOfGroup>({
      query: (params) => remove({ params }),
      invalidatesTags: (_, __, { fileId }) => ['Files', { type: 'File', id: fileId }],
    }),
    embedGroupFile: build.mutation<Answer<typeof contract.embedGroupFile>, FileOfGroup>({
      query: (params) => embed({ params }),
      invalidatesTags: ['Files'],
    }),
  }),
});
