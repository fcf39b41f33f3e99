import { createReadStream } from 'node:fs';

import type { ArchivePlace, ArchiveReader, ArchiveWriter } from '../../domain/backup/ports.ts';
import { TarArchiveReader } from './archive-reader.ts';
import { TarArchiveWriter } from './archive-writer.ts';
import { type ByteSink, FileSink } from './byte-sink.ts';
import { decrypted, EncryptingSink } from './encryption.ts';

/** An archive in `sink`, encrypted if there is a passphrase. */
export const createArchive = async (sink: ByteSink, passphrase: string | undefined): Promise<ArchiveWriter> =>
  new TarArchiveWriter(
    passphrase === undefined ? sink : await EncryptingSink.create(sink, passphrase),
    Math.floor(Date.now() / 1000),
  );

export const openArchive = (open: () => AsyncIterable<Uint8Array>, passphrase: string | undefined): ArchiveReader =>
  new TarArchiveReader(() => decrypted(open(), passphrase));

/** An archive in a file. */
export class ArchiveFile implements ArchivePlace {
  constructor(
    private readonly path: string,
    private readonly passphrase: string | undefined,
  ) {}

  async create(): Promise<ArchiveWriter> {
    return createArchive(await FileSink.create(this.path), this.passphrase);
  }

  open(): ArchiveReader {
    return openArchive(() => createReadStream(this.path), this.passphrase);
  }
}
