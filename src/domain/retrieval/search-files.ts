import type { UserRequester } from '../chat/replies/ports/requesters.ts';
import { FileNotFound } from '../files/errors.ts';
import type { FileRepository, StoredFile } from '../files/ports/file-repository.ts';
import type { ReadableFiles } from '../files/ports/readers.ts';
import type { Clock } from '../kernel/ports.ts';
import { isEmbedded } from './file-texts.ts';
import type { FindPassages } from './find-passages.ts';
import type { FileSearchAllowance, StoredChunk } from './ports.ts';
import { toScopes } from './to-scopes.ts';

/** Of one owner, the newest. */
const MAX_FILES = 2000;
const EMBEDDED = { search: '', tag: '', embedded: true } as const;

export interface FoundPassage {
  readonly file: StoredFile;
  readonly chunk: StoredChunk;
}

export interface FileSearch {
  readonly query: string;
  /** Only these; undefined: all. */
  readonly fileIds: readonly string[] | undefined;
  readonly limit: number;
}

export interface SearchFilesDeps {
  readonly files: FileRepository;
  readonly readable: ReadableFiles;
  readonly find: FindPassages;
  readonly allowance: FileSearchAllowance;
  readonly clock: Clock;
}

/** Searches the embedded files that a person may read now: their own permanent ones and those of their groups. */
export class SearchFiles {
  constructor(private readonly deps: SearchFilesDeps) {}

  /** Best first. Throws `FileNotFound` for a file that the person may not read, `FileSearchLimitReached`. */
  async execute(
    requester: UserRequester,
    { query, fileIds, limit }: FileSearch,
    signal: AbortSignal,
  ): Promise<readonly FoundPassage[]> {
    const { find, allowance } = this.deps;
    const files = fileIds ? await this.findNamed(requester, fileIds) : await this.listAll(requester);
    const byId = new Map(files.filter(isEmbedded).map((file) => [file.id, file]));
    if (byId.size === 0) return [];
    await allowance.consume(requester);
    const search = { askerId: requester.uid, text: query, previous: [], limit };
    const { considered } = await find.execute(toScopes([...byId.values()]), search, signal);
    return considered.flatMap(({ chunk }) => {
      const file = byId.get(chunk.fileId);
      return file ? [{ file, chunk }] : [];
    });
  }

  private async findNamed(requester: UserRequester, fileIds: readonly string[]): Promise<readonly StoredFile[]> {
    const ids = [...new Set(fileIds)];
    const found = (await this.deps.readable.findMany(requester, ids)).filter((file) => this.isAvailable(file));
    if (found.length < ids.length) throw new FileNotFound();
    return found;
  }

  private async listAll(requester: UserRequester): Promise<readonly StoredFile[]> {
    const { files, readable } = this.deps;
    const own = await files.list(requester.uid, EMBEDDED, { offset: 0, limit: MAX_FILES });
    const shared = await readable.listEmbedded(requester, await readable.listGroupOwners(requester));
    return [...own.files, ...shared].filter((file) => this.isAvailable(file));
  }

  private isAvailable({ expiresAt }: StoredFile): boolean {
    return expiresAt === null || expiresAt > this.deps.clock.now();
  }
}
