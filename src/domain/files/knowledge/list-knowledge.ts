import { groupOwner } from '../../../shared/file-owner.ts';
import type { GroupMembers } from '../../groups/ports.ts';
import { FileNotFound } from '../errors.ts';
import type { FileReader, ReadableFiles } from '../ports/readers.ts';
import type { FileRepository, StoredFile } from '../ports/file-repository.ts';

/** The files that a group shares. */
export interface Knowledge {
  /** Attached to a message in place of a file's id, it stands for all embedded files. */
  readonly id: string;
  /** The group's. */
  readonly name: string;
  readonly files: number;
  /** That can be asked about. */
  readonly embedded: number;
  /** Bytes. */
  readonly size: number;
}

const ALL = { search: '', tag: '' } as const;
const NO_FILES = { offset: 0, limit: 0 } as const;

/** What the groups of an account share with it. */
export class ListKnowledge {
  constructor(
    private readonly files: FileRepository,
    private readonly readable: ReadableFiles,
    private readonly members: GroupMembers,
  ) {}

  /** Those with files, by the groups' names. */
  async execute(reader: FileReader): Promise<readonly Knowledge[]> {
    const owners = new Set(await this.readable.listGroupOwners(reader));
    if (owners.size === 0) return [];
    const groups = await this.members.listByUser(reader.uid);
    const all = await Promise.all(
      groups.map(async ({ id: groupId, name }) => {
        const id = groupOwner(groupId);
        const { files, bytes: size } = await this.files.getUsage(id);
        const embedded = await this.files.list(id, { ...ALL, embedded: true }, NO_FILES);
        return { id, name, files, embedded: embedded.total, size };
      }),
    );
    return all.filter(({ id, files }) => owners.has(id) && files > 0);
  }

  /** Newest first. Throws `FileNotFound` for what is not one's own. */
  async listFiles(
    reader: FileReader,
    id: string,
    { search, page, limit }: { readonly search: string; readonly page: number; readonly limit: number },
  ): Promise<{ readonly files: readonly StoredFile[]; readonly total: number }> {
    if (!(await this.readable.listGroupOwners(reader)).includes(id)) throw new FileNotFound();
    return this.files.list(id, { ...ALL, search }, { offset: (page - 1) * limit, limit });
  }
}
