import { SqlToolChoices, SqlToolLists } from '../adapters/sql/tools/tool-lists.ts';
import { SqlToolSecrets } from '../adapters/sql/tools/tool-secrets.ts';
import { SqlToolServers } from '../adapters/sql/tools/tool-servers.ts';
import { Database } from '../adapters/sql/database.ts';
import { GuardedMcpFetch } from '../adapters/tools/guarded-mcp-fetch.ts';
import { McpToolConnections } from '../adapters/tools/mcp-tool-connections.ts';
import { AccountTools } from '../domain/account-data/ports.ts';
import { Site } from '../domain/accounts/ports.ts';
import { SecretBox } from '../domain/admin/setup/ports.ts';
import { Requesters } from '../domain/chat/replies/ports/requesters.ts';
import { ToolPermissions } from '../domain/chat/replies/ports/tool-permissions.ts';
import { AuditLog } from '../domain/audit/ports.ts';
import { Clock, Ids, Secrets, ServerEventLog, UnitOfWork } from '../domain/kernel/ports.ts';
import { AllSettings } from '../domain/kernel/settings.ts';
import { ConnectedTools } from '../domain/tools/ports.ts';
import { ListAccountTools } from '../domain/tools/servers/account-tools.ts';
import { EndAccess } from '../domain/tools/servers/end-access.ts';
import { ListTools } from '../domain/tools/servers/list-tools.ts';
import { ManageOwnServers } from '../domain/tools/servers/manage-own-servers.ts';
import { ManageSharedServers } from '../domain/tools/servers/manage-shared-servers.ts';
import {
  OperatorServers,
  ToolChoices,
  ToolConnections,
  ToolLists,
  ToolSecrets,
  ToolServerStore,
} from '../domain/tools/servers/ports.ts';
import { SignInToTools } from '../domain/tools/servers/sign-in-to-tools.ts';
import { ToolAccess } from '../domain/tools/servers/tool-access.ts';
import { ToolCatalog } from '../domain/tools/servers/tool-catalog.ts';
import { UseConnectedTools } from '../domain/tools/servers/use-connected-tools.ts';
import { GrantedAccess } from '../domain/user-admin/ports.ts';
import { PublicAddresses } from '../platform/public-addresses.ts';
import { AppContext, logErrors } from './app-context.ts';
import { defineModule, derive } from './define-module.ts';

const stores = {
  servers: ToolServerStore,
  lists: ToolLists,
  choices: ToolChoices,
  secrets: ToolSecrets,
  endAccess: EndAccess,
  permissions: ToolPermissions,
};

/** Servers of the Model Context Protocol, whose tools answer in chats. */
export const toolsModule = defineModule(({ bind, bindClass, bindPort }) => {
  bindPort(ToolServerStore, SqlToolServers, Database, SecretBox);
  bindPort(ToolSecrets, SqlToolSecrets, Database, SecretBox);
  bindPort(ToolLists, SqlToolLists, Database);
  bindPort(ToolChoices, SqlToolChoices, Database);
  bind(OperatorServers).toResolvedValue(({ toolPrograms }) => ({ all: toolPrograms }), [AppContext]);
  bindClass(
    GuardedMcpFetch,
    derive(AppContext, ({ config }) => new PublicAddresses(config.OUTBOUND_ALLOWED)),
  );
  bindPort(ToolConnections, McpToolConnections, {
    fetch: GuardedMcpFetch,
    secrets: ToolSecrets,
    programs: derive(AppContext, programsById),
    site: Site,
    version: derive(AppContext, ({ version }) => version),
    clock: Clock,
    log: derive(
      AppContext,
      ({ logs }) =>
        (line: string) =>
          logs.warn(`program of tools: ${line}`),
    ),
  });
  bindClass(ToolAccess, {
    servers: ToolServerStore,
    operator: OperatorServers,
    settings: AllSettings,
    clock: Clock,
  });
  bindClass(ToolCatalog, {
    servers: ToolServerStore,
    lists: ToolLists,
    secrets: ToolSecrets,
    connections: ToolConnections,
    clock: Clock,
    work: UnitOfWork,
    failed: logErrors,
  });
  bindClass(ListTools, { access: ToolAccess, catalog: ToolCatalog, choices: ToolChoices, secrets: ToolSecrets });
  bindClass(ManageOwnServers, {
    ...stores,
    access: ToolAccess,
    catalog: ToolCatalog,
    listTools: ListTools,
    ids: Ids,
    clock: Clock,
    work: UnitOfWork,
    audit: AuditLog,
  });
  bindClass(ManageSharedServers, {
    ...stores,
    access: ToolAccess,
    catalog: ToolCatalog,
    ids: Ids,
    clock: Clock,
    work: UnitOfWork,
    audit: AuditLog,
    events: ServerEventLog,
  });
  bindClass(SignInToTools, {
    servers: ToolServerStore,
    requesters: Requesters,
    access: ToolAccess,
    catalog: ToolCatalog,
    secrets: ToolSecrets,
    endAccess: EndAccess,
    connections: ToolConnections,
    digests: Secrets,
    clock: Clock,
    work: UnitOfWork,
  });
  bindClass(EndAccess, { secrets: ToolSecrets, connections: ToolConnections, failed: logErrors });
  bind(GrantedAccess).toService(EndAccess);
  bindPort(AccountTools, ListAccountTools, ToolServerStore, ToolChoices, ToolSecrets);
  bindPort(ConnectedTools, UseConnectedTools, {
    requesters: Requesters,
    access: ToolAccess,
    catalog: ToolCatalog,
    choices: ToolChoices,
    secrets: ToolSecrets,
    connections: ToolConnections,
  });
});

/** The path of the machine is all that a program gets of this process's environment. */
function programsById({ toolPrograms, env }: AppContext) {
  const path = env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin';
  return new Map(
    toolPrograms.map(({ id, name, command, args, env: own }) => [
      id,
      { name, command, args, env: { PATH: path, ...own } },
    ]),
  );
}
