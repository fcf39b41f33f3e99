import type { Answer, Body } from '../../../../src/contract/route.ts';
import type { exportToolCalls as exportRoute } from '../../../../src/contract/tool-calls.ts';
import type * as contract from '../../../../src/contract/shared-tools.ts';
import { endpoint } from '../../../lib/api.ts';
import { panelApi } from '../shared/panel-api.ts';
import { isToolChanged } from '../../../ui/tool-servers/tool-changed.ts';

export const exportToolCalls = endpoint<typeof exportRoute>('get', '/api/admin/tool-calls/export');
const list = endpoint<typeof contract.listToolServers>('get', '/api/admin/tool-servers');
const add = endpoint<typeof contract.addSharedToolServer>('post', '/api/admin/tool-servers');
const change = endpoint<typeof contract.changeSharedToolServer>('put', '/api/admin/tool-servers/:id');
const remove = endpoint<typeof contract.removeSharedToolServer>('delete', '/api/admin/tool-servers/:id');
const setMode = endpoint<typeof contract.setSharedToolMode>('put', '/api/admin/tool-servers/:id/mode');

export type SharedToolServer = contract.SharedToolServer;
export type EnteredShared = Body<typeof contract.addSharedToolServer>;
export type Audience = NonNullable<EnteredShared['audience']>;
/**
 * As it is stored; header values that are left out stay. Of a server of the operator's file only audience and switch
 * are taken, but the call wants an address.
 */
export const toEntered = ({ name, url, auth, headerNames, enabled, audience }: SharedToolServer) => ({
  name,
  url: url ?? 'https://program.invalid/',
  auth,
  headers: headerNames.map((header) => ({ name: header })),
  enabled,
  audience,
});

const toShown = ({ name, url, auth, headerNames, enabled, audience }: SharedToolServer) => ({
  ...{ name, url, auth, headerNames, enabled, audience },
});

type Saved = Answer<typeof contract.addSharedToolServer>;

/** The page shows the admin's own use of a server too. */
const CHANGED = ['AdminTools', 'Tools'] as const;

/** The servers of tools of the installation. */
export const sharedServersApi = panelApi.injectEndpoints({
  endpoints: (build) => ({
    sharedServers: build.query<Answer<typeof contract.listToolServers>, void>({
      query: () => list(),
      providesTags: ['AdminTools'],
    }),
    saveSharedServer: build.mutation<Saved, { readonly before: SharedToolServer | null; readonly body: EnteredShared }>(
      {
        query: ({ before, body }) =>
          before ? change({ params: { id: before.id }, body: { ...body, before: toShown(before) } }) : add({ body }),
        invalidatesTags: CHANGED, // after a refusal too: another admin may have changed it
      },
    ),
    removeSharedServer: build.mutation<Answer<typeof contract.removeSharedToolServer>, string>({
      query: (id) => remove({ params: { id } }),
      invalidatesTags: (result) => (result ? CHANGED : []),
    }),
    setSharedMode: build.mutation<Saved, { readonly id: string } & Body<typeof contract.setSharedToolMode>>({
      query: ({ id, ...body }) => setMode({ params: { id }, body }),
      invalidatesTags: (result, error) => (result || isToolChanged(error) ? CHANGED : []),
    }),
  }),
});
