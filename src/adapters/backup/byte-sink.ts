import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';

import { FileExists } from '../../domain/backup/errors.ts';

/** Where an archive is written to, piece by piece. */
export interface ByteSink {
  write(bytes: Uint8Array): Promise<void>;
  /** Only now it is there; returns its size. */
  close(): Promise<number>;
  /** Leaves nothing behind, also after `close`. */
  abort(): Promise<void>;
}

/** A file that has its name only when it is complete and on the disk. */
export class FileSink implements ByteSink {
  private bytes = 0;
  private isClosed = false;

  private constructor(
    private readonly path: string,
    private readonly partialPath: string,
    private readonly file: FileHandle,
  ) {}

  static async create(path: string): Promise<FileSink> {
    if (existsSync(path)) throw new FileExists(`${path} exists already.`);
    const partialPath = `${path}.${randomBytes(4).toString('hex')}.part`;
    return new FileSink(path, partialPath, await open(partialPath, 'wx', 0o600));
  }

  async write(bytes: Uint8Array): Promise<void> {
    await this.file.writeFile(bytes);
    this.bytes += bytes.length;
  }

  async close(): Promise<number> {
    await this.file.sync();
    await this.file.close();
    await rename(this.partialPath, this.path);
    this.isClosed = true;
    return this.bytes;
  }

  async abort(): Promise<void> {
    await this.file.close().catch(() => undefined);
    await rm(this.isClosed ? this.path : this.partialPath, { force: true });
  }
}
