import type { ToolPermissions } from '../../chat/replies/ports/tool-permissions.ts';
import type { ToolChoices, ToolLists, ToolSecrets, ToolServerStore } from './ports.ts';
import type { EndAccess } from './end-access.ts';
import { isSamePlace, type ToolServer } from './tool-server.ts';

export interface ServerStores {
  readonly servers: ToolServerStore;
  readonly lists: ToolLists;
  readonly choices: ToolChoices;
  readonly secrets: ToolSecrets;
  readonly endAccess: EndAccess;
  readonly permissions: ToolPermissions;
}

/**
 * In a transaction. At another address is another server: nobody's access goes there, what people let its tools do is
 * forgotten, and what waits for their answer is withdrawn. Another way to prove oneself forgets accesses, too. Returns
 * those, to be revoked after the transaction.
 */
export const replaceServer = async (
  stores: ServerStores,
  before: ToolServer,
  after: ToolServer,
): Promise<readonly string[]> => {
  const { servers, lists, choices, secrets, endAccess, permissions } = stores;
  await servers.update(after);
  const moved = before.url !== after.url;
  const forgetsAccess = !isSamePlace(before, after);
  const granted = forgetsAccess ? await endAccess.ofServer(after.id) : [];
  if (forgetsAccess) {
    await secrets.forget(after.id);
    await lists.forget(after.id);
  }
  if (moved) {
    await choices.forget(after.id);
    await permissions.forgetServer(after.id);
  }
  return granted;
};
