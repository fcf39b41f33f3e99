import { AccountTools, type ListedTools } from '../../account-data/ports.ts';
import type { ToolChoices, ToolSecrets, ToolServerStore } from './ports.ts';

/** What an account has of servers of tools, without a secret. */
export class ListAccountTools extends AccountTools {
  constructor(
    private readonly servers: ToolServerStore,
    private readonly choices: ToolChoices,
    private readonly secrets: ToolSecrets,
  ) {
    super();
  }

  async list(uid: string): Promise<ListedTools> {
    const servers = await this.servers.listFor(uid);
    const own = servers.filter(({ ownerUid }) => ownerUid === uid);
    return {
      servers: own.map(({ id, name, url, auth, headers, createdAt }) => ({
        id,
        name,
        url,
        auth,
        headers: headers.map((header) => header.name),
        createdAt,
      })),
      access: await this.secrets.listAccess(uid),
      modes: (await this.choices.list(uid)).map(({ serverId, tool, mode }) => ({ serverId, tool, mode })),
    };
  }
}
