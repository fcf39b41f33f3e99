import { ToolServerUnreachable } from '../../src/domain/tools/errors.ts';
import { toolProblem } from '../../src/shared/tools.ts';
import type { FormContent, ServerTool, ToolCallEvent, ToolOutcome } from '../../src/domain/tools/ports.ts';
import {
  type AccountServer,
  type ConnectedCall,
  type PendingSignIn,
  ToolChoices,
  ToolConnections,
  type ToolList,
  ToolLists,
  type ToolScope,
  ToolSecrets,
  ToolServerStore,
} from '../../src/domain/tools/servers/ports.ts';
import type { ToolChoice, ToolServer } from '../../src/domain/tools/servers/tool-server.ts';
import type { Restorable } from './kernel.ts';

export const aToolServer = (given: Partial<ToolServer> = {}): ToolServer => ({
  id: 'server',
  origin: 'admin',
  ownerUid: null,
  name: 'Server',
  url: 'https://tools.example/mcp',
  auth: 'none',
  headers: [],
  enabled: true,
  audience: null,
  limits: [],
  createdAt: 0,
  ...given,
});

export const aServerTool = (given: Partial<ServerTool> = {}): ServerTool => ({
  name: 'tool',
  title: 'Tool',
  description: 'Does something',
  inputSchema: { type: 'object' },
  readOnly: false,
  digest: 'd1',
  ...given,
});

const byName = (a: ToolServer, b: ToolServer): number => (a.name + a.id < b.name + b.id ? -1 : 1);
const keyOf = ({ serverId, uid }: ToolScope): string => `${serverId}:${uid ?? ''}`;

/** All four stores on one memory, so that a removed server takes the rest with it. */
export class InMemoryTools implements Restorable {
  servers = new Map<string, ToolServer>();
  lists = new Map<string, ToolList & ToolScope>();
  choices = new Map<string, ToolChoice & { readonly uid: string }>();
  access = new Map<string, { readonly serverId: string; readonly uid: string; readonly text: string }>();
  scopes = new Map<string, { readonly serverId: string; readonly uid: string; readonly text: string }>();
  registrations = new Map<string, string>();
  signIns = new Map<string, PendingSignIn>();

  readonly serverStore: ToolServerStore = new InMemoryToolServers(this);
  readonly listStore: ToolLists = new InMemoryToolLists(this);
  readonly choiceStore: ToolChoices = new InMemoryToolChoices(this);
  readonly secretStore: ToolSecrets = new InMemoryToolSecrets(this);

  snapshot(): () => void {
    const { servers, lists, choices, access, scopes, registrations, signIns } = this;
    const before = {
      servers: new Map(servers),
      lists: new Map(lists),
      choices: new Map(choices),
      access: new Map(access),
      scopes: new Map(scopes),
      registrations: new Map(registrations),
      signIns: new Map(signIns),
    };
    return () => void Object.assign(this, before);
  }

  /** With the account go its servers, and what is stored of it elsewhere. */
  removeAccount(uid: string): void {
    for (const { id, ownerUid } of [...this.servers.values()]) if (ownerUid === uid) void this.serverStore.remove(id);
    for (const map of [this.lists, this.choices, this.access, this.scopes, this.signIns] as Map<
      string,
      { uid: string | null }
    >[])
      for (const [key, value] of map) if (value.uid === uid) map.delete(key);
  }

  forgetWhere(map: Map<string, { readonly serverId: string }>, serverId: string): void {
    for (const [key, value] of map) if (value.serverId === serverId) map.delete(key);
  }
}

class InMemoryToolServers extends ToolServerStore {
  constructor(private readonly memory: InMemoryTools) {
    super();
  }

  async listFor(uid: string) {
    return this.where(({ ownerUid }) => ownerUid === null || ownerUid === uid);
  }

  async listShared() {
    return this.where(({ ownerUid }) => ownerUid === null);
  }

  async find(id: string) {
    return this.memory.servers.get(id);
  }

  lock(id: string) {
    return this.find(id);
  }

  async countOwn(uid: string) {
    return this.where(({ ownerUid }) => ownerUid === uid).length;
  }

  async countShared() {
    return this.where(({ ownerUid }) => ownerUid === null).length;
  }

  async add(server: ToolServer) {
    if (this.memory.servers.has(server.id)) return false;
    this.memory.servers.set(server.id, server);
    return true;
  }

  async update(server: ToolServer) {
    this.memory.servers.set(server.id, server);
  }

  async remove(id: string) {
    const { servers, lists, choices, access, scopes, registrations, signIns } = this.memory;
    servers.delete(id);
    registrations.delete(id);
    for (const map of [lists, choices, access, scopes, signIns]) this.memory.forgetWhere(map, id);
  }

  private where(matches: (server: ToolServer) => boolean) {
    return [...this.memory.servers.values()].filter(matches).toSorted(byName);
  }
}

class InMemoryToolLists extends ToolLists {
  constructor(private readonly memory: InMemoryTools) {
    super();
  }

  async findMany(scopes: readonly ToolScope[]) {
    return scopes.map((scope) => {
      const found = this.memory.lists.get(keyOf(scope));
      if (!found) return undefined;
      const { tools, readAt, problem, failedAt } = found;
      return { tools, readAt, problem, failedAt };
    });
  }

  async save(scope: ToolScope, list: ToolList) {
    this.memory.lists.set(keyOf(scope), { ...scope, ...list });
  }

  async forget(serverId: string) {
    this.memory.forgetWhere(this.memory.lists, serverId);
  }
}

class InMemoryToolChoices extends ToolChoices {
  constructor(private readonly memory: InMemoryTools) {
    super();
  }

  async list(uid: string) {
    return [...this.memory.choices.values()]
      .filter((choice) => choice.uid === uid)
      .map(({ serverId, tool, mode, digest }) => ({ serverId, tool, mode, digest }))
      .toSorted((a, b) => (a.serverId + a.tool < b.serverId + b.tool ? -1 : 1));
  }

  async save(uid: string, choice: ToolChoice) {
    this.memory.choices.set(JSON.stringify([uid, choice.serverId, choice.tool]), { ...choice, uid });
  }

  async forget(serverId: string) {
    this.memory.forgetWhere(this.memory.choices, serverId);
  }
}

class InMemoryToolSecrets extends ToolSecrets {
  constructor(private readonly memory: InMemoryTools) {
    super();
  }

  async findAccess(serverId: string, uid: string) {
    return this.memory.access.get(`${serverId}:${uid}`)?.text;
  }

  async saveAccess(serverId: string, uid: string, text: string) {
    this.memory.access.set(`${serverId}:${uid}`, { serverId, uid, text });
  }

  async replaceAccess(serverId: string, uid: string, before: string, text: string) {
    const isSame = (await this.findAccess(serverId, uid)) === before;
    if (isSame) await this.saveAccess(serverId, uid, text);
    return isSame;
  }

  async removeAccess(serverId: string, uid: string, refused?: string) {
    if (refused !== undefined && (await this.findAccess(serverId, uid)) !== refused) return;
    this.memory.access.delete(`${serverId}:${uid}`);
    this.memory.lists.delete(keyOf({ serverId, uid }));
  }

  async listAccess(uid: string) {
    return [...this.memory.access.values()]
      .filter((one) => one.uid === uid)
      .map(({ serverId }) => serverId)
      .toSorted();
  }

  async listGranted(of: { readonly serverId: string } | { readonly uid: string }, limit: number) {
    const isMeant = (one: { serverId: string; uid: string }) =>
      'uid' in of ? one.uid === of.uid : one.serverId === of.serverId;
    return [...this.memory.access.entries()]
      .filter(([, one]) => isMeant(one))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .slice(0, limit)
      .map(([, { text }]) => text);
  }

  async countAccess() {
    const counts = new Map<string, number>();
    for (const { serverId } of this.memory.access.values()) counts.set(serverId, (counts.get(serverId) ?? 0) + 1);
    return counts;
  }

  async findScope(serverId: string, uid: string) {
    return this.memory.scopes.get(`${serverId}:${uid}`)?.text;
  }

  async saveScope(serverId: string, uid: string, text: string) {
    this.memory.scopes.set(`${serverId}:${uid}`, { serverId, uid, text });
  }

  async findRegistration(serverId: string) {
    return this.memory.registrations.get(serverId);
  }

  async saveRegistration(serverId: string, text: string) {
    this.memory.registrations.set(serverId, text);
  }

  async forget(serverId: string) {
    const { access, scopes, registrations, signIns } = this.memory;
    registrations.delete(serverId);
    for (const map of [access, scopes, signIns]) this.memory.forgetWhere(map, serverId);
  }

  async addSignIn(signIn: PendingSignIn, now: number) {
    for (const [key, { expiresAt }] of this.memory.signIns) if (expiresAt <= now) this.memory.signIns.delete(key);
    this.memory.signIns.set(signIn.stateDigest, signIn);
  }

  async takeSignIn(stateDigest: string, now: number) {
    const found = this.memory.signIns.get(stateDigest);
    this.memory.signIns.delete(stateDigest);
    return found && found.expiresAt > now ? found : undefined;
  }
}

/** Servers by their address; one without tools is down. */
export class FakeToolConnections extends ToolConnections {
  readonly tools = new Map<string, readonly ServerTool[] | Error>();
  /** Addresses, in order. */
  readonly reads: string[] = [];
  readonly calls: ConnectedCall[] = [];
  hasChanged = false;
  outcome: ToolOutcome | Error = { isError: false, content: [{ kind: 'text', text: 'done' }] };
  readonly finished: string[] = [];
  /** Happens while a server is asked. */
  meanwhile: () => Promise<void> = async () => undefined;

  async readTools({ server }: AccountServer): Promise<readonly ServerTool[]> {
    const address = server.url ?? server.id;
    this.reads.push(address);
    this.hasChanged = false;
    await this.meanwhile();
    const tools = this.tools.get(address) ?? new ToolServerUnreachable(toolProblem('no-answer'));
    if (tools instanceof Error) throw tools;
    return tools;
  }

  haveToolsChanged(): boolean {
    return this.hasChanged;
  }

  async *call(call: ConnectedCall): AsyncGenerator<ToolCallEvent, ToolOutcome, FormContent> {
    this.calls.push(call);
    yield { type: 'progress', done: 1, total: 2, message: '' };
    if (this.outcome instanceof Error) throw this.outcome;
    return this.outcome;
  }

  async beginSignIn(_: AccountServer, state: string) {
    return { url: `https://page.example/?state=${state}`, pending: 'pending' };
  }

  async finishSignIn({ server, uid }: AccountServer, pending: string, answer: URLSearchParams): Promise<string> {
    this.finished.push(`${server.id} ${uid} ${pending} ${answer.get('code')}`);
    await this.meanwhile();
    return `access of ${uid}`;
  }

  readonly revoked: string[] = [];

  async revokeAccess(accesses: readonly string[]): Promise<void> {
    this.revoked.push(...accesses);
  }

  async close(): Promise<void> {}
}
