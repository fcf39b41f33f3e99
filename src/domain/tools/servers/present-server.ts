import { type ToolMode, type ToolProblem, toolProblem, type ToolServerState } from '../../../shared/tools.ts';
import type { ServerTool } from '../ports.ts';
import type { ToolList } from './ports.ts';
import type { OffReason } from './tool-access.ts';
import { limitOf, resolveMode } from './tool-modes.ts';
import type { ToolChoice, ToolServer } from './tool-server.ts';

export interface ToolView extends Pick<ServerTool, 'name' | 'title' | 'description' | 'readOnly' | 'digest'> {
  readonly mode: ToolMode;
  readonly changed: boolean;
}

export interface ToolServerView extends Pick<ToolServer, 'id' | 'name' | 'origin' | 'url' | 'auth'> {
  readonly headerNames: readonly string[];
  readonly state: ToolServerState;
  readonly problem: ToolProblem | null;
  readonly checkedAt: number | null;
  readonly signedIn: boolean;
  readonly tools: readonly ToolView[];
}

export interface SeenServer {
  readonly server: ToolServer;
  readonly list: ToolList;
  readonly signedIn: boolean;
  /** Why the account may not use it. */
  readonly off?: OffReason | undefined;
}

const problemOf = ({ server, list, off }: SeenServer): ToolProblem | null => {
  if (off) return toolProblem(off);
  return server.headers.some(({ value }) => value === undefined) ? toolProblem('headers-locked') : list.problem;
};

const stateOf = (seen: SeenServer): ToolServerState => {
  if (seen.off) return 'off';
  if (seen.server.auth === 'oauth' && !seen.signedIn) return 'sign-in';
  return problemOf(seen) === null ? 'ready' : 'unreachable';
};

const present = (seen: SeenServer, tools: readonly ToolView[]): ToolServerView => {
  const { id, name, origin, url, auth, headers } = seen.server;
  return {
    id,
    name,
    origin,
    url,
    auth,
    headerNames: headers.map((header) => header.name),
    state: stateOf(seen),
    problem: problemOf(seen),
    checkedAt: seen.list.readAt,
    signedIn: seen.signedIn,
    tools,
  };
};

const toView = ({ name, title, description, readOnly, digest }: ServerTool) => ({
  name,
  title,
  description,
  readOnly,
  digest,
});

/** For an account: what its tools do for it, and no address or header of servers that are not its own. */
export const presentForAccount = (seen: SeenServer, choices: readonly ToolChoice[]): ToolServerView => {
  const { server, list } = seen;
  const own = choices.filter(({ serverId }) => serverId === server.id);
  const tools = list.tools.map((tool) => ({
    ...toView(tool),
    ...resolveMode(
      server,
      tool,
      own.find((choice) => choice.tool === tool.name),
    ),
  }));
  const view = present(seen, tools);
  return server.origin === 'own' ? view : { ...view, url: null, headerNames: [] };
};

/** For admins: what its tools may do at most. */
export const presentForAdmins = (seen: SeenServer): ToolServerView =>
  present(
    seen,
    seen.list.tools.map((tool) => ({ ...toView(tool), mode: limitOf(seen.server, tool.name), changed: false })),
  );
