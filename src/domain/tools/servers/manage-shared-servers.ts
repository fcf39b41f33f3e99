import type { Admin } from '../../admin/ports.ts';
import type { AuditLog } from '../../audit/ports.ts';
import { InvalidInput } from '../../kernel/domain-error.ts';
import type { Clock, Ids, ServerEventLog, UnitOfWork } from '../../kernel/ports.ts';
import { ToolChanged, ToolNotFound, ToolServerChanged, ToolServerNotFound, TooManyToolServers } from '../errors.ts';
import type { ToolList } from './ports.ts';
import { presentForAdmins, type ToolServerView } from './present-server.ts';
import { replaceServer, type ServerStores } from './replace-server.ts';
import { parseAddress, parseHeaders, type ToolServerInput } from './server-input.ts';
import type { ToolAccess } from './tool-access.ts';
import { NOT_READ, type ToolCatalog } from './tool-catalog.ts';
import { limitOf, withLimit } from './tool-modes.ts';
import { type Audience, type ChosenMode, targetOf, toAuditDetails, type ToolServer } from './tool-server.ts';

/** Every question of an account with tools reads their list. */
const MAX_SHARED = 100;

export interface SharedServerInput extends ToolServerInput {
  readonly enabled: boolean;
  readonly audience: Audience;
}

/** What a form shows of a server, and replaces. */
interface ShownServer extends Pick<ToolServer, 'name' | 'url' | 'auth' | 'enabled'> {
  readonly headerNames: readonly string[];
  readonly audience: Audience;
}

interface Change {
  readonly admin: Admin;
  /** The server that the admin was shown; undefined: whatever it is. */
  readonly before?: ShownServer | undefined;
}

export interface SharedServerView extends ToolServerView {
  readonly enabled: boolean;
  readonly audience: Audience;
  readonly users: number;
}

export interface ManageSharedServersDeps extends ServerStores {
  readonly access: ToolAccess;
  readonly catalog: ToolCatalog;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly work: UnitOfWork;
  readonly audit: AuditLog;
  readonly events: ServerEventLog;
}

/** Servers of the installation: those that admins add, and the programs that the operator named in a file. */
export class ManageSharedServers {
  constructor(private readonly deps: ManageSharedServersDeps) {}

  async list(uid: string): Promise<readonly SharedServerView[]> {
    const { access, catalog, secrets } = this.deps;
    const servers = await access.listShared();
    const lists = await catalog.stored(servers.map((server) => ({ server, uid })));
    const [signedIn, users] = [await secrets.listAccess(uid), await secrets.countAccess()];
    return servers.map((server, index) => ({
      ...presentForAdmins({ server, list: lists[index] ?? NOT_READ, signedIn: signedIn.includes(server.id) }),
      enabled: server.enabled,
      audience: access.audienceOf(server),
      users: users.get(server.id) ?? 0,
    }));
  }

  /** Throws `TooManyToolServers`, `TooManyToolReads`, `InvalidInput`. */
  async add(input: SharedServerInput, admin: Admin): Promise<SharedServerView> {
    const { servers, ids, clock, work, audit } = this.deps;
    const server: ToolServer = {
      id: ids.next(),
      origin: 'admin',
      ownerUid: null,
      name: input.name,
      url: parseAddress(input.url),
      auth: input.auth,
      headers: parseHeaders(input, undefined),
      enabled: input.enabled,
      audience: input.audience,
      limits: [],
      createdAt: clock.now(),
    };
    await work.run(async () => {
      if ((await servers.countShared()) >= MAX_SHARED)
        throw new TooManyToolServers(`There may be ${MAX_SHARED} servers`);
      await servers.add(server);
      await audit.record({ action: 'tool-server.add', target: targetOf(server), details: toAuditDetails(server) });
    });
    this.report(admin, `Server of tools ${server.name} added by ${admin.name}`);
    return this.readAnew(server, admin.uid);
  }

  /** Throws `ToolServerNotFound`, `ToolServerChanged`, `TooManyToolReads`, `InvalidInput`. */
  async change(id: string, input: SharedServerInput, { admin, before: shown }: Change): Promise<SharedServerView> {
    const { work, audit, endAccess, access } = this.deps;
    const { server, granted } = await work.run(async () => {
      const before = await this.lockShared(id);
      if (shown && !isSame(shown, toShown(before, access.audienceOf(before)))) throw new ToolServerChanged();
      const after = before.origin === 'operator' ? changeOperators(before, input) : changeAdmins(before, input);
      const forgotten = await replaceServer(this.deps, before, after);
      const details = { before: toAuditDetails(before), after: toAuditDetails(after) };
      await audit.record({ action: 'tool-server.change', target: targetOf(after), details });
      return { server: after, granted: forgotten };
    });
    endAccess.revoke(granted);
    this.report(admin, `Server of tools ${server.name} changed by ${admin.name}`);
    return this.readAnew(server, admin.uid);
  }

  /** Throws `ToolServerNotFound`, and `InvalidInput` for one of the operator's file. */
  async remove(id: string, admin: Admin): Promise<void> {
    const { servers, work, audit, endAccess } = this.deps;
    const { name, granted } = await work.run(async () => {
      const server = await this.lockShared(id);
      if (server.origin === 'operator') throw new InvalidInput('This server stands in the file of the operator', 'id');
      const accesses = await endAccess.ofServer(id);
      await servers.remove(id);
      await audit.record({ action: 'tool-server.remove', target: targetOf(server), details: toAuditDetails(server) });
      return { name: server.name, granted: accesses };
    });
    endAccess.revoke(granted);
    this.report(admin, `Server of tools ${name} removed by ${admin.name}`);
  }

  /**
   * A tool that is limited asks again in everybody's chats. Throws `ToolServerNotFound`, `ToolNotFound`, `ToolChanged`.
   */
  async setLimit(id: string, limit: ChosenMode, admin: Admin): Promise<SharedServerView> {
    const { servers, catalog, permissions, work, audit } = this.deps;
    const server = await work.run(async () => {
      const before = await this.lockShared(id);
      const [list = NOT_READ] = await catalog.stored([{ server: before, uid: admin.uid }]);
      const tool = list.tools.find(({ name }) => name === limit.tool);
      if (!tool && limitOf(before, limit.tool) === 'auto') throw new ToolNotFound();
      if (tool && tool.digest !== limit.digest) throw new ToolChanged(tool);
      const after = withLimit(before, limit.tool, limit.mode);
      await servers.update(after);
      if (limit.mode !== 'auto') await permissions.revokeGrants({ serverId: id, tool: limit.tool }, undefined);
      const details = { name: before.name, tool: limit.tool, before: limitOf(before, limit.tool), after: limit.mode };
      await audit.record({ action: 'tool-server.change', target: targetOf(before), details });
      return after;
    });
    this.report(admin, `Tool ${limit.tool} of ${server.name}: ${limit.mode}, by ${admin.name}`);
    return this.describe(server, admin.uid);
  }

  private async readAnew(server: ToolServer, uid: string): Promise<SharedServerView> {
    const { catalog, secrets } = this.deps;
    const isReachable = server.auth !== 'oauth' || (await secrets.listAccess(uid)).includes(server.id);
    const list: ToolList | undefined =
      isReachable && server.enabled ? await catalog.refresh({ server, uid }) : undefined;
    return this.describe(server, uid, list?.problem === null ? list : undefined);
  }

  private async describe(server: ToolServer, uid: string, read?: ToolList): Promise<SharedServerView> {
    const { access, catalog, secrets } = this.deps;
    const [stored = NOT_READ] = await catalog.stored([{ server, uid }]);
    const [signedIn, users] = [await secrets.listAccess(uid), await secrets.countAccess()];
    return {
      ...presentForAdmins({ server, list: read ?? stored, signedIn: signedIn.includes(server.id) }),
      enabled: server.enabled,
      audience: access.audienceOf(server),
      users: users.get(server.id) ?? 0,
    };
  }

  /** Makes rows of the operator's programs first. */
  private async lockShared(id: string): Promise<ToolServer> {
    const known = (await this.deps.access.listShared()).some((server) => server.id === id);
    const server = known ? await this.deps.servers.lock(id) : undefined;
    if (!server) throw new ToolServerNotFound();
    return server;
  }

  private report({ uid }: Admin, detail: string): void {
    this.deps.events.add({ kind: 'admin change', level: 'info', uid, detail });
  }
}

const toShown = ({ name, url, auth, headers, enabled }: ToolServer, audience: Audience): ShownServer => ({
  ...{ name, url, auth, enabled, audience },
  headerNames: headers.map((header) => header.name),
});

const toComparable = ({ name, url, auth, headerNames, enabled, audience }: ShownServer): string =>
  JSON.stringify([name, url, auth, headerNames, enabled, audience.tiers, audience.groups]);

const isSame = (a: ShownServer, b: ShownServer): boolean => toComparable(a) === toComparable(b);

/** Name, command and environment are the operator's. */
const changeOperators = (before: ToolServer, { enabled, audience }: SharedServerInput): ToolServer => ({
  ...before,
  enabled,
  audience: audience.tiers === null && audience.groups === null && before.audience === null ? null : audience,
});

const changeAdmins = (before: ToolServer, input: SharedServerInput): ToolServer => {
  const url = parseAddress(input.url);
  const { name, auth, enabled, audience } = input;
  const headers = parseHeaders(input, before.url === url ? before : undefined);
  return { ...before, name, url, auth, enabled, audience, headers };
};
