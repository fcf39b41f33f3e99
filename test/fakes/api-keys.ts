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

  async add(key: ApiKey): Promise<void> {
    this.keys.set(key.id, key);
  }

  async listByUser(uid: string): Promise<readonly ApiKey[]> {
    const own = this.keys.all().filter((key) => key.uid === uid);
    return own.toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
  }

  async find(id: string, now: number): Promise<{ readonly key: ApiKey; readonly user: User } | undefined> {
    const key = this.keys.get(id);
    const user = key && (key.expiresAt ?? Infinity) > now ? await this.users.find(key.uid) : undefined;
    return key && user?.suspendedAt === null ? { key, user } : undefined;
  }

  async filterValid(ids: readonly string[], now: number): Promise<readonly string[]> {
    const found = await Promise.all(ids.map(async (id) => ((await this.find(id, now)) ? [id] : [])));
    return found.flat();
  }

  async remove(uid: string, id: string): Promise<boolean> {
    if (this.keys.get(id)?.uid !== uid) return false;
    this.keys.delete(id);
    return true;
  }

  async removeAllByUser(uid: string): Promise<void> {
    for (const { id } of await this.listByUser(uid)) this.keys.delete(id);
  }

  async touch(id: string, now: number): Promise<void> {
    const key = this.keys.get(id);
    this.touched += 1;
    if (key) this.keys.set(id, { ...key, lastUsedAt: now });
  }

  snapshot(): () => void {
    return this.keys.snapshot();
  }
}
