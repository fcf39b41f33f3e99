import type { deleteOwnVersion, saveOwnVersion } from '../../../src/contract/chats.ts';
import type { Answer, Body, Params } from '../../../src/contract/route.ts';
import { api, endpoint } from '../../lib/api.ts';

const saveCall = endpoint<typeof saveOwnVersion>('post', '/api/progress/chat/:id/messages/:messageId/versions');
const deleteCall = endpoint<typeof deleteOwnVersion>(
  'delete',
  '/api/progress/chat/:id/messages/:messageId/versions/:versionId',
);

interface SaveInput {
  readonly params: Params<typeof saveOwnVersion>;
  readonly body: Body<typeof saveOwnVersion>;
}

/** The chat is read again by whoever calls, and after a refusal: another page may have changed it. */
export const ownVersionApi = api.injectEndpoints({
  endpoints: (build) => ({
    saveOwnVersion: build.mutation<Answer<typeof saveOwnVersion>, SaveInput>({
      query: saveCall,
      invalidatesTags: (_, error, { params }) => (error ? [{ type: 'Chat', id: params.id }] : ['Chats']),
    }),
    deleteOwnVersion: build.mutation<Answer<typeof deleteOwnVersion>, Params<typeof deleteOwnVersion>>({
      query: (params) => deleteCall({ params }),
      invalidatesTags: (_, error, { id }) => (error ? [{ type: 'Chat', id }] : ['Chats']),
    }),
  }),
});
