import { type OwnShare, type Share, type SharedTurn, ShareRepository } from '../../src/domain/shares/ports.ts';
import type { ChatStore } from './chats.ts';
import { type Restorable, Rows } from './kernel.ts';

interface StoredShare {
  readonly share: Share;
  readonly turns: readonly SharedTurn[];
}

/** A share whose chat has gone is gone: so nothing has to tell this fake. */
export class InMemoryShareRepository extends ShareRepository implements Restorable {
  private readonly rows = new Rows<StoredShare>();
  /** The accounts that are suspended. */
  readonly suspended = new Set<string>();

  constructor(private readonly store: ChatStore) {
    super();
  }

  async add(share: Share, turns: readonly SharedTurn[]): Promise<boolean> {
    if (!this.store.chats.get(share.chatKey)) return false;
    this.rows.set(share.id, { share, turns });
    return true;
  }

  async list(ownerId: string): Promise<readonly OwnShare[]> {
    return this.activeShares()
      .filter(({ share }) => share.ownerId === ownerId)
      .sort((a, b) => b.share.createdAt - a.share.createdAt || (a.share.id < b.share.id ? 1 : -1))
      .map(({ share }) => ({ ...share, chatId: this.store.chats.get(share.chatKey)?.id ?? '' }));
  }

  async count(ownerId: string): Promise<number> {
    return (await this.list(ownerId)).length;
  }

  async remove(ownerId: string, id: string): Promise<boolean> {
    if (this.rows.get(id)?.share.ownerId !== ownerId) return false;
    this.rows.delete(id);
    return true;
  }

  async find(tokenDigest: string): Promise<StoredShare | undefined> {
    return this.activeShares().find(
      ({ share }) => share.tokenDigest === tokenDigest && !this.suspended.has(share.ownerId),
    );
  }

  async exists(tokenDigest: string): Promise<boolean> {
    return (await this.find(tokenDigest)) !== undefined;
  }

  snapshot(): () => void {
    return this.rows.snapshot();
  }

  private activeShares(): StoredShare[] {
    return this.rows.all().filter(({ share }) => this.store.chats.get(share.chatKey));
  }
}
