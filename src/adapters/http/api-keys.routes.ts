import * as contract from '../../contract/api-keys.ts';
import type { CreateApiKey, DeleteApiKey, ReadApiKey, ShownKey } from '../../domain/accounts/manage-api-key.ts';
import type { Mount } from './mount.ts';
import { done, iso } from './present.ts';

export interface ApiKeyUses {
  readonly readApiKey: ReadApiKey;
  readonly createApiKey: CreateApiKey;
  readonly deleteApiKey: DeleteApiKey;
  /** What OpenAI-compatible clients are to be given as base URL; right once the server listens. */
  readonly apiBaseUrl: () => string;
}

const present = ({ hint, createdAt, lastUsedAt }: ShownKey) => ({
  hint,
  createdAt: iso(createdAt),
  lastUsedAt: lastUsedAt === null ? null : iso(lastUsedAt),
});

export const apiKeyRoutes = (mount: Mount, use: ApiKeyUses): void => {
  mount(contract.readApiKey, async ({ principal }) => {
    const { eligible, key } = await use.readApiKey.execute(principal.user);
    return { eligible, key: key && present(key), baseUrl: use.apiBaseUrl() };
  });
  mount(contract.createApiKey, async ({ principal, ctx }) => {
    const { secret, key } = await use.createApiKey.execute(principal.user);
    ctx.set('Cache-Control', 'no-store');
    return { secret, key: present(key) };
  });
  mount(contract.deleteApiKey, async ({ principal }) => {
    await use.deleteApiKey.execute(principal.user.uid);
    return done;
  });
};
