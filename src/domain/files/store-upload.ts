import type { Clock, Ids, Settings, UnitOfWork } from '../kernel/ports.ts';
import type { Tier } from '../../shared/tiers.ts';
import type { BlobReferences } from './blob-references.ts';
import { FileRefused, FileTooLarge, FileUnreadable } from './errors.ts';
import { sanitizeFileName } from './file-name.ts';
import type { ContentHash } from './ports/blobs.ts';
import type { DetectedType, DocumentReader, FileTypeDetector, ReadableFile } from './ports/documents.ts';
import type { FileIndex } from './ports/embedding.ts';
import type { FileKind, FileRepository, StorageQuota, StorageUsage, StoredFile } from './ports/file-repository.ts';
import type { FileTtl } from './ports/settings.ts';
import type { ImageProcessor } from './ports/images.ts';
import type { Scans, TextRecognizer } from './scans/ports.ts';
import { computeExpiry } from './storage-limits.ts';
import { FILE_FAILURES } from '../../shared/file-failures.ts';

/** Where a file goes, and what may go there. */
export interface FileSpace {
  readonly ownerId: string;
  /** Whose limits count for reading scanned pages. */
  readonly tier: Tier;
  readonly quota: StorageQuota;
  readonly maxFileBytes: number;
  /** Throws for a kind that is not taken. */
  requireKind(kind: FileKind, name: string): void;
  /** In the transaction that queues the file to be embedded. */
  countEmbedding(): Promise<void>;
  fullError(rule: 'files' | 'storage', used: StorageUsage): Error;
}

export interface Upload {
  readonly purpose: StoredFile['purpose'];
  /** As sent by the client. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly description: string;
  readonly tags: readonly string[];
  /** Ignored for images and chat files. */
  readonly embed: boolean;
  /** Takes part in the transaction that stores the file. */
  readonly record?: ((file: StoredFile) => Promise<void>) | undefined;
}

export interface StoreUploadDeps {
  readonly files: FileRepository;
  readonly bytes: BlobReferences;
  readonly index: FileIndex;
  readonly ttl: Settings<FileTtl>;
  readonly types: FileTypeDetector;
  readonly images: ImageProcessor;
  readonly reader: DocumentReader;
  readonly recognizer: TextRecognizer;
  readonly scans: Scans;
  readonly hash: ContentHash;
  readonly work: UnitOfWork;
  readonly ids: Ids;
  readonly clock: Clock;
}

interface Checked extends DetectedType {
  readonly bytes: Uint8Array;
  /** Why it has no text, for a file that is stored anyway. */
  readonly noText: string | null;
  /** Pages of a file that has scanned ones, which are read in the background; 0 for others. */
  readonly scanPages: number;
}

/** Stores a file: detects its type, re-encodes images, checks that documents are readable, and queues its embedding. */
export class StoreUpload {
  constructor(private readonly deps: StoreUploadDeps) {}

  /** Checked before the body is read. Throws the space's own error. */
  async requireRoom({ ownerId, quota, fullError }: FileSpace): Promise<void> {
    const used = await this.deps.files.getUsage(ownerId);
    if (quota.maxFiles >= 0 && used.files >= quota.maxFiles) throw fullError('files', used);
    if (quota.maxBytes >= 0 && used.bytes >= quota.maxBytes) throw fullError('storage', used);
  }

  /** Throws `FileRefused`, `FileUnreadable`, `FileTooLarge`, `StorageFailed`; then nothing is stored. */
  async execute(space: FileSpace, upload: Upload, signal: AbortSignal): Promise<StoredFile> {
    const { ttl, hash } = this.deps;
    await this.requireRoom(space);
    const name = sanitizeFileName(upload.name);
    if (upload.bytes.length > space.maxFileBytes) throw new FileTooLarge(space.maxFileBytes);
    if (upload.bytes.length === 0) throw new FileRefused(name, FILE_FAILURES.empty);
    const checked = await this.check(space, upload, name, signal);
    const file = this.createFile(space, { ...upload, name }, checked, hash.compute(checked.bytes), await ttl.current());
    await this.store(space, file, checked, upload.record);
    return file;
  }

  private async check(
    space: FileSpace,
    { purpose, bytes }: Upload,
    name: string,
    signal: AbortSignal,
  ): Promise<Checked> {
    const { types, images } = this.deps;
    const { ownerId } = space;
    space.requireKind(types.guessKind(name) ?? 'image', name); // checked again below with the detected kind
    const detected = await types.detect(name, bytes);
    space.requireKind(detected.kind, name);
    if (detected.kind !== 'image') {
      const file = { ownerId, kind: detected.kind, name, bytes };
      return { ...detected, bytes, ...(await this.checkReadable(file, purpose, signal)) };
    }
    const image = await images.sanitize({ ownerId, bytes }, signal);
    if (!image) throw new FileRefused(name, FILE_FAILURES.imageDamaged);
    return { kind: 'image', type: image.type, bytes: image.bytes, noText: null, scanPages: 0 };
  }

  /** What has no text, and no picture of one, may be stored permanently, but not attached to a chat. */
  private async checkReadable(
    file: ReadableFile,
    purpose: Upload['purpose'],
    signal: AbortSignal,
  ): Promise<Pick<Checked, 'noText' | 'scanPages'>> {
    const { reader, recognizer } = this.deps;
    try {
      const { pages, scannedPages = [] } = await reader.extract(file, signal);
      return { noText: null, scanPages: recognizer.available && scannedPages.length > 0 ? pages : 0 };
    } catch (error) {
      if (!(error instanceof FileUnreadable)) throw error;
      if (purpose === 'permanent' && error.reason === 'no text') return { noText: error.message, scanPages: 0 };
      throw new FileRefused(file.name, error.message);
    }
  }

  private createFile(
    { ownerId }: FileSpace,
    { purpose, name, description, tags, embed }: Upload,
    checked: Checked,
    hash: string,
    ttl: FileTtl,
  ): StoredFile {
    const { ids, clock } = this.deps;
    const now = clock.now();
    const embedded = purpose === 'permanent' && embed && checked.kind !== 'image';
    return {
      id: ids.next(),
      ownerId,
      hash,
      name,
      type: checked.type,
      kind: checked.kind,
      size: checked.bytes.length,
      purpose,
      description,
      tags,
      embeddingStatus: embedded ? initialEmbeddingStatus(checked) : 'disabled',
      embeddingError: embedded ? checked.noText : null,
      embeddingFailingSince: null,
      chunkCount: 0,
      textTokens: null,
      accessCount: 0,
      visionDescription: null,
      createdAt: now,
      expiresAt: purpose === 'chat' ? computeExpiry(ttl, now) : null,
    };
  }

  /** Bytes first, so that a row never refers to missing bytes. */
  private async store(space: FileSpace, file: StoredFile, checked: Checked, record: Upload['record']): Promise<void> {
    const { files, bytes, work } = this.deps;
    await bytes.retain(file.hash, checked.bytes);
    try {
      const outcome = await work.run(async () => {
        const added = await files.add(file, space.quota);
        if (added !== 'added') return added;
        await this.enqueue(space, file, checked.scanPages);
        await record?.(file);
        return added;
      });
      if (outcome !== 'added') {
        const used = await files.getUsage(file.ownerId);
        throw space.fullError(outcome === 'too many files' ? 'files' : 'storage', used);
      }
    } catch (error) {
      await bytes.release(file.hash);
      await bytes.collect(file.hash);
      throw error;
    }
  }

  /** A scan is embedded when its pages have been read. */
  private async enqueue(space: FileSpace, file: StoredFile, scanPages: number): Promise<void> {
    const { index, scans, clock } = this.deps;
    const { id: fileId, ownerId, embeddingStatus } = file;
    if (embeddingStatus === 'pending') await space.countEmbedding();
    if (scanPages > 0) await scans.enqueue({ fileId, ownerId, tier: space.tier, pages: scanPages }, clock.now());
    else if (embeddingStatus === 'pending') await index.enqueue(ownerId, fileId);
  }
}

const initialEmbeddingStatus = ({ noText }: Checked): 'pending' | 'failed' => (noText === null ? 'pending' : 'failed');
