import type { Clock, Ids, UnitOfWork, Settings } from '../kernel/ports.ts';
import { sanitizeFileName } from './file-name.ts';
import { FileRefused, FileTooLarge, FileUnreadable, StorageFull } from './errors.ts';
import type { Scans, TextRecognizer } from './scans/ports.ts';
import type { BlobReferences } from './blob-references.ts';
import type {
  ContentHash,
  DetectedType,
  DocumentReader,
  EmbeddingAllowance,
  FileRepository,
  FileIndex,
  FileTypeDetector,
  ImageProcessor,
  ReadableFile,
  StorageQuota,
  FileTtl,
  StorageLimits,
  StoredFile,
} from './ports.ts';
import type { UserRequester } from '../chat/replies/ports.ts';
import { requirePaidPlan, requirePlanForKind, requireVerified } from './file-permissions.ts';
import { computeExpiry, getMaxFileBytes, toStorageQuota } from './storage-limits.ts';

export interface UploadFileInput {
  readonly requester: UserRequester;
  readonly purpose: StoredFile['purpose'];
  /** As sent by the client. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly description: string;
  readonly tags: readonly string[];
  /** Ignored for images and chat files. */
  readonly embed: boolean;
}

export interface UploadFileDeps {
  readonly files: FileRepository;
  readonly bytes: BlobReferences;
  readonly index: FileIndex;
  readonly embeddings: EmbeddingAllowance;
  readonly limits: Settings<StorageLimits>;
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

/** Uploads a file: detects its type, re-encodes images, checks that documents are readable, and stores it. */
export class UploadFile {
  constructor(private readonly deps: UploadFileDeps) {}

  /**
   * The maximum upload size, checked before the body is read. Throws `EmailVerificationRequired`,
   * `SubscriptionRequired`, `StorageFull`.
   */
  async getMaxUploadBytes(requester: UserRequester, purpose: UploadFileInput['purpose']): Promise<number> {
    if (purpose === 'permanent') requirePaidPlan(requester);
    requireVerified(requester);
    const limits = await this.deps.limits.current();
    const quota = toStorageQuota(limits, requester.tier);
    const { files, bytes } = await this.deps.files.getUsage(requester.uid);
    if (quota.maxFiles >= 0 && files >= quota.maxFiles) throw filesFull(requester, quota, files);
    if (quota.maxBytes >= 0 && bytes >= quota.maxBytes) throw bytesFull(requester, quota, bytes);
    return getMaxFileBytes(limits, requester.tier);
  }

  /**
   * Throws also `FileRefused`, `FileUnreadable`, `FileTooLarge`, `EmbeddingLimitReached` and `StorageFailed`; then
   * nothing is stored.
   */
  async execute(upload: UploadFileInput, signal: AbortSignal): Promise<StoredFile> {
    const { limits, ttl, hash } = this.deps;
    const limit = await this.getMaxUploadBytes(upload.requester, upload.purpose);
    const name = sanitizeFileName(upload.name);
    if (upload.bytes.length > limit) throw new FileTooLarge(limit);
    if (upload.bytes.length === 0) throw new FileRefused(name, 'it is empty');
    const checked = await this.check(upload, name, signal);
    const file = this.createFile({ ...upload, name }, checked, hash.compute(checked.bytes), await ttl.current());
    const quota = toStorageQuota(await limits.current(), upload.requester.tier);
    await this.store(upload.requester, file, checked, quota);
    return file;
  }

  private async check(
    { requester, purpose, bytes }: UploadFileInput,
    name: string,
    signal: AbortSignal,
  ): Promise<Checked> {
    const { types, images } = this.deps;
    requirePlanForKind(requester, types.guessKind(name) ?? 'image'); // checked again below with the detected kind
    const detected = await types.detect(name, bytes);
    requirePlanForKind(requester, detected.kind);
    if (detected.kind !== 'image') {
      return {
        ...detected,
        bytes,
        ...(await this.checkReadable({ ownerId: requester.uid, kind: detected.kind, name, bytes }, purpose, signal)),
      };
    }
    const image = await images.sanitize({ ownerId: requester.uid, bytes }, signal);
    if (!image) throw new FileRefused(name, 'the image is damaged, or it has more than 40 million pixels');
    return { kind: 'image', type: image.type, bytes: image.bytes, noText: null, scanPages: 0 };
  }

  /** What has no text, and no picture of one, may be stored permanently, but not attached to a chat. */
  private async checkReadable(
    file: ReadableFile,
    purpose: UploadFileInput['purpose'],
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
    { requester, purpose, name, description, tags, embed }: UploadFileInput,
    checked: Checked,
    hash: string,
    ttl: FileTtl,
  ): StoredFile {
    const { ids, clock } = this.deps;
    const now = clock.now();
    const embedded = purpose === 'permanent' && embed && checked.kind !== 'image';
    return {
      id: ids.next(),
      ownerId: requester.uid,
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
  private async store(
    requester: UserRequester,
    file: StoredFile,
    checked: Checked,
    quota: StorageQuota,
  ): Promise<void> {
    const { files, bytes, work } = this.deps;
    await bytes.retain(file.hash, checked.bytes);
    try {
      const outcome = await work.run(async () => {
        const added = await files.add(file, quota);
        if (added === 'added') await this.enqueue(requester, file, checked.scanPages);
        return added;
      });
      if (outcome !== 'added') throw await this.createRefusal(requester, quota, outcome);
    } catch (error) {
      await bytes.release(file.hash);
      await bytes.collect(file.hash);
      throw error;
    }
  }

  /** A scan is embedded when its pages have been read. */
  private async enqueue(requester: UserRequester, file: StoredFile, scanPages: number): Promise<void> {
    const { embeddings, index, scans, clock } = this.deps;
    const { id: fileId, ownerId, embeddingStatus } = file;
    if (embeddingStatus === 'pending') await embeddings.consume(requester);
    if (scanPages > 0) await scans.enqueue({ fileId, ownerId, tier: requester.tier, pages: scanPages }, clock.now());
    else if (embeddingStatus === 'pending') await index.enqueue(ownerId, fileId);
  }

  private async createRefusal(
    requester: UserRequester,
    quota: StorageQuota,
    outcome: 'too many files' | 'too many bytes',
  ): Promise<StorageFull> {
    const used = await this.deps.files.getUsage(requester.uid);
    return outcome === 'too many files'
      ? filesFull(requester, quota, used.files)
      : bytesFull(requester, quota, used.bytes);
  }
}

const filesFull = ({ tier: group }: UserRequester, { maxFiles: limit }: StorageQuota, used: number) =>
  new StorageFull('files', { limit, used, group });

const bytesFull = ({ tier: group }: UserRequester, { maxBytes: limit }: StorageQuota, used: number) =>
  new StorageFull('storage', { limit, used, group });

const initialEmbeddingStatus = ({ noText }: Checked): 'pending' | 'failed' => (noText === null ? 'pending' : 'failed');
