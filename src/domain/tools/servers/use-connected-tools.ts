import type { Requesters, UserRequester } from '../../chat/replies/ports/requesters.ts';
import { MAX_TOOLS_PER_REPLY } from '../../../shared/tools.ts';
import { ToolNotUsable, ToolSignInNeeded } from '../errors.ts';
import {
  ConnectedTools,
  type FormContent,
  type PlacedTool,
  type ServerToolCall,
  type ToolCallEvent,
  type ToolOutcome,
  type UsableTool,
} from '../ports.ts';
import type { AccountServer, ToolChoices, ToolConnections, ToolList, ToolSecrets } from './ports.ts';
import type { ToolAccess } from './tool-access.ts';
import { NOT_READ, type ToolCatalog } from './tool-catalog.ts';
import { resolveMode } from './tool-modes.ts';
import type { ToolChoice } from './tool-server.ts';

export interface UseConnectedToolsDeps {
  readonly requesters: Requesters;
  readonly access: ToolAccess;
  readonly catalog: ToolCatalog;
  readonly choices: ToolChoices;
  readonly secrets: ToolSecrets;
  readonly connections: ToolConnections;
}

/**
 * Tools of connected servers for replies. The requester may be as it was an hour ago: only what it may do now counts.
 */
export class UseConnectedTools extends ConnectedTools {
  constructor(private readonly deps: UseConnectedToolsDeps) {
    super();
  }

  async listUsable(requester: UserRequester, serverIds: readonly string[]): Promise<readonly UsableTool[]> {
    const targets = await this.targets(requester, serverIds);
    if (targets.length === 0) return [];
    const lists = await this.deps.catalog.current(targets);
    const choices = await this.deps.choices.list(requester.uid);
    const tools = targets.flatMap((target, index) => usableTools(target, lists[index] ?? NOT_READ, choices));
    return tools.slice(0, MAX_TOOLS_PER_REPLY);
  }

  async modeOf(requester: UserRequester, tool: PlacedTool): Promise<UsableTool['mode'] | undefined> {
    return (await this.find(requester, tool))?.mode;
  }

  async *call(call: ServerToolCall): AsyncGenerator<ToolCallEvent, ToolOutcome, FormContent> {
    const { access, secrets, connections } = this.deps;
    const { requester, serverId, signal } = call;
    signal.throwIfAborted();
    const found = await this.find(requester, call);
    if (!found) throw new ToolNotUsable();
    const { callTimeoutSeconds } = await access.settings();
    const used = await secrets.findAccess(serverId, requester.uid);
    try {
      return yield* connections.call({
        ...found.target,
        tool: found.tool,
        arguments: call.arguments,
        signal,
        timeoutMs: callTimeoutSeconds * 1000,
      });
    } catch (error) {
      if (error instanceof ToolSignInNeeded) await secrets.removeAccess(serverId, requester.uid, used);
      throw error;
    }
  }

  /** Undefined: it may not be used. */
  private async find(requester: UserRequester, decided: PlacedTool) {
    const { catalog, choices } = this.deps;
    const [target] = await this.targets(requester, [decided.serverId]);
    if (target?.server.url !== decided.address) return undefined;
    const [list = NOT_READ] = await catalog.stored([target]);
    const tool = list.tools.find(({ name, digest }) => name === decided.tool && digest === decided.digest);
    if (!tool) return undefined;
    const mode = modeOf(target, tool, await choices.list(requester.uid));
    return mode === 'off' ? undefined : { target, tool, mode };
  }

  /** Those that the account has now, and has access to, by name. */
  private async targets(asked: UserRequester, serverIds: readonly string[]): Promise<readonly AccountServer[]> {
    const requester = await this.deps.requesters.current(asked);
    if (!requester) return [];
    const servers = (await this.deps.access.listUsable(requester)).filter(({ id }) => serverIds.includes(id));
    const signedIn = servers.some(({ auth }) => auth === 'oauth')
      ? await this.deps.secrets.listAccess(requester.uid)
      : [];
    return servers
      .filter(({ id, auth }) => auth !== 'oauth' || signedIn.includes(id))
      .map((server) => ({ server, uid: requester.uid }));
  }
}

const modeOf = ({ server }: AccountServer, tool: ToolList['tools'][number], choices: readonly ToolChoice[]) =>
  resolveMode(
    server,
    tool,
    choices.find((choice) => choice.serverId === server.id && choice.tool === tool.name),
  ).mode;

/** None of a server that did not answer when it was last asked. */
const usableTools = (target: AccountServer, list: ToolList, choices: readonly ToolChoice[]): readonly UsableTool[] => {
  if (list.failedAt !== null) return [];
  const { id, name, url } = target.server;
  return list.tools
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((tool) => {
      const mode = modeOf(target, tool, choices);
      return mode === 'off' ? [] : [{ serverId: id, serverName: name, address: url, tool, mode }];
    });
};
