import {
  MAX_REPORTS,
  type ModeratedShare,
  type OwnShare,
  type Share,
  type SharedTurn,
  type ShareListQuery,
  ShareModeration,
  type ShareReport,
  ShareRepository,
  type ShareState,
} from '../../src/domain/shares/ports.ts';
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

  async findState(tokenDigest: string): Promise<ShareState | undefined> {
    const found = await this.find(tokenDigest);
    return found && (found.share.takenDownAt === null ? 'open' : 'taken-down');
  }

  /** For the fake of what admins do. */
  all(): readonly Share[] {
    return this.activeShares().map(({ share }) => share);
  }

  replace(share: Share): void {
    const row = this.rows.get(share.id);
    if (row) this.rows.set(share.id, { ...row, share });
  }

  snapshot(): () => void {
    return this.rows.snapshot();
  }

  private activeShares(): StoredShare[] {
    return this.rows.all().filter(({ share }) => this.store.chats.get(share.chatKey));
  }
}

interface StoredReport extends ShareReport {
  readonly shareId: string;
  readonly reporterDigest: string;
}

const timeOf = ({ filter }: Pick<ShareListQuery, 'filter'>, share: ModeratedShare): number | null =>
  ({ all: share.createdAt, reported: share.reportedAt, 'taken-down': share.takenDownAt })[filter];

/** Of accounts whose address is made of their id. */
export class InMemoryShareModeration extends ShareModeration implements Restorable {
  private readonly stored = new Rows<StoredReport>();

  constructor(private readonly shares: InMemoryShareRepository) {
    super();
  }

  async list(query: ShareListQuery): Promise<readonly ModeratedShare[]> {
    const { tokenDigest, owner, before, limit } = query;
    return this.shares
      .all()
      .map((share) => this.withReports(share))
      .filter((share) => timeOf(query, share) !== null)
      .filter((share) => tokenDigest === undefined || share.tokenDigest === tokenDigest)
      .filter((share) => owner === undefined || share.ownerId === owner || share.ownerEmail === owner.toLowerCase())
      .map((share) => ({ share, at: timeOf(query, share) ?? 0 }))
      .filter(({ share, at }) => !before || at < before.at || (at === before.at && share.id < before.id))
      .sort((a, b) => b.at - a.at || (a.share.id < b.share.id ? 1 : -1))
      .slice(0, limit)
      .map(({ share }) => share);
  }

  async find(id: string): Promise<ModeratedShare | undefined> {
    const share = this.shares.all().find((each) => each.id === id);
    return share && this.withReports(share);
  }

  async setTakenDown(id: string, decision: { readonly at: number; readonly reason: string } | null): Promise<boolean> {
    const share = await this.find(id);
    if (!share || (share.takenDownAt === null) === (decision === null)) return false;
    const { ownerName: _name, ownerEmail: _email, ownerLanguage: _tag, ...reported } = share;
    const { reportCount: _count, reportedAt: _at, ...rest } = reported;
    this.shares.replace({
      ...rest,
      takenDownAt: decision?.at ?? null,
      takenDownReason: decision?.reason ?? null,
    });
    return true;
  }

  async addReport(shareId: string, report: ShareReport & { readonly reporterDigest: string }): Promise<boolean> {
    const key = `${shareId} ${report.reporterDigest}`;
    if (!(await this.find(shareId)) || this.stored.get(key) || this.of(shareId).length >= MAX_REPORTS) return false;
    this.stored.set(key, { ...report, shareId });
    return true;
  }

  async reports(shareId: string): Promise<readonly ShareReport[]> {
    if (!(await this.find(shareId))) return []; // they went with it
    return this.of(shareId)
      .sort((a, b) => b.at - a.at || (a.reporterDigest < b.reporterDigest ? 1 : -1))
      .map(({ reason, text, at }) => ({ reason, text, at }));
  }

  async clearReports(shareId: string): Promise<void> {
    for (const { reporterDigest } of this.of(shareId)) this.stored.delete(`${shareId} ${reporterDigest}`);
  }

  snapshot(): () => void {
    return this.stored.snapshot();
  }

  private of(shareId: string): StoredReport[] {
    return this.stored.all().filter((report) => report.shareId === shareId);
  }

  private withReports(share: Share): ModeratedShare {
    const times = this.of(share.id).map(({ at }) => at);
    return {
      ...share,
      ownerName: share.ownerId,
      ownerEmail: `${share.ownerId}@example.org`,
      ownerLanguage: 'de',
      reportCount: times.length,
      reportedAt: times.length === 0 ? null : Math.max(...times),
    };
  }
}
