import * as contract from '../../../contract/api-keys.ts';
import { type ApiKey, maskApiKey } from '../../../domain/accounts/api-key.ts';
import { CreateApiKey, ListApiKeys, PERSONAL_KEY, RevokeApiKey } from '../../../domain/accounts/manage-api-keys.ts';
import type { User } from '../../../domain/accounts/user.ts';
import { Clock } from '../../../domain/kernel/ports.ts';
import type { Mount } from '../mount.ts';
import { SUCCESS, toIso } from '../presenters.ts';
import type { Handlers } from '../handlers.ts';

export const apiKeyHandlers = {
  listApiKeys: ListApiKeys,
  createApiKey: CreateApiKey,
  revokeApiKey: RevokeApiKey,
  keyClock: Clock,
};

export interface ApiKeyHandlers extends Handlers<typeof apiKeyHandlers> {
  /** Where people reach the product; final once the server listens. */
  readonly appUrl: () => string;
}

/** For OpenAI-compatible clients. */
const baseUrlOf = ({ appUrl }: ApiKeyHandlers): string => `${appUrl()}/v1`;

const toIsoOrNull = (at: number | null): string | null => (at === null ? null : toIso(at));

const present = (key: ApiKey) => ({
  hint: maskApiKey(key),
  createdAt: toIso(key.createdAt),
  lastUsedAt: toIsoOrNull(key.lastUsedAt),
});

const presentNamed = (key: ApiKey, now: number) => ({
  ...present(key),
  id: key.id,
  name: key.name,
  scope: key.scope,
  expiresAt: toIsoOrNull(key.expiresAt),
  expired: key.expiresAt !== null && key.expiresAt <= now,
});

export const apiKeyRoutes = (mount: Mount, handlers: ApiKeyHandlers): void => {
  mount(contract.listApiKeys, async ({ principal }) => {
    const { eligible, keys } = await handlers.listApiKeys.execute(principal.user);
    const now = handlers.keyClock.now();
    const mcpUrl = `${handlers.appUrl()}/mcp`;
    return { eligible, keys: keys.map((key) => presentNamed(key, now)), baseUrl: baseUrlOf(handlers), mcpUrl };
  });
  mount(contract.createNamedApiKey, async ({ body, principal }) => {
    const { secret, key } = await handlers.createApiKey.execute(principal.user, body, principal.token);
    return { secret, key: presentNamed(key, handlers.keyClock.now()) };
  });
  mount(contract.revokeApiKey, async ({ params, principal }) => {
    await handlers.revokeApiKey.execute(principal.user.uid, params.id);
    return SUCCESS;
  });
  personalKeyRoutes(mount, handlers);
};

const personalKeyRoutes = (mount: Mount, handlers: ApiKeyHandlers): void => {
  const find = async (user: User) => {
    const { eligible, keys } = await handlers.listApiKeys.execute(user);
    return { eligible, key: keys.find(({ name }) => name === PERSONAL_KEY.name) };
  };
  mount(contract.getApiKey, async ({ principal }) => {
    const { eligible, key } = await find(principal.user);
    return { eligible, key: key ? present(key) : null, baseUrl: baseUrlOf(handlers) };
  });
  mount(contract.createApiKey, async ({ principal }) => {
    const { secret, key } = await handlers.createApiKey.replace(principal.user, PERSONAL_KEY, principal.token);
    return { secret, key: present(key) };
  });
  mount(contract.deleteApiKey, async ({ principal }) => {
    await handlers.revokeApiKey.revokeNamed(principal.user.uid, PERSONAL_KEY.name);
    return SUCCESS;
  });
};
