import { createReadStream } from 'node:fs';

import type { ArchivePlace, ArchiveReader, ArchiveWriter } from '../../domain/backup/ports.ts';
import { TarArchiveReader } from './archive-reader.ts';
import { TarArchiveWriter } from './archive-writer.ts';
import { FileSink } from './byte-sink.ts';
import { decrypted, EncryptingSink } from './encryption.ts';

/** An archive in a file, encrypted if there is a passphrase. */
export class ArchiveFile implements ArchivePlace {
  constructor(
    private readonly path: string,
    private readonly passphrase: string | undefined,
  ) {}

  async create(): Promise<ArchiveWriter> {
    const file = await FileSink.create(this.path);
    const sink = this.passphrase === undefined ? file : await EncryptingSink.create(file, this.passphrase);
    return new TarArchiveWriter(sink, Math.floor(Date.now() / 1000));
  }

  open(): ArchiveReader {
    return new TarArchiveReader(() => decrypted(createReadStream(this.path), this.passphrase));
  }
}
