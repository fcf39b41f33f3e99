import { SubscriptionRequired } from '../chat/errors.ts';
import type { Clock, Secrets } from '../kernel/ports.ts';
import { type ApiKey, hasApiAccess, parseApiKey } from './api-key.ts';
import type { ApiKeyRepository } from './ports.ts';
import type { User } from './user.ts';

/** The last use is stored to the minute, so that not every request causes a write. */
const LAST_USED_PRECISION_MS = 60_000;

/**
 * The key and user of an API key, looked up on every request. Undefined when the key is invalid. Throws
 * `SubscriptionRequired` when the key is valid but the plan has lapsed; the key works again with the plan.
 */
export class AuthenticateApiKey {
  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  async execute(bearer: string): Promise<{ readonly key: ApiKey; readonly user: User } | undefined> {
    const parts = parseApiKey(bearer);
    const now = this.clock.now();
    const found = parts && (await this.keys.find(parts.id, now));
    if (!parts || !found || !this.secrets.matches(parts.secret, found.key.secretDigest)) return undefined;
    if (!hasApiAccess(found.user)) throw new SubscriptionRequired('API access is part of the Premium plan');
    const { id, lastUsedAt } = found.key;
    if (lastUsedAt === null || now - lastUsedAt >= LAST_USED_PRECISION_MS) await this.keys.touch(id, now);
    return found;
  }
}
