import { type OwnShare, type Share, type SharedTurn, Shares } from '../../src/domain/shares/ports.ts';
import type { ChatStore } from './chats.ts';
import { type Restorable, Rows } from './kernel.ts';

interface Kept {
  readonly share: Share;
  readonly turns: readonly SharedTurn[];
}

/** A share whose chat has gone is gone: so nothing has to tell this fake. */
export class InMemoryShares extends Shares implements Restorable {
  private readonly rows = new Rows<Kept>();
  /** The accounts that are suspended. */
  readonly suspended = new Set<string>();
  private readonly store: ChatStore;

  constructor(store: ChatStore) {
    super();
    this.store = store;
  }

  async add(share: Share, turns: readonly SharedTurn[]): Promise<boolean> {
    if (!this.store.chats.get(share.chatKey)) return false;
    this.rows.set(share.id, { share, turns });
    return true;
  }

  async ofOwner(ownerId: string): Promise<readonly OwnShare[]> {
    return this.living()
      .filter(({ share }) => share.ownerId === ownerId)
      .sort((a, b) => b.share.createdAt - a.share.createdAt || (a.share.id < b.share.id ? 1 : -1))
      .map(({ share }) => ({ ...share, chatId: this.store.chats.get(share.chatKey)?.id ?? '' }));
  }

  async count(ownerId: string): Promise<number> {
    return (await this.ofOwner(ownerId)).length;
  }

  async remove(ownerId: string, id: string): Promise<boolean> {
    if (this.rows.get(id)?.share.ownerId !== ownerId) return false;
    this.rows.delete(id);
    return true;
  }

  async find(tokenDigest: string): Promise<Kept | undefined> {
    return this.living().find(({ share }) => share.tokenDigest === tokenDigest && !this.suspended.has(share.ownerId));
  }

  async exists(tokenDigest: string): Promise<boolean> {
    return (await this.find(tokenDigest)) !== undefined;
  }

  snapshot(): () => void {
    return this.rows.snapshot();
  }

  private living(): Kept[] {
    return this.rows.all().filter(({ share }) => this.store.chats.get(share.chatKey));
  }
}
