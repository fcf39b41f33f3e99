import type { Clock, Ids, UnitOfWork } from '../kernel/ports.ts';
import { cleanName } from './clean-name.ts';
import { FileRefused, FileTooLarge, FileUnreadable, StorageFull } from './errors.ts';
import type { KeepBytes } from './keep-bytes.ts';
import type {
  ContentHash,
  DecidedType,
  DocumentReader,
  EmbeddingAllowance,
  FileRepository,
  FileTraces,
  FileTypes,
  Images,
  ReadableFile,
  Room,
  StorageConfig,
  StorageSettings,
  StoredFile,
} from './ports.ts';
import { type Person, requirePlan, requirePlanFor, requireVerified } from './rights.ts';
import { expiryOf, largestFile, roomOf } from './storage.ts';

export interface Upload {
  readonly asker: Person;
  readonly purpose: StoredFile['purpose'];
  /** As the sender wrote it. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly description: string;
  readonly tags: readonly string[];
  /** Only permanent files that are no images are embedded. */
  readonly embed: boolean;
}

export interface KeepTools {
  readonly files: FileRepository;
  readonly bytes: KeepBytes;
  readonly traces: FileTraces;
  readonly embeddings: EmbeddingAllowance;
  readonly settings: StorageSettings;
  readonly types: FileTypes;
  readonly images: Images;
  readonly reader: DocumentReader;
  readonly hash: ContentHash;
  readonly work: UnitOfWork;
  readonly ids: Ids;
  readonly clock: Clock;
}

interface Checked extends DecidedType {
  readonly bytes: Uint8Array;
  /** Why nothing can be read in it, although it may be kept. */
  readonly noText: string | null;
}

/** Takes a file in: decides what it is, makes images anew, reads documents once to know that they can be, and keeps it. */
export class KeepFile {
  private readonly tools: KeepTools;

  constructor(tools: KeepTools) {
    this.tools = tools;
  }

  /**
   * The most bytes that this person may send now; asked before a byte is read. Throws `EmailVerificationRequired`,
   * `SubscriptionRequired`, `StorageFull`.
   */
  async largest(asker: Person, purpose: Upload['purpose']): Promise<number> {
    if (purpose === 'permanent') requirePlan(asker);
    requireVerified(asker);
    const config = await this.tools.settings.current();
    const room = roomOf(config, asker.tier);
    const { files, bytes } = await this.tools.files.use(asker.uid);
    if (room.maxFiles >= 0 && files >= room.maxFiles) throw new StorageFull('files', room.maxFiles, files);
    if (room.maxBytes >= 0 && bytes >= room.maxBytes) throw new StorageFull('storage', room.maxBytes, bytes);
    return largestFile(config, asker.tier);
  }

  /**
   * Throws also `FileRefused`, `FileUnreadable`, `FileTooLarge`, `EmbeddingLimitReached` and `StorageFailed`; then
   * nothing is kept.
   */
  async execute(upload: Upload, signal: AbortSignal): Promise<StoredFile> {
    const { settings, hash } = this.tools;
    const limit = await this.largest(upload.asker, upload.purpose);
    const name = cleanName(upload.name);
    if (upload.bytes.length > limit) throw new FileTooLarge(limit);
    if (upload.bytes.length === 0) throw new FileRefused(name, 'it is empty');
    const checked = await this.check(upload, name, signal);
    const config = await settings.current();
    const file = this.fileOf({ ...upload, name }, checked, hash.of(checked.bytes), config);
    await this.keep(upload.asker, file, checked.bytes, roomOf(config, upload.asker.tier));
    return file;
  }

  private async check({ asker, purpose, bytes }: Upload, name: string, signal: AbortSignal): Promise<Checked> {
    const { types, images } = this.tools;
    requirePlanFor(asker, types.expected(name) ?? 'image'); // what the name hides is asked again below
    const decided = await types.decide(name, bytes);
    requirePlanFor(asker, decided.kind);
    if (decided.kind !== 'image') {
      return {
        ...decided,
        bytes,
        noText: await this.unreadable({ ownerId: asker.uid, kind: decided.kind, name, bytes }, purpose, signal),
      };
    }
    const image = await images.clean({ ownerId: asker.uid, bytes }, signal);
    if (!image) throw new FileRefused(name, 'the image is damaged, or it has more than 40 million pixels');
    return { kind: 'image', type: image.type, bytes: image.bytes, noText: null };
  }

  /** A scan is worth keeping, but not worth giving to a model: that is said, and a chat does not take it. */
  private async unreadable(
    file: ReadableFile,
    purpose: Upload['purpose'],
    signal: AbortSignal,
  ): Promise<string | null> {
    try {
      await this.tools.reader.read(file, signal);
      return null;
    } catch (error) {
      if (!(error instanceof FileUnreadable)) throw error;
      if (purpose === 'permanent' && error.reason === 'no text') return error.message;
      throw new FileRefused(file.name, error.message);
    }
  }

  private fileOf(
    { asker, purpose, name, description, tags, embed }: Upload,
    checked: Checked,
    hash: string,
    config: StorageConfig,
  ): StoredFile {
    const { ids, clock } = this.tools;
    const now = clock.now();
    const embedded = purpose === 'permanent' && embed && checked.kind !== 'image';
    return {
      id: ids.next(),
      ownerId: asker.uid,
      hash,
      name,
      type: checked.type,
      kind: checked.kind,
      size: checked.bytes.length,
      purpose,
      description,
      tags,
      embeddingStatus: embedded ? statusOf(checked) : 'disabled',
      embeddingError: embedded ? checked.noText : null,
      chunkCount: 0,
      accessCount: 0,
      visionDescription: null,
      createdAt: now,
      expiresAt: purpose === 'chat' ? expiryOf(config, now) : null,
    };
  }

  /** Bytes first: a row never speaks of bytes that are not there. */
  private async keep(asker: Person, file: StoredFile, content: Uint8Array, room: Room): Promise<void> {
    const { files, bytes, work } = this.tools;
    await bytes.hold(file.hash, content);
    try {
      const outcome = await work.run(async () => {
        const added = await files.add(file, room);
        if (added === 'kept' && file.embeddingStatus === 'pending') await this.enqueue(asker, file);
        return added;
      });
      if (outcome !== 'kept') throw await this.refusal(file.ownerId, room, outcome);
    } catch (error) {
      await bytes.letGo(file.hash);
      await bytes.drop(file.hash);
      throw error;
    }
  }

  private async enqueue(asker: Person, file: StoredFile): Promise<void> {
    await this.tools.embeddings.take(asker);
    await this.tools.traces.enqueue(file.ownerId, file.id);
  }

  private async refusal(
    ownerId: string,
    room: Room,
    outcome: 'too many files' | 'too many bytes',
  ): Promise<StorageFull> {
    const used = await this.tools.files.use(ownerId);
    return outcome === 'too many files'
      ? new StorageFull('files', room.maxFiles, used.files)
      : new StorageFull('storage', room.maxBytes, used.bytes);
  }
}

const statusOf = ({ noText }: Checked): 'pending' | 'failed' => (noText === null ? 'pending' : 'failed');
