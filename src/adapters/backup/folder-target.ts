import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { type ArchivePlace, BackupTarget } from '../../domain/backup/ports.ts';
import { ArchiveFile } from './archive-file.ts';

/** A folder of this machine, or one that is mounted. */
export class FolderTarget extends BackupTarget {
  constructor(
    readonly label: string,
    private readonly passphrase: string | undefined,
  ) {
    super();
  }

  at(name: string): ArchivePlace {
    const file = new ArchiveFile(join(this.label, name), this.passphrase);
    return {
      create: async () => {
        await mkdir(this.label, { recursive: true, mode: 0o700 });
        return file.create();
      },
      open: () => file.open(),
    };
  }

  list(): Promise<readonly string[]> {
    return readdir(this.label);
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.label, name), { force: true });
  }
}
