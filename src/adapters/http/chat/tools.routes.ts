import * as contract from '../../../contract/tools.ts';
import { ListTools } from '../../../domain/tools/servers/list-tools.ts';
import { ManageOwnServers } from '../../../domain/tools/servers/manage-own-servers.ts';
import type { ToolServerView } from '../../../domain/tools/servers/present-server.ts';
import { SignInToTools } from '../../../domain/tools/servers/sign-in-to-tools.ts';
import type { AttemptTools } from '../accounts/sign-in-attempt.ts';
import { startAttempt } from '../accounts/sign-in-attempt.ts';
import { toUserRequester } from '../authenticator.ts';
import type { Handlers } from '../handlers.ts';
import type { Mount } from '../mount.ts';
import { SUCCESS, toIso } from '../presenters.ts';
import { TOOL_SIGN_IN_COOKIE } from './tool-sign-in-page.ts';

export const toolHandlers = {
  listTools: ListTools,
  manageOwnServers: ManageOwnServers,
  signInToTools: SignInToTools,
};

export type ToolHandlers = Handlers<typeof toolHandlers> & {
  /** Binds a sign-in at a server's page to its browser. */
  readonly toolAttempts: AttemptTools;
};

export const presentToolServer = <V extends ToolServerView>({ headerNames, checkedAt, tools, ...server }: V) => ({
  ...server,
  headerNames: [...headerNames],
  checkedAt: checkedAt === null ? null : toIso(checkedAt),
  tools: [...tools],
});

/** Servers whose tools an account may use. */
export const toolRoutes = (
  mount: Mount,
  { listTools, manageOwnServers, signInToTools, toolAttempts }: ToolHandlers,
): void => {
  const withServer = (view: ToolServerView) => ({ ...SUCCESS, server: presentToolServer(view) });
  mount(contract.listTools, async ({ principal }) => {
    const { servers, ...rest } = await listTools.execute(toUserRequester(principal));
    return { ...rest, servers: servers.map(presentToolServer) };
  });
  mount(contract.addToolServer, async ({ body, principal }) =>
    withServer(await manageOwnServers.add(toUserRequester(principal), body)),
  );
  mount(contract.changeToolServer, async ({ params: { id }, body, principal }) =>
    withServer(await manageOwnServers.change(toUserRequester(principal), id, body)),
  );
  mount(contract.removeToolServer, async ({ params: { id }, principal }) => {
    await manageOwnServers.remove(toUserRequester(principal), id);
    return SUCCESS;
  });
  mount(contract.refreshToolServer, async ({ params: { id }, principal }) =>
    withServer(await manageOwnServers.refresh(toUserRequester(principal), id)),
  );
  mount(contract.setToolMode, async ({ params: { id }, body, principal }) =>
    withServer(await manageOwnServers.setMode(toUserRequester(principal), id, body)),
  );
  mount(contract.signInToToolServer, async ({ params: { id }, principal, ctx }) => {
    const { state } = startAttempt(ctx, toolAttempts, TOOL_SIGN_IN_COOKIE);
    const url = await signInToTools.begin(toUserRequester(principal), id, state).catch((error: unknown) => {
      ctx.remove('Set-Cookie'); // nothing was begun
      throw error;
    });
    return { url };
  });
  mount(contract.signOutOfToolServer, async ({ params: { id }, principal }) => {
    await signInToTools.signOut(toUserRequester(principal), id);
    return SUCCESS;
  });
};
