import { allowsTool } from '../../../shared/group-rights.ts';
import type { Tier } from '../../../shared/tiers.ts';
import type { ToolProblemCode } from '../../../shared/tools.ts';
import type { ToolSettings } from '../../../shared/settings/tools.ts';
import type { UserRequester } from '../../chat/replies/ports/requesters.ts';
import type { AllSettings } from '../../kernel/settings.ts';
import { ToolServerNotFound, ToolsNotAllowed } from '../errors.ts';
import type { OperatorServers, ToolServerStore } from './ports.ts';
import { type Audience, EVERYBODY, type ToolServer } from './tool-server.ts';

export interface ToolAccessDeps {
  readonly servers: ToolServerStore;
  readonly operator: OperatorServers;
  readonly settings: AllSettings;
  readonly clock: { now(): number };
}

export type OffReason = Extract<ToolProblemCode, 'not-in-plan' | 'tools-off'>;

/** Who may use which server. */
export class ToolAccess {
  constructor(private readonly deps: ToolAccessDeps) {}

  settings(): Promise<ToolSettings> {
    return this.deps.settings.of('tools').current();
  }

  /** Whether tools of servers answer this account at all. */
  async isAllowed(requester: UserRequester): Promise<boolean> {
    return (await this.settings()).enabled && allowsTool(requester, 'connected_tools');
  }

  /** Each server that is added makes this one contact an address. */
  async mayAdd(requester: UserRequester): Promise<boolean> {
    const { ownServers } = await this.settings();
    return requester.verified && ownServers[requester.tier] && (await this.isAllowed(requester));
  }

  /** Servers of one's own stay in the list when the plan no longer has them, so that they can be removed. */
  async listVisible(requester: UserRequester): Promise<readonly ToolServer[]> {
    const servers = await this.complete(await this.deps.servers.listFor(requester.uid));
    return servers.filter((server) => server.origin === 'own' || this.isShown(server, requester));
  }

  async listUsable(requester: UserRequester): Promise<readonly ToolServer[]> {
    if (!(await this.isAllowed(requester))) return [];
    const whyOff = await this.whyOff(requester);
    return (await this.listVisible(requester)).filter((server) => whyOff(server) === undefined);
  }

  /** Why the account may not use a visible server now; undefined: it may. */
  async whyOff(requester: UserRequester): Promise<(server: ToolServer) => OffReason | undefined> {
    const { ownServers } = await this.settings();
    const isAllowed = await this.isAllowed(requester);
    return ({ origin }) => {
      if (!isAllowed) return 'tools-off';
      return origin === 'own' && !ownServers[requester.tier] ? 'not-in-plan' : undefined;
    };
  }

  /** Throws `ToolServerNotFound`. */
  async find(requester: UserRequester, id: string): Promise<ToolServer> {
    const server = (await this.listVisible(requester)).find((each) => each.id === id);
    if (!server) throw new ToolServerNotFound();
    return server;
  }

  /** Throws `ToolServerNotFound`, `ToolsNotAllowed`. */
  async findUsable(requester: UserRequester, id: string): Promise<ToolServer> {
    const server = await this.find(requester, id);
    if ((await this.whyOff(requester))(server) !== undefined) throw new ToolsNotAllowed();
    return server;
  }

  /** For admins: those of the installation; what the operator removed from the file is left out. */
  async listShared(): Promise<readonly ToolServer[]> {
    return this.complete(await this.deps.servers.listShared());
  }

  audienceOf(server: ToolServer): Audience {
    const named = this.deps.operator.all.find(({ id }) => id === server.id);
    return server.audience ?? named?.audience ?? EVERYBODY;
  }

  private isShown(server: ToolServer, requester: UserRequester): boolean {
    return server.enabled && isFor(this.audienceOf(server), requester);
  }

  /** A program of the operator's file has a row from its first use on, for what people choose. */
  private async complete(servers: readonly ToolServer[]): Promise<readonly ToolServer[]> {
    const { operator, servers: store, clock } = this.deps;
    const known = servers.filter(
      ({ id, origin }) => origin !== 'operator' || operator.all.some((one) => one.id === id),
    );
    const missing = operator.all.filter(({ id }) => !servers.some((server) => server.id === id));
    if (missing.length === 0) return known;
    const added = missing.map(({ id, name }) => ofOperator(id, name, clock.now()));
    for (const server of added) await store.add(server);
    return [...known, ...added].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }
}

const ofOperator = (id: string, name: string, createdAt: number): ToolServer => ({
  id,
  name,
  createdAt,
  origin: 'operator',
  ownerUid: null,
  url: null,
  auth: 'none',
  headers: [],
  enabled: true,
  audience: null,
  limits: [],
});

const isFor = (
  { tiers, groups }: Audience,
  { tier, rights }: { readonly tier: Tier; readonly rights?: UserRequester['rights'] },
): boolean => {
  if (tiers === null && groups === null) return true;
  if (tiers?.includes(tier) === true) return true;
  return rights?.groupIds.some((id) => groups?.includes(id) === true) ?? false;
};
