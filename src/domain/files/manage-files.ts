import type { AuditLog } from '../audit/ports.ts';
import type { UnitOfWork, Settings } from '../kernel/ports.ts';
import { BlobMissing, EmbeddingConflict, FileNotFound } from './errors.ts';
import type { BlobReferences } from './blob-references.ts';
import type { EmbeddingAllowance, EmbeddingProgress, FileIndex, QueuedFile } from './ports/embedding.ts';
import type { FileFilter, FileRepository, StorageUsage, StoredFile } from './ports/file-repository.ts';
import type { ReadableFiles } from './ports/readers.ts';
import type { StorageLimits } from './ports/settings.ts';
import type { Scans, ScanState } from './scans/ports.ts';
import type { UserRequester } from '../chat/replies/ports/requesters.ts';
import { canStoreFiles, requirePaidPlan } from './file-permissions.ts';
import { getMaxFileBytes, toStorageQuota } from './storage-limits.ts';

export interface ListedFile {
  readonly file: StoredFile;
  /** Which of its scanned pages is read at the moment; null: none waits. */
  readonly reading: { readonly page: number; readonly pages: number } | null;
  /** Null: it is not about to be embedded. */
  readonly embedding: EmbeddingProgress | null;
}

export interface FilePage {
  readonly files: readonly ListedFile[];
  readonly total: number;
  readonly tags: readonly string[];
  readonly usage: StorageUsage;
  readonly quota: { readonly maxFiles: number; readonly maxBytes: number; readonly maxFileBytes: number };
  readonly canUpload: boolean;
}

/** A page of files, with usage and quota. `page` counts from 1. */
export class ListFiles {
  constructor(
    private readonly files: FileRepository,
    private readonly scans: Scans,
    private readonly settings: Settings<StorageLimits>,
    private readonly index: FileIndex,
  ) {}

  async execute(
    requester: UserRequester,
    filter: FileFilter,
    { page, limit }: { page: number; limit: number },
  ): Promise<FilePage> {
    const limits = await this.settings.current();
    const [{ files, total }, tags, usage] = await Promise.all([
      this.files.list(requester.uid, filter, { offset: (page - 1) * limit, limit }),
      this.files.listTags(requester.uid),
      this.files.getUsage(requester.uid),
    ]);
    const quota = { ...toStorageQuota(limits, requester.tier), maxFileBytes: getMaxFileBytes(limits, requester.tier) };
    const listed = await listProgress({ scans: this.scans, index: this.index }, requester.uid, files);
    return { files: listed, total, tags, usage, quota, canUpload: canStoreFiles(requester) };
  }
}

/** How far the reading and embedding of an owner's files is. */
export const listProgress = async (
  { scans, index }: { readonly scans: Scans; readonly index: FileIndex },
  ownerId: string,
  files: readonly StoredFile[],
): Promise<ListedFile[]> => {
  const states = await scans.find(
    ownerId,
    files.map(({ id }) => id),
  );
  const isPending = files.some(({ embeddingStatus }) => embeddingStatus === 'pending');
  const queue = isPending ? await index.listQueue(ownerId) : [];
  return files.map((file) => ({
    file,
    reading: toReading(states.get(file.id)),
    embedding: toProgress(file, queue),
  }));
};

const toReading = (state: ScanState | undefined): ListedFile['reading'] =>
  state?.status === 'waiting' || state?.status === 'running' ? { page: state.page, pages: state.pages } : null;

const toProgress = (file: StoredFile, queue: readonly QueuedFile[]): EmbeddingProgress | null => {
  const before = file.embeddingStatus === 'pending' ? queue.findIndex(({ fileId }) => fileId === file.id) : -1;
  if (before < 0) return null;
  if (queue[before]?.isRunning !== true) return { state: 'waiting', before };
  return { state: file.textTokens === null ? 'reading' : 'embedding', before: 0 };
};

/** One's own, or a group's. Throws `FileNotFound`. */
export class GetFile {
  constructor(
    private readonly files: ReadableFiles,
    private readonly bytes: BlobReferences,
  ) {}

  async getMetadata(requester: UserRequester, fileId: string): Promise<StoredFile> {
    const [file] = await this.files.findMany(requester, [fileId]);
    if (!file) throw new FileNotFound();
    return file;
  }

  async execute(requester: UserRequester, fileId: string): Promise<{ file: StoredFile; bytes: Uint8Array }> {
    const file = await this.getMetadata(requester, fileId);
    const bytes = await this.bytes.get(file.hash);
    if (bytes) return { file, bytes };
    await this.getMetadata(requester, fileId); // it may have been deleted meanwhile
    throw new BlobMissing(new Error(`The bytes of file ${fileId} are lost`));
  }
}

export interface RemoveFileDeps {
  readonly files: FileRepository;
  readonly index: FileIndex;
  readonly bytes: BlobReferences;
  readonly work: UnitOfWork;
}

/** Removes a file with its bytes and its index. */
export class RemoveFile {
  constructor(private readonly deps: RemoveFileDeps) {}

  /**
   * Removes row, quota usage and index in one transaction, in which `record` takes part, then unreferenced bytes; false
   * when the file was gone.
   */
  async execute(ownerId: string, fileId: string, record?: () => Promise<void>): Promise<boolean> {
    const { files, index, bytes, work } = this.deps;
    const removed = await work.run(async () => {
      const file = await files.remove(ownerId, fileId);
      if (!file) return undefined;
      await index.remove(ownerId, fileId);
      await bytes.release(file.hash);
      await record?.();
      return file;
    });
    if (!removed) return false;
    await bytes.collect(removed.hash);
    return true;
  }
}

/** Allowed with every plan, and for expired files that still take their place. Throws `FileNotFound`. */
export class DeleteFile {
  constructor(
    private readonly remove: RemoveFile,
    private readonly audit: AuditLog,
  ) {}

  async execute(requester: UserRequester, fileId: string): Promise<void> {
    const record = () => this.audit.record({ action: 'file.delete', target: { kind: 'file', id: fileId } });
    if (!(await this.remove.execute(requester.uid, fileId, record))) throw new FileNotFound();
  }
}

/**
 * Embeds a failed or disabled file again. Throws `FileNotFound`, `EmbeddingConflict`, `SubscriptionRequired`,
 * `EmbeddingLimitReached`.
 */
export class ReembedFile {
  constructor(
    private readonly files: FileRepository,
    private readonly index: FileIndex,
    private readonly embeddings: EmbeddingAllowance,
    private readonly work: UnitOfWork,
  ) {}

  async execute(requester: UserRequester, fileId: string): Promise<StoredFile> {
    const file = await this.files.find(requester.uid, fileId);
    if (!file || file.purpose !== 'permanent') throw new FileNotFound();
    requirePaidPlan(requester);
    if (file.kind === 'image') throw new EmbeddingConflict('Images are not embedded');
    const isRequested = await this.work.run(async () => {
      if (!(await this.files.requestEmbedding(requester.uid, fileId))) return false;
      await this.embeddings.consume(requester);
      await this.index.enqueue(requester.uid, fileId);
      return true;
    });
    const updated = await this.files.find(requester.uid, fileId);
    if (!updated) throw new FileNotFound();
    if (!isRequested)
      throw new EmbeddingConflict(
        `The file is ${file.embeddingStatus === 'completed' ? 'embedded already' : 'being embedded'}`,
      );
    return updated;
  }
}
