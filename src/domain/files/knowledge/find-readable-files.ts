import { groupOwner } from '../../../shared/file-owner.ts';
import { GROUP_FILES_RANGE } from '../../../shared/settings/storage-limits.ts';
import type { GroupMembers } from '../../groups/ports.ts';
import { type FileReader, ReadableFiles } from '../ports/readers.ts';
import type { FileRepository, StoredFile } from '../ports/file-repository.ts';

const EMBEDDED = { search: '', tag: '', embedded: true } as const;

/** Asks the database for the memberships each time, so that who left a group reads nothing from then on. */
export class FindReadableFiles extends ReadableFiles {
  constructor(
    private readonly files: FileRepository,
    private readonly members: GroupMembers,
  ) {
    super();
  }

  async listGroupOwners({ uid, override }: FileReader): Promise<readonly string[]> {
    if (override !== undefined) return [];
    return (await this.members.listByUser(uid)).map(({ id }) => groupOwner(id));
  }

  async findMany(reader: FileReader, fileIds: readonly string[]): Promise<readonly StoredFile[]> {
    const own = await this.files.findMany(reader.uid, fileIds);
    if (own.length === fileIds.length) return own;
    const found = new Map(own.map((file) => [file.id, file]));
    for (const ownerId of await this.listGroupOwners(reader)) {
      const missing = fileIds.filter((id) => !found.has(id));
      for (const file of await this.files.findMany(ownerId, missing)) found.set(file.id, file);
    }
    return fileIds.flatMap((id) => found.get(id) ?? []);
  }

  async listEmbedded(reader: FileReader, ownerIds: readonly string[]): Promise<readonly StoredFile[]> {
    const readable = new Set(await this.listGroupOwners(reader));
    const files: StoredFile[] = [];
    for (const ownerId of ownerIds.filter((id) => readable.has(id))) {
      const all = await this.files.list(ownerId, EMBEDDED, { offset: 0, limit: GROUP_FILES_RANGE.max });
      files.push(...all.files.toReversed());
    }
    return files;
  }
}
