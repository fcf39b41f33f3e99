import type { ToolPermissions } from '../../../domain/chat/replies/ports/tool-permissions.ts';
import type { ToolIdentity } from '../../../domain/chat/replies/waiting/question.ts';
import { SqlStore } from '../sql-store.ts';

export class SqlToolPermissions extends SqlStore implements ToolPermissions {
  async grant(chatKey: string, tool: ToolIdentity): Promise<void> {
    await this.table('tool_grants').insert(grantRow(chatKey, tool)).onConflict().ignore();
  }

  async isGranted(chatKey: string, tool: ToolIdentity): Promise<boolean> {
    const row: unknown = await this.table('tool_grants').where(grantRow(chatKey, tool)).first('chat_key');
    return row !== undefined;
  }

  async revokeGrants(
    { serverId, tool }: Pick<ToolIdentity, 'serverId' | 'tool'>,
    uid: string | undefined,
  ): Promise<void> {
    const grants = this.table('tool_grants').where({ server_id: serverId, tool });
    if (uid !== undefined)
      void grants.whereIn('chat_key', this.table('chats').where({ owner_id: uid }).select('chat_key'));
    await grants.delete();
  }

  async forgetServer(serverId: string): Promise<void> {
    // First: an answer that is being stored adds a grant.
    const open = this.table('tool_questions').where({ server_id: serverId }).whereNull('outcome');
    await open.update({ outcome: 'withdrawn' });
    await this.table('tool_grants').where({ server_id: serverId }).delete();
  }
}

const grantRow = (chatKey: string, { serverId, tool, digest }: ToolIdentity) => ({
  chat_key: chatKey,
  server_id: serverId,
  tool,
  digest,
});
