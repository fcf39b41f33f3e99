import { type KeyLifetime, type KeyScope, MAX_API_KEYS } from '../../shared/api-keys.ts';
import type { AuditLog } from '../audit/ports.ts';
import { EmailVerificationRequired, SubscriptionRequired } from '../chat/errors.ts';
import type { Clock, Ids, Secrets, UnitOfWork } from '../kernel/ports.ts';
import { type ApiKey, hasApiAccess, formatApiKey } from './api-key.ts';
import { ApiKeyNotFound, TooManyApiKeys } from './errors.ts';
import type { ApiKeyRepository, SessionRepository, UserRepository } from './ports.ts';
import { requireSession } from './sessions.ts';
import type { User } from './user.ts';
import type { VerificationPolicy } from './verification-policy.ts';

const DAY_MS = 86_400_000;

export interface NewApiKey {
  readonly name: string;
  readonly scope: KeyScope;
  /** Null: it never expires. */
  readonly expiresInDays: KeyLifetime | null;
}

/** The key of `/api/account/api-key`, of which there is one; a key from before there could be several has its name. */
export const PERSONAL_KEY: NewApiKey = { name: 'Personal key', scope: 'all', expiresInDays: null };

/** Whether a person may have keys, and theirs, newest first. They are listed after the plan has lapsed too. */
export class ListApiKeys {
  constructor(private readonly keys: ApiKeyRepository) {}

  async execute(user: User): Promise<{ readonly eligible: boolean; readonly keys: readonly ApiKey[] }> {
    return { eligible: hasApiAccess(user), keys: await this.keys.listByUser(user.uid) };
  }
}

export interface CreatedApiKey {
  readonly secret: string;
  readonly key: ApiKey;
}

export interface CreateApiKeyDeps {
  readonly users: UserRepository;
  readonly sessions: SessionRepository;
  readonly keys: ApiKeyRepository;
  readonly ids: Ids;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly work: UnitOfWork;
  readonly verification: VerificationPolicy;
  readonly audit: AuditLog;
}

/**
 * Creates a key. Requires a verified address, because until then the account may belong to a stranger, an admin's too.
 * `token`: of the session that asks. Throws `SubscriptionRequired`, `EmailVerificationRequired`, `TooManyApiKeys`,
 * `NotAuthenticated`.
 */
export class CreateApiKey {
  constructor(private readonly deps: CreateApiKeyDeps) {}

  async execute(user: User, wanted: NewApiKey, token: string): Promise<CreatedApiKey> {
    return this.create(user, wanted, token, async () => undefined);
  }

  /** The same in place of the keys of that name. */
  async replace(user: User, wanted: NewApiKey, token: string): Promise<CreatedApiKey> {
    return this.create(user, wanted, token, async () => {
      for (const { id, name } of await this.deps.keys.listByUser(user.uid))
        if (name === wanted.name) await this.deps.keys.remove(user.uid, id);
    });
  }

  private async create(
    user: User,
    { name, scope, expiresInDays }: NewApiKey,
    token: string,
    before: () => Promise<void>,
  ): Promise<CreatedApiKey> {
    const { users, keys, ids, secrets, clock, work, verification, audit } = this.deps;
    if (!hasApiAccess(user)) throw new SubscriptionRequired('API access is part of the Premium plan');
    if (!verification.countsAsVerified(user)) throw new EmailVerificationRequired();
    const secret = secrets.token();
    const now = clock.now();
    const key: ApiKey = {
      id: ids.next().replaceAll('_', '-'),
      uid: user.uid,
      name,
      scope,
      secretDigest: secrets.digest(secret),
      createdAt: now,
      expiresAt: expiresInDays === null ? null : now + expiresInDays * DAY_MS,
      lastUsedAt: null,
    };
    await work.run(async () => {
      await users.lock(user.uid); // so that parallel ones count each other
      await requireSession(this.deps, token);
      await before();
      if ((await keys.listByUser(user.uid)).length >= MAX_API_KEYS) throw new TooManyApiKeys();
      await keys.add(key);
      await audit.record({
        action: 'api-key.create',
        target: { kind: 'api-key', id: key.id },
        details: { name, scope, expiresInDays },
      });
    });
    return { secret: formatApiKey(key.id, secret), key };
  }
}

/** Ends one key; its open requests end within a second. Throws `ApiKeyNotFound`. */
export class RevokeApiKey {
  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly work: UnitOfWork,
    private readonly audit: AuditLog,
  ) {}

  async execute(uid: string, id: string): Promise<void> {
    await this.work.run(async () => {
      if (!(await this.keys.remove(uid, id))) throw new ApiKeyNotFound();
      await this.audit.record({ action: 'api-key.revoke', target: { kind: 'api-key', id } });
    });
  }

  /** Those of one name. Idempotent. */
  async revokeNamed(uid: string, name: string): Promise<void> {
    for (const key of await this.keys.listByUser(uid)) if (key.name === name) await this.execute(uid, key.id);
  }
}
