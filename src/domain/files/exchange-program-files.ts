import { ProgramFiles, type ProgramFile, type ReadableProgramFile } from '../agents/ports.ts';
import type { UserRequester } from '../chat/replies/ports/requesters.ts';
import { DomainError } from '../kernel/domain-error.ts';
import type { StepFile } from '../../shared/reply-details.ts';
import type { BlobReferences } from './blob-references.ts';
import { getExtension, sanitizeFileName } from './file-name.ts';
import { canStoreFiles } from './file-permissions.ts';
import type { ReadableFiles } from './ports/readers.ts';
import type { StoredFile } from './ports/file-repository.ts';
import type { UploadFile } from './upload-file.ts';

/** Of what goes into one program. */
const MAX_FILES = 20;
const MAX_BYTES = 12 * 1024 * 1024;

/** Names differ within a folder. */
const uniqueName = (name: string, taken: ReadonlySet<string>): string => {
  const extension = getExtension(name);
  const stem = extension === '' ? name : name.slice(0, -extension.length - 1);
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? name : `${stem} (${count})${extension === '' ? '' : `.${extension}`}`;
    if (!taken.has(candidate)) return candidate;
  }
};

/** Gives a program the files of its conversation, and stores what it wrote as an upload of the person. */
export class ExchangeProgramFiles extends ProgramFiles {
  constructor(
    private readonly readable: Pick<ReadableFiles, 'findMany'>,
    private readonly bytes: Pick<BlobReferences, 'get'>,
    private readonly upload: Pick<UploadFile, 'execute'>,
  ) {
    super();
  }

  async list(requester: UserRequester, fileIds: readonly string[]): Promise<readonly ReadableProgramFile[]> {
    if (fileIds.length === 0) return [];
    const found = await this.readable.findMany(requester, [...new Set(fileIds)].slice(0, MAX_FILES));
    const taken = new Set<string>();
    let left = MAX_BYTES;
    return found.flatMap(({ id, name, size }) => {
      if (size > left) return [];
      left -= size;
      const unique = uniqueName(sanitizeFileName(name), taken);
      taken.add(unique);
      return [{ id, name: unique }];
    });
  }

  /** Asks again who may read: minutes may have passed since the list. */
  async read(requester: UserRequester, files: readonly ReadableProgramFile[]): Promise<readonly ProgramFile[]> {
    const found = await this.readable.findMany(
      requester,
      files.map(({ id }) => id),
    );
    const stored = new Map<string, StoredFile>(found.map((file) => [file.id, file]));
    const read: ProgramFile[] = [];
    for (const { id, name } of files) {
      const file = stored.get(id);
      const bytes = file && (await this.bytes.get(file.hash));
      if (bytes) read.push({ name, bytes });
    }
    return read;
  }

  /** Where the plan has permanent files it is one; else it is attached to the chat and expires with its uploads. */
  async store(requester: UserRequester, { name, bytes }: ProgramFile, signal: AbortSignal): Promise<StepFile | string> {
    const purpose = canStoreFiles(requester) ? 'permanent' : 'chat';
    try {
      const file = await this.upload.execute(
        { requester, purpose, name, bytes, description: '', tags: [], embed: false },
        signal,
      );
      return { id: file.id, name: file.name, type: file.type, size: file.size };
    } catch (error) {
      if (error instanceof DomainError) return error.message;
      throw error;
    }
  }
}
