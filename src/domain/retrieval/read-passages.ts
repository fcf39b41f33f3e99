import type { UserRequester } from '../chat/replies/ports/requesters.ts';
import { FileNotFound } from '../files/errors.ts';
import type { ReadableFiles } from '../files/ports/readers.ts';
import type { StoredFile } from '../files/ports/file-repository.ts';
import { InvalidInput } from '../kernel/domain-error.ts';
import type { Clock } from '../kernel/ports.ts';
import { isEmbedded } from './file-texts.ts';
import type { ChunkRepository, StoredChunk } from './ports.ts';

export interface PassageRange {
  readonly fileId: string;
  /** The ordinal of the passage. */
  readonly passage: number;
  /** Neighbours. */
  readonly before: number;
  readonly after: number;
}

/** A passage of a file that a person may read now, with its neighbours. */
export class ReadPassages {
  constructor(
    private readonly readable: ReadableFiles,
    private readonly chunks: ChunkRepository,
    private readonly clock: Clock,
  ) {}

  /** In reading order. Throws `FileNotFound`, and `InvalidInput` where the file has no such passage. */
  async execute(
    requester: UserRequester,
    { fileId, passage, before, after }: PassageRange,
  ): Promise<{ readonly file: StoredFile; readonly chunks: readonly StoredChunk[] }> {
    const [file] = await this.readable.findMany(requester, [fileId]);
    if (!file || (file.expiresAt !== null && file.expiresAt <= this.clock.now())) throw new FileNotFound();
    if (!isEmbedded(file)) throw new InvalidInput('This file has no passages, as it is not embedded', 'fileId');
    const from = Math.max(0, passage - before);
    const page = { from, limit: passage + after - from + 1 };
    const chunks = await this.chunks.listByFile(file.ownerId, file.id, page);
    if (!chunks.some(({ ordinal }) => ordinal === passage))
      throw new InvalidInput(`The file has passages from 0 to ${file.chunkCount - 1}`, 'passage');
    return { file, chunks };
  }
}
