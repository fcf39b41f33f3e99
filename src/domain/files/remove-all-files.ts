import type { FileList } from '../account-data/ports.ts';
import { UserFiles } from '../user-admin/ports.ts';
import type { RemoveFile } from './manage-files.ts';

/** Removes all files of a deleted account. */
export class RemoveAllFiles extends UserFiles {
  constructor(
    private readonly list: FileList,
    private readonly remove: RemoveFile,
  ) {
    super();
  }

  async removeAll(uid: string): Promise<void> {
    for await (const page of this.list.list(uid)) for (const { id } of page) await this.remove.execute(uid, id);
  }
}
