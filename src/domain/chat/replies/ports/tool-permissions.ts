import type { ToolIdentity } from '../waiting/question.ts';

/** What people let tools do in their chats. */
export abstract class ToolPermissions {
  /** Further calls of the tool in the chat need no answer. Idempotent. */
  abstract grant(chatKey: string, tool: ToolIdentity): Promise<void>;
  abstract isGranted(chatKey: string, tool: ToolIdentity): Promise<boolean>;
  /** Calls of the tool ask again in the chats of an account; undefined: in all chats. */
  abstract revokeGrants(tool: Pick<ToolIdentity, 'serverId' | 'tool'>, uid: string | undefined): Promise<void>;
  /**
   * Forgets what was allowed of the tools of a server that is another one now, and withdraws the questions that wait
   * for an answer about them. In the caller's transaction, if there is one.
   */
  abstract forgetServer(serverId: string): Promise<void>;
}
