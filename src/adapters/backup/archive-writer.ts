import { createHash } from 'node:crypto';

import type { ArchiveWriter, Manifest, Row } from '../../domain/backup/ports.ts';
import { fileName, MANIFEST, SUMS, tablePartName } from './archive-format.ts';
import type { ByteSink } from './byte-sink.ts';
import { encodeRow, packLines } from './rows-json.ts';
import { BLOCK_BYTES, encodeHeader, paddingOf } from './tar.ts';

/** Characters of a part before it is packed; a part has at least one row. */
const PART_LENGTH = 4 * 1024 * 1024;

/**
 * A tar archive: `tables/NAME/NNNNNN.jsonl.gz`, `files/HASH`, then the manifest and the checksums of all but the files.
 */
export class TarArchiveWriter implements ArchiveWriter {
  private readonly sums: string[] = [];
  private lines: string[] = [];
  private length = 0;
  private table = '';
  private part = 0;

  /** `seconds`: the time of the entries. */
  constructor(
    private readonly sink: ByteSink,
    private readonly seconds: number,
  ) {}

  async addRows(table: string, rows: readonly Row[]): Promise<void> {
    if (table !== this.table) {
      await this.flush();
      this.table = table;
      this.part = 0;
    }
    for (const row of rows) {
      const line = encodeRow(row);
      this.lines.push(line);
      this.length += line.length;
      if (this.length >= PART_LENGTH) await this.flush();
    }
  }

  async addFile(hash: string, bytes: Uint8Array): Promise<void> {
    await this.flush();
    await this.addEntry(fileName(hash), bytes);
  }

  async finish(manifest: Omit<Manifest, 'format'>): Promise<number> {
    await this.flush();
    await this.addSummed(MANIFEST, Buffer.from(`${JSON.stringify({ format: 1, ...manifest }, null, 2)}\n`));
    await this.addEntry(SUMS, Buffer.from(this.sums.join('')));
    await this.sink.write(Buffer.alloc(2 * BLOCK_BYTES));
    return this.sink.close();
  }

  abort(): Promise<void> {
    return this.sink.abort();
  }

  private async flush(): Promise<void> {
    if (this.lines.length === 0) return;
    this.part += 1;
    await this.addSummed(tablePartName(this.table, this.part), await packLines(this.lines));
    this.lines = [];
    this.length = 0;
  }

  private async addSummed(name: string, bytes: Uint8Array): Promise<void> {
    this.sums.push(sumLine(name, bytes));
    await this.addEntry(name, bytes);
  }

  private async addEntry(name: string, bytes: Uint8Array): Promise<void> {
    await this.sink.write(encodeHeader({ name, size: bytes.length }, this.seconds));
    await this.sink.write(bytes);
    await this.sink.write(Buffer.alloc(paddingOf(bytes.length)));
  }
}

/** As `sha256sum` writes it. */
export const sumLine = (name: string, bytes: Uint8Array): string =>
  `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`;
