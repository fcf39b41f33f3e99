import * as contract from '../../../contract/api-keys.ts';
import { CreateApiKey, DeleteApiKey, GetApiKey, type ApiKeySummary } from '../../../domain/accounts/manage-api-key.ts';
import type { Mount } from '../mount.ts';
import { SUCCESS, toIso } from '../presenters.ts';
import type { Handlers } from '../handlers.ts';

export const apiKeyHandlers = {
  getApiKey: GetApiKey,
  createApiKey: CreateApiKey,
  deleteApiKey: DeleteApiKey,
};

export interface ApiKeyHandlers extends Handlers<typeof apiKeyHandlers> {
  /** The base URL for OpenAI-compatible clients; final once the server listens. */
  readonly apiBaseUrl: () => string;
}

const present = ({ hint, createdAt, lastUsedAt }: ApiKeySummary) => ({
  hint,
  createdAt: toIso(createdAt),
  lastUsedAt: lastUsedAt === null ? null : toIso(lastUsedAt),
});

export const apiKeyRoutes = (mount: Mount, handlers: ApiKeyHandlers): void => {
  mount(contract.getApiKey, async ({ principal }) => {
    const { eligible, key } = await handlers.getApiKey.execute(principal.user);
    return { eligible, key: key && present(key), baseUrl: handlers.apiBaseUrl() };
  });
  mount(contract.createApiKey, async ({ principal, ctx }) => {
    const { secret, key } = await handlers.createApiKey.execute(principal.user);
    ctx.set('Cache-Control', 'no-store');
    return { secret, key: present(key) };
  });
  mount(contract.deleteApiKey, async ({ principal }) => {
    await handlers.deleteApiKey.execute(principal.user.uid);
    return SUCCESS;
  });
};
