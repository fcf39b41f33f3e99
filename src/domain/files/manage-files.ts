import type { UnitOfWork } from '../kernel/ports.ts';
import { EmbeddingConflict, FileNotFound } from './errors.ts';
import type { KeepBytes } from './keep-bytes.ts';
import type {
  EmbeddingAllowance,
  FileFilter,
  FileRepository,
  FileTraces,
  FileUse,
  StorageSettings,
  StoredFile,
} from './ports.ts';
import { mayKeep, type Person, requirePlan } from './rights.ts';
import { largestFile, roomOf } from './storage.ts';

export interface FilePage {
  readonly files: readonly StoredFile[];
  readonly total: number;
  readonly tags: readonly string[];
  readonly use: FileUse;
  readonly room: { readonly maxFiles: number; readonly maxBytes: number; readonly maxFileBytes: number };
  readonly mayUpload: boolean;
}

/** A page of somebody's permanent files, and what they keep and may keep in all. `page` counts from 1. */
export class ListFiles {
  private readonly files: FileRepository;
  private readonly settings: StorageSettings;

  constructor(files: FileRepository, settings: StorageSettings) {
    this.files = files;
    this.settings = settings;
  }

  async execute(
    asker: Person,
    filter: FileFilter,
    { page, limit }: { page: number; limit: number },
  ): Promise<FilePage> {
    const config = await this.settings.current();
    const [{ files, total }, tags, use] = await Promise.all([
      this.files.list(asker.uid, filter, { offset: (page - 1) * limit, limit }),
      this.files.tags(asker.uid),
      this.files.use(asker.uid),
    ]);
    const room = { ...roomOf(config, asker.tier), maxFileBytes: largestFile(config, asker.tier) };
    return { files, total, tags, use, room, mayUpload: mayKeep(asker) };
  }
}

/** One own file with its bytes. Throws `FileNotFound`. */
export class ReadFile {
  private readonly files: FileRepository;
  private readonly bytes: KeepBytes;

  constructor(files: FileRepository, bytes: KeepBytes) {
    this.files = files;
    this.bytes = bytes;
  }

  /** The file without its bytes. */
  async facts(asker: Person, fileId: string): Promise<StoredFile> {
    const file = await this.files.find(asker.uid, fileId);
    if (!file) throw new FileNotFound();
    return file;
  }

  async execute(asker: Person, fileId: string): Promise<{ file: StoredFile; bytes: Uint8Array }> {
    const file = await this.facts(asker, fileId);
    const bytes = await this.bytes.read(file.hash);
    if (bytes) return { file, bytes };
    if (await this.files.find(asker.uid, fileId)) throw new Error(`The bytes of file ${fileId} are lost`);
    throw new FileNotFound(); // deleted meanwhile
  }
}

/** Takes a file away with all that was made of it. */
export class RemoveFile {
  private readonly tools: {
    readonly files: FileRepository;
    readonly traces: FileTraces;
    readonly bytes: KeepBytes;
    readonly work: UnitOfWork;
  };

  constructor(tools: {
    readonly files: FileRepository;
    readonly traces: FileTraces;
    readonly bytes: KeepBytes;
    readonly work: UnitOfWork;
  }) {
    this.tools = tools;
  }

  /** Row, room and traces in one transaction, then the bytes if no other file has them; false when it was gone. */
  async execute(ownerId: string, fileId: string): Promise<boolean> {
    const { files, traces, bytes, work } = this.tools;
    const removed = await work.run(async () => {
      const file = await files.remove(ownerId, fileId);
      if (!file) return undefined;
      await traces.remove(ownerId, fileId);
      await bytes.letGo(file.hash);
      return file;
    });
    if (!removed) return false;
    await bytes.drop(removed.hash);
    return true;
  }
}

/** Deletes an own file, whatever the plan. Throws `FileNotFound`. */
export class DeleteFile {
  private readonly files: FileRepository;
  private readonly remove: RemoveFile;

  constructor(files: FileRepository, remove: RemoveFile) {
    this.files = files;
    this.remove = remove;
  }

  async execute(asker: Person, fileId: string): Promise<void> {
    const file = await this.files.find(asker.uid, fileId);
    if (!file || !(await this.remove.execute(asker.uid, fileId))) throw new FileNotFound();
  }
}

/**
 * Has a failed or disabled file embedded anew. Throws `FileNotFound`, `EmbeddingConflict`, `SubscriptionRequired`,
 * `EmbeddingLimitReached`.
 */
export class ReEmbed {
  private readonly files: FileRepository;
  private readonly traces: FileTraces;
  private readonly embeddings: EmbeddingAllowance;
  private readonly work: UnitOfWork;

  constructor(files: FileRepository, traces: FileTraces, embeddings: EmbeddingAllowance, work: UnitOfWork) {
    this.files = files;
    this.traces = traces;
    this.embeddings = embeddings;
    this.work = work;
  }

  async execute(asker: Person, fileId: string): Promise<StoredFile> {
    const file = await this.files.find(asker.uid, fileId);
    if (!file || file.purpose !== 'permanent') throw new FileNotFound();
    requirePlan(asker);
    if (file.kind === 'image') throw new EmbeddingConflict('Images are not embedded');
    const asked = await this.work.run(async () => {
      if (!(await this.files.askEmbedding(asker.uid, fileId))) return false;
      await this.embeddings.take(asker);
      await this.traces.enqueue(asker.uid, fileId);
      return true;
    });
    const now = await this.files.find(asker.uid, fileId);
    if (!now) throw new FileNotFound();
    if (!asked)
      throw new EmbeddingConflict(
        `The file is ${file.embeddingStatus === 'completed' ? 'embedded already' : 'being embedded'}`,
      );
    return now;
  }
}
