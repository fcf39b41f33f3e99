import type { ToolChoices, ToolLists, ToolSecrets, ToolServerStore } from './ports.ts';
import type { ToolServer } from './tool-server.ts';

export interface ServerStores {
  readonly servers: ToolServerStore;
  readonly lists: ToolLists;
  readonly choices: ToolChoices;
  readonly secrets: ToolSecrets;
}

/**
 * In a transaction. At another address is another server: nobody's access goes there, and what people let its tools do is
 * forgotten. Another way to prove oneself forgets accesses, too.
 */
export const replaceServer = async (stores: ServerStores, before: ToolServer, after: ToolServer): Promise<void> => {
  const { servers, lists, choices, secrets } = stores;
  await servers.update(after);
  const moved = before.url !== after.url;
  if (moved || before.auth !== after.auth) {
    await secrets.forget(after.id);
    await lists.forget(after.id);
  }
  if (moved) await choices.forget(after.id);
};
