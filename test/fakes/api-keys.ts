import type { ApiKey } from '../../src/domain/accounts/api-key.ts';
import { ApiKeyRepository, type UserRepository } from '../../src/domain/accounts/ports.ts';
import type { User } from '../../src/domain/accounts/user.ts';
import { type Restorable, Rows } from './kernel.ts';

export class InMemoryApiKeyRepository extends ApiKeyRepository implements Restorable {
  /** How often the last use was written. */
  touched = 0;
  private readonly keys = new Rows<ApiKey>();

  constructor(private readonly users: UserRepository) {
    super();
  }

  async replace(key: ApiKey): Promise<void> {
    this.keys.set(key.uid, key);
  }

  async findByUser(uid: string): Promise<ApiKey | undefined> {
    return this.keys.get(uid);
  }

  async find(id: string): Promise<{ readonly key: ApiKey; readonly user: User } | undefined> {
    const key = this.byId(id);
    const user = key && (await this.users.find(key.uid));
    return key && user?.suspendedAt === null ? { key, user } : undefined;
  }

  async filterValid(ids: readonly string[]): Promise<readonly string[]> {
    const found = await Promise.all(ids.map(async (id) => ((await this.find(id)) ? [id] : [])));
    return found.flat();
  }

  async remove(uid: string): Promise<void> {
    this.keys.delete(uid);
  }

  async touch(id: string, now: number): Promise<void> {
    const key = this.byId(id);
    this.touched += 1;
    if (key) this.keys.set(key.uid, { ...key, lastUsedAt: now });
  }

  snapshot(): () => void {
    return this.keys.snapshot();
  }

  private byId(id: string): ApiKey | undefined {
    return this.keys.all().find((key) => key.id === id);
  }
}
