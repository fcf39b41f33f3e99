import { exportToolCalls as exportRoute } from '../../../contract/tool-calls.ts';
import * as contract from '../../../contract/shared-tools.ts';
import { ExportToolCalls } from '../../../domain/agents/connected/export-tool-calls.ts';
import { ManageSharedServers, type SharedServerView } from '../../../domain/tools/servers/manage-shared-servers.ts';
import type { UserPrincipal } from '../authenticator.ts';
import { presentToolServer } from '../chat/tools.routes.ts';
import type { Handlers } from '../handlers.ts';
import type { Mount } from '../mount.ts';
import { SUCCESS } from '../presenters.ts';
import { download } from '../streaming/download.ts';

const CALLS_FILE = { name: 'tool-calls.csv', type: 'text/csv' } as const;

export const toolServerHandlers = { manageSharedServers: ManageSharedServers, exportToolCalls: ExportToolCalls };

export type ToolServerHandlers = Handlers<typeof toolServerHandlers>;

const actorOf = ({ user: { uid, name } }: UserPrincipal) => ({ uid, name });

const present = ({ audience: { tiers, groups }, ...view }: SharedServerView) => ({
  ...presentToolServer(view),
  audience: { tiers: tiers && [...tiers], groups: groups && [...groups] },
});

const withServer = (view: SharedServerView) => ({ ...SUCCESS, server: present(view) });

/** Servers of tools for everybody, plans or groups. */
export const toolServerRoutes = (mount: Mount, { manageSharedServers, exportToolCalls }: ToolServerHandlers): void => {
  mount(contract.listToolServers, async ({ principal }) => ({
    servers: (await manageSharedServers.list(principal.user.uid)).map(present),
  }));
  mount(contract.addSharedToolServer, async ({ body, principal }) =>
    withServer(await manageSharedServers.add(body, actorOf(principal))),
  );
  mount(contract.changeSharedToolServer, async ({ params: { id }, body: { before, ...input }, principal }) =>
    withServer(await manageSharedServers.change(id, input, { admin: actorOf(principal), before })),
  );
  mount(contract.removeSharedToolServer, async ({ params: { id }, principal }) => {
    await manageSharedServers.remove(id, actorOf(principal));
    return SUCCESS;
  });
  mount(exportRoute, async ({ query, ctx }) => download(ctx, exportToolCalls.execute(query), CALLS_FILE));
  mount(contract.setSharedToolMode, async ({ params: { id }, body, principal }) =>
    withServer(await manageSharedServers.setLimit(id, body, actorOf(principal))),
  );
};
