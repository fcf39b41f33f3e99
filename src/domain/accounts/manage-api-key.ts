import { EmailVerificationRequired, SubscriptionRequired } from '../chat/errors.ts';
import type { Clock, Ids, Secrets } from '../kernel/ports.ts';
import { type ApiKey, hasApiAccess, maskApiKey, formatApiKey } from './api-key.ts';
import type { ApiKeyRepository } from './ports.ts';
import type { User } from './user.ts';
import type { VerificationPolicy } from './verification-policy.ts';

export interface ApiKeySummary {
  readonly hint: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

const toSummary = (key: ApiKey): ApiKeySummary => ({
  hint: maskApiKey(key),
  createdAt: key.createdAt,
  lastUsedAt: key.lastUsedAt,
});

/** Whether a person may have a key, and a summary of theirs. A key is listed after the plan has lapsed too. */
export class GetApiKey {
  constructor(private readonly keys: ApiKeyRepository) {}

  async execute(user: User): Promise<{ readonly eligible: boolean; readonly key: ApiKeySummary | null }> {
    const key = await this.keys.findByUser(user.uid);
    return { eligible: hasApiAccess(user), key: key ? toSummary(key) : null };
  }
}

/**
 * Creates a person's only key and revokes the one before. Requires a verified address, because until then the account
 * may belong to a stranger, an admin's too. Throws `SubscriptionRequired`, `EmailVerificationRequired`.
 */
export class CreateApiKey {
  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly ids: Ids,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly verification: VerificationPolicy,
  ) {}

  async execute(user: User): Promise<{ readonly secret: string; readonly key: ApiKeySummary }> {
    if (!hasApiAccess(user)) throw new SubscriptionRequired('API access is part of the Premium plan');
    if (!this.verification.countsAsVerified(user)) throw new EmailVerificationRequired();
    const secret = this.secrets.token();
    const key: ApiKey = {
      id: this.ids.next().replaceAll('_', '-'),
      uid: user.uid,
      secretDigest: this.secrets.digest(secret),
      createdAt: this.clock.now(),
      lastUsedAt: null,
    };
    await this.keys.replace(key);
    return { secret: formatApiKey(key.id, secret), key: toSummary(key) };
  }
}

/** Idempotent. */
export class DeleteApiKey {
  constructor(private readonly keys: ApiKeyRepository) {}

  execute(uid: string): Promise<void> {
    return this.keys.remove(uid);
  }
}
