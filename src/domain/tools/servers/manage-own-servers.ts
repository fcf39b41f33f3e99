import type { AuditLog } from '../../audit/ports.ts';
import type { UserRequester } from '../../chat/replies/ports/requesters.ts';
import type { Clock, Ids, UnitOfWork } from '../../kernel/ports.ts';
import { MAX_TOOL_SERVERS } from '../../../shared/tools.ts';
import { OwnServersNotAllowed, ToolChanged, ToolNotFound, ToolServerNotFound, TooManyToolServers } from '../errors.ts';
import type { ListTools } from './list-tools.ts';
import type { ToolList } from './ports.ts';
import type { ToolServerView } from './present-server.ts';
import { replaceServer, type ServerStores } from './replace-server.ts';
import { parseAddress, parseHeaders, type ToolServerInput } from './server-input.ts';
import type { ToolAccess } from './tool-access.ts';
import { NOT_READ, type ToolCatalog } from './tool-catalog.ts';
import { type ChosenMode, targetOf, toAuditDetails, type ToolServer } from './tool-server.ts';

export interface ManageOwnServersDeps extends ServerStores {
  readonly access: ToolAccess;
  readonly catalog: ToolCatalog;
  readonly listTools: ListTools;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly work: UnitOfWork;
  readonly audit: AuditLog;
}

/** Servers that a person adds, and what a person lets the tools of any server do. */
export class ManageOwnServers {
  constructor(private readonly deps: ManageOwnServersDeps) {}

  /** Throws `OwnServersNotAllowed`, `TooManyToolServers`, `TooManyToolReads`, `InvalidInput`. */
  async add(requester: UserRequester, input: ToolServerInput): Promise<ToolServerView> {
    const { servers, ids, clock, work, audit } = this.deps;
    await this.requireOwn(requester);
    const server: ToolServer = {
      id: ids.next(),
      origin: 'own',
      ownerUid: requester.uid,
      name: input.name,
      url: parseAddress(input.url),
      auth: input.auth,
      headers: parseHeaders(input, undefined),
      enabled: true,
      audience: null,
      limits: [],
      createdAt: clock.now(),
    };
    await work.run(async () => {
      if ((await servers.countOwn(requester.uid)) >= MAX_TOOL_SERVERS)
        throw new TooManyToolServers(`There may be ${MAX_TOOL_SERVERS} servers of one's own`);
      await servers.add(server);
      await audit.record({ action: 'tool-server.add', target: targetOf(server), details: toAuditDetails(server) });
    });
    return this.readAnew(requester, server);
  }

  /** Throws `OwnServersNotAllowed`, `ToolServerNotFound`, `TooManyToolReads`, `InvalidInput`. */
  async change(requester: UserRequester, id: string, input: ToolServerInput): Promise<ToolServerView> {
    const { work, audit, endAccess } = this.deps;
    await this.requireOwn(requester);
    const { server, granted } = await work.run(async () => {
      const before = await this.lockOwn(requester, id);
      const url = parseAddress(input.url);
      const headers = parseHeaders(input, before.url === url ? before : undefined);
      const after = { ...before, name: input.name, url, auth: input.auth, headers };
      const forgotten = await replaceServer(this.deps, before, after);
      const details = { before: toAuditDetails(before), after: toAuditDetails(after) };
      await audit.record({ action: 'tool-server.change', target: targetOf(after), details });
      return { server: after, granted: forgotten };
    });
    endAccess.revoke(granted);
    return this.readAnew(requester, server);
  }

  /** Throws `ToolServerNotFound`. */
  async remove(requester: UserRequester, id: string): Promise<void> {
    const { servers, work, audit, endAccess } = this.deps;
    const granted = await work.run(async () => {
      const server = await this.lockOwn(requester, id);
      const accesses = await endAccess.ofServer(id);
      await servers.remove(id);
      await audit.record({ action: 'tool-server.remove', target: targetOf(server), details: toAuditDetails(server) });
      return accesses;
    });
    endAccess.revoke(granted);
  }

  /** Throws `ToolServerNotFound`, `TooManyToolReads`. */
  async refresh(requester: UserRequester, id: string): Promise<ToolServerView> {
    return this.readAnew(requester, await this.deps.access.find(requester, id));
  }

  /**
   * Also accepts what the tool says of itself. One that does not run by itself asks again in chats, too. Throws
   * `ToolServerNotFound`, `ToolNotFound`, `ToolChanged`.
   */
  async setMode(requester: UserRequester, id: string, chosen: ChosenMode): Promise<ToolServerView> {
    const { access, catalog, choices, permissions, work, listTools } = this.deps;
    const server = await access.find(requester, id);
    const [list = NOT_READ] = await catalog.stored([{ server, uid: requester.uid }]);
    const tool = list.tools.find(({ name }) => name === chosen.tool);
    if (!tool) throw new ToolNotFound();
    if (tool.digest !== chosen.digest) throw new ToolChanged(tool);
    await work.run(async () => {
      await choices.save(requester.uid, { ...chosen, serverId: id });
      if (chosen.mode !== 'auto') await permissions.revokeGrants({ serverId: id, tool: chosen.tool }, requester.uid);
    });
    return listTools.describe(server, requester, list);
  }

  /** A server that does not answer is stored nevertheless; its state says why. */
  private async readAnew(requester: UserRequester, server: ToolServer): Promise<ToolServerView> {
    const { access, catalog, secrets, listTools } = this.deps;
    const { uid } = requester;
    const signedIn = await secrets.listAccess(uid);
    const isOff = (await access.whyOff(requester))(server) !== undefined;
    const isReachable = !isOff && (server.auth !== 'oauth' || signedIn.includes(server.id));
    const list: ToolList | undefined = isReachable ? await catalog.refresh({ server, uid }) : undefined;
    return listTools.describe(server, requester, list?.problem === null ? list : undefined);
  }

  private async requireOwn(requester: UserRequester): Promise<void> {
    if (!(await this.deps.access.mayAdd(requester))) throw new OwnServersNotAllowed();
  }

  private async lockOwn({ uid }: UserRequester, id: string): Promise<ToolServer> {
    const server = await this.deps.servers.lock(id);
    if (server?.ownerUid !== uid) throw new ToolServerNotFound();
    return server;
  }
}
