import { Blobs, BlobReferenceCounts, Installation } from '../../src/domain/files/ports/blobs.ts';
import {
  type EmbeddingBacklog,
  type EmbeddingDelay,
  FileIndex,
  type QueuedFile,
} from '../../src/domain/files/ports/embedding.ts';
import {
  type FileFilter,
  FileRepository,
  type StorageUsage,
  type StorageQuota,
  type StoredFile,
} from '../../src/domain/files/ports/file-repository.ts';
import { StorageFailed } from '../../src/domain/files/errors.ts';
import type { Clock, Ids } from '../../src/domain/kernel/ports.ts';
import { NOON } from '../support/builders.ts';
import { CountingIds, FixedClock, Rows } from './kernel.ts';

/** Ann's permanent note; `hash` follows the id unless it is given. */
export const aFile = (more: Partial<StoredFile> = {}): StoredFile => {
  const id = more.id ?? 'f1';
  return {
    id,
    ownerId: 'ann',
    hash: hashOf(id),
    name: `${id}.txt`,
    type: 'text/plain',
    kind: 'text',
    size: 100,
    purpose: 'permanent',
    description: '',
    tags: [],
    embeddingStatus: 'disabled',
    embeddingError: null,
    embeddingFailingSince: null,
    chunkCount: 0,
    textTokens: null,
    accessCount: 0,
    visionDescription: null,
    createdAt: NOON,
    expiresAt: null,
    ...more,
  };
};

/** 64 hexadecimal digits that belong to a name. */
export const hashOf = (name: string): string => Buffer.from(name).toString('hex').padStart(64, '0').slice(-64);

const foldCase = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();

export class InMemoryFiles extends FileRepository {
  private readonly rows = new Rows<StoredFile>();
  private readonly uses = new Rows<StorageUsage>();

  constructor(private readonly clock: Clock = new FixedClock()) {
    super();
  }

  async find(ownerId: string, fileId: string): Promise<StoredFile | undefined> {
    const file = this.rows.get(fileId);
    return file && this.isOwn(file, ownerId) ? file : undefined;
  }

  async findMany(ownerId: string, fileIds: readonly string[]): Promise<readonly StoredFile[]> {
    const found = await Promise.all(fileIds.map((id) => this.find(ownerId, id)));
    return found.flatMap((file) => file ?? []);
  }

  async add(
    file: StoredFile,
    { maxFiles, maxBytes }: StorageQuota,
  ): Promise<'added' | 'too many files' | 'too many bytes'> {
    const { files, bytes } = this.uses.get(file.ownerId) ?? { files: 0, bytes: 0 };
    if (maxFiles >= 0 && files >= maxFiles) return 'too many files';
    if (maxBytes >= 0 && bytes + file.size > maxBytes) return 'too many bytes';
    this.uses.set(file.ownerId, { files: files + 1, bytes: bytes + file.size });
    this.rows.set(file.id, file);
    return 'added';
  }

  async remove(ownerId: string, fileId: string): Promise<StoredFile | undefined> {
    const file = this.rows.get(fileId);
    if (!file || file.ownerId !== ownerId) return undefined;
    this.rows.delete(fileId);
    const { files, bytes } = await this.getUsage(ownerId);
    this.uses.set(ownerId, { files: files - 1, bytes: bytes - file.size });
    return file;
  }

  async getUsage(ownerId: string): Promise<StorageUsage> {
    return this.uses.get(ownerId) ?? { files: 0, bytes: 0 };
  }

  async list(
    ownerId: string,
    { search, tag, embedded, withAttachments }: FileFilter,
    { offset, limit }: { offset: number; limit: number },
  ) {
    const listed = withAttachments === true ? this.ofOwner(ownerId) : this.permanent(ownerId);
    const matching = listed.filter(
      (file) =>
        foldCase(`${file.name}\n${file.description}`).includes(foldCase(search.trim())) &&
        (tag.trim() === '' || file.tags.some((one) => foldCase(one) === foldCase(tag.trim()))) &&
        (embedded === undefined || embedded === (file.embeddingStatus === 'completed')),
    );
    const sorted = matching.sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
    return { files: sorted.slice(offset, offset + limit), total: matching.length };
  }

  async listTags(ownerId: string): Promise<readonly string[]> {
    const once = new Map(
      this.permanent(ownerId)
        .flatMap(({ tags }) => tags)
        .map((tag) => [foldCase(tag), tag]),
    );
    return [...once].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, tag]) => tag);
  }

  async listExpired(now: number, limit: number): Promise<readonly StoredFile[]> {
    return this.expiredBy(now)
      .sort((a, b) => (a.expiresAt ?? 0) - (b.expiresAt ?? 0))
      .slice(0, limit);
  }

  async countExpired(now: number): Promise<number> {
    return this.expiredBy(now).length;
  }

  async recordAccess(ownerId: string, fileIds: readonly string[]): Promise<void> {
    for (const file of await this.findMany(ownerId, fileIds))
      this.rows.set(file.id, { ...file, accessCount: file.accessCount + 1 });
  }

  async setEmbedding(
    ownerId: string,
    fileId: string,
    to: Pick<StoredFile, 'embeddingStatus' | 'embeddingError' | 'chunkCount'>,
  ): Promise<boolean> {
    const file = await this.find(ownerId, fileId);
    if (file) this.rows.set(fileId, { ...file, ...to, embeddingFailingSince: null });
    return file !== undefined;
  }

  async setTextTokens(ownerId: string, fileId: string, textTokens: number) {
    const file = await this.find(ownerId, fileId);
    if (file) this.rows.set(fileId, { ...file, textTokens });
  }

  async recordEmbeddingDelay(ownerId: string, fileId: string, { status, reason, at }: EmbeddingDelay) {
    const file = await this.find(ownerId, fileId);
    if (file?.embeddingStatus !== status) return;
    const embeddingFailingSince = file.embeddingFailingSince ?? at;
    this.rows.set(fileId, { ...file, embeddingError: reason, embeddingFailingSince });
  }

  getEmbeddingBacklog(): Promise<EmbeddingBacklog> {
    const pending = this.rows
      .all()
      .filter(({ embeddingStatus: status, embeddingFailingSince: since }) => status === 'pending' || since !== null);
    const failing = pending.flatMap(({ embeddingFailingSince: since, embeddingError: reason }) =>
      since === null ? [] : [{ since, reason: reason ?? '' }],
    );
    const [first] = failing.toSorted((a, b) => a.since - b.since);
    return Promise.resolve({ pending: pending.length, failing: first ? { ...first, files: failing.length } : null });
  }

  async requestEmbedding(ownerId: string, fileId: string): Promise<boolean> {
    const file = this.rows.get(fileId);
    if (!file || !this.isOwn(file, ownerId) || !['failed', 'disabled'].includes(file.embeddingStatus)) return false;
    this.rows.set(fileId, { ...file, embeddingStatus: 'pending', embeddingError: null });
    return true;
  }

  async saveDescription(ownerId: string, hash: string, visionDescription: string): Promise<void> {
    for (const file of this.images(ownerId, hash)) this.rows.set(file.id, { ...file, visionDescription });
  }

  async findDescription(ownerId: string, hash: string): Promise<string | undefined> {
    return this.images(ownerId, hash).find((file) => file.visionDescription !== null)?.visionDescription ?? undefined;
  }

  /** How many files have these bytes. */
  withHash(hash: string): number {
    return this.rows.all().filter((file) => file.hash === hash).length;
  }

  private images(ownerId: string, hash: string): StoredFile[] {
    return this.rows.all().filter((file) => this.isOwn(file, ownerId) && file.hash === hash && file.kind === 'image');
  }

  private ofOwner(ownerId: string): StoredFile[] {
    return this.rows.all().filter((file) => file.ownerId === ownerId);
  }

  private permanent(ownerId: string): StoredFile[] {
    return this.ofOwner(ownerId).filter(({ purpose }) => purpose === 'permanent');
  }

  private expiredBy(now: number): StoredFile[] {
    return this.rows.all().filter(({ expiresAt }) => expiresAt !== null && expiresAt <= now);
  }

  private isOwn(file: StoredFile, ownerId: string): boolean {
    return file.ownerId === ownerId && (file.expiresAt === null || file.expiresAt > this.clock.now());
  }
}

export class InMemoryBlobs extends Blobs {
  readonly ownerPlace = 'memory';
  readonly stored = new Map<string, Uint8Array>();
  owner: string | undefined;
  /** What the next write or removal fails with. */
  nextError: Error | undefined;
  /** Hashes of bytes that cannot be read, though the store answers. */
  readonly unreadable = new Set<string>();
  /** Nothing can be read. */
  isAway = false;

  async put(hash: string, bytes: Uint8Array): Promise<void> {
    this.fail();
    this.stored.set(hash, Uint8Array.from(bytes));
  }

  async get(hash: string): Promise<Uint8Array | undefined> {
    if (this.isAway || this.unreadable.has(hash)) throw new StorageFailed(new Error('EIO'), 'read');
    return this.stored.get(hash);
  }

  async remove(hash: string): Promise<void> {
    this.fail();
    this.stored.delete(hash);
  }

  async *list(): AsyncGenerator<readonly string[]> {
    const all = [...this.stored.keys()].sort();
    for (let from = 0; from < all.length; from += 2) yield all.slice(from, from + 2);
  }

  async getOwner(): Promise<string | undefined> {
    if (this.isAway) throw new StorageFailed(new Error('EIO'), 'read');
    return this.owner;
  }

  async setOwner(installationId: string): Promise<void> {
    this.owner = installationId;
  }

  private fail(): void {
    const { nextError: fault } = this;
    this.nextError = undefined;
    if (fault) throw fault;
  }
}

export class InMemoryInstallation extends Installation {
  private id: string | undefined;

  constructor(private readonly ids: Ids = new CountingIds()) {
    super();
  }

  async getId(): Promise<string> {
    return (this.id ??= this.ids.next());
  }
}

interface ReferenceCount {
  count: number;
  touchedAt: number;
}

/** `filesWith` tells `recount` how many files have the bytes of a hash. */
export class InMemoryBlobReferenceCounts extends BlobReferenceCounts {
  readonly held = new Map<string, ReferenceCount>();

  constructor(private readonly filesWith: (hash: string) => number = () => 0) {
    super();
  }

  async retain(hash: string, now: number): Promise<void> {
    this.held.set(hash, { count: (this.held.get(hash)?.count ?? 0) + 1, touchedAt: now });
  }

  async release(hash: string): Promise<void> {
    const held = this.held.get(hash);
    if (held && held.count > 0) held.count -= 1;
  }

  async removeIfUnreferenced(hash: string, remove: () => Promise<void>): Promise<boolean> {
    if ((this.held.get(hash)?.count ?? 0) > 0) return false;
    await remove();
    this.held.delete(hash);
    return true;
  }

  async recount(before: number, afterHash: string, limit: number) {
    const page = [...this.held.keys()]
      .filter((hash) => hash > afterHash)
      .sort()
      .slice(0, limit);
    for (const hash of page) {
      const held = this.held.get(hash);
      if (held && held.touchedAt < before) held.count = this.filesWith(hash);
    }
    const unused = page.filter((hash) => this.held.get(hash)?.count === 0);
    return { unused, last: page.length < limit ? undefined : page.at(-1) };
  }

  async filterReferenced(hashes: readonly string[]): Promise<readonly string[]> {
    return hashes.filter((hash) => this.held.has(hash));
  }

  async count(): Promise<number> {
    return [...this.held.values()].filter(({ count }) => count > 0).length;
  }
}

/** Notes what it was asked to do. */
export class RecordingFileIndex extends FileIndex {
  readonly removed: string[] = [];
  readonly enqueued: string[] = [];

  async remove(ownerId: string, fileId: string): Promise<void> {
    this.removed.push(`${ownerId}/${fileId}`);
  }

  async enqueue(ownerId: string, fileId: string): Promise<void> {
    this.enqueued.push(`${ownerId}/${fileId}`);
  }

  async listQueue(ownerId: string): Promise<readonly QueuedFile[]> {
    const own = this.enqueued.filter((each) => each.startsWith(`${ownerId}/`));
    return own.map((each, at) => ({ fileId: each.slice(ownerId.length + 1), isRunning: at === 0 }));
  }
}
