import { createHash } from 'node:crypto';

import { DamagedArchive } from '../../domain/backup/errors.ts';
import type { ArchiveEntry, ArchiveReader, Manifest } from '../../domain/backup/ports.ts';
import { MANIFEST, manifestSchema, MAX_ENTRY_BYTES, parseFile, parseTablePart, SUMS } from './archive-format.ts';
import { sumLine } from './archive-writer.ts';
import { ByteReader } from './byte-reader.ts';
import { unpackRows } from './rows-json.ts';
import { BLOCK_BYTES, decodeHeader, paddingOf } from './tar.ts';

interface Entry {
  readonly name: string;
  readonly bytes: Buffer;
}

/** What was read so far, to compare with what the archive says of itself. */
class Tally {
  readonly tables: Record<string, number> = {};
  readonly files = { count: 0, bytes: 0 };
  private lastHash = '';
  private sums = '';

  addSum({ name, bytes }: Entry): void {
    this.sums += sumLine(name, bytes);
  }

  addRows(table: string, count: number): void {
    this.tables[table] = (this.tables[table] ?? 0) + count;
  }

  addFile(hash: string, bytes: Buffer): void {
    if (hash <= this.lastHash) throw new DamagedArchive(`The file ${hash} is not in its place.`);
    if (createHash('sha256').update(bytes).digest('hex') !== hash)
      throw new DamagedArchive(`The file ${hash} does not have this checksum.`);
    this.lastHash = hash;
    this.files.count += 1;
    this.files.bytes += bytes.length;
  }

  compare(manifest: Manifest, sums: string): void {
    if (sums !== this.sums) throw new DamagedArchive('The archive does not match its checksums.');
    const { count, bytes } = manifest.files;
    const isSame =
      count === this.files.count &&
      bytes === this.files.bytes &&
      Object.keys(this.tables).every((table) => Object.hasOwn(manifest.tables, table)) &&
      Object.entries(manifest.tables).every(([table, rows]) => (this.tables[table] ?? 0) === rows);
    if (!isSame) throw new DamagedArchive('The archive does not have what its manifest says.');
  }
}

/** Reads what `TarArchiveWriter` wrote, and nothing else: names are never used as paths. */
export class TarArchiveReader implements ArchiveReader {
  /** `open` begins from the start. */
  constructor(private readonly open: () => AsyncIterable<Uint8Array>) {}

  async *entries(): AsyncGenerator<ArchiveEntry, Manifest> {
    const reader = new ByteReader(this.open());
    try {
      const tally = new Tally();
      const manifest = yield* readBody(reader, tally);
      const sums = await readEntry(reader);
      if (sums?.name !== SUMS) throw new DamagedArchive('The archive has no checksums.');
      tally.compare(manifest, sums.bytes.toString('utf8'));
      await readEnd(reader);
      return manifest;
    } finally {
      await reader.close();
    }
  }
}

async function* readBody(reader: ByteReader, tally: Tally): AsyncGenerator<ArchiveEntry, Manifest> {
  for (;;) {
    const entry = await readEntry(reader);
    if (!entry) throw new DamagedArchive('The archive ends without a manifest.');
    const hash = parseFile(entry.name);
    if (hash !== undefined) {
      tally.addFile(hash, entry.bytes);
      yield { kind: 'file', hash, bytes: entry.bytes };
      continue;
    }
    tally.addSum(entry);
    if (entry.name === MANIFEST) return parseManifest(entry.bytes);
    const table = parseTablePart(entry.name);
    if (table === undefined)
      throw new DamagedArchive(`The archive has an entry that no backup has: ${JSON.stringify(entry.name)}.`);
    const rows = await unpackRows(entry.bytes, entry.name);
    tally.addRows(table, rows.length);
    yield { kind: 'rows', table, rows };
  }
}

const readEntry = async (reader: ByteReader): Promise<Entry | undefined> => {
  const header = decodeHeader(await reader.read(BLOCK_BYTES));
  if (!header) return undefined;
  if (header.size > MAX_ENTRY_BYTES)
    throw new DamagedArchive('The archive has an entry that is larger than any can be.');
  const bytes = await reader.read(header.size);
  await readZeros(reader, paddingOf(header.size));
  return { name: header.name, bytes };
};

const readZeros = async (reader: ByteReader, count: number): Promise<void> => {
  if ((await reader.read(count)).some((byte) => byte !== 0))
    throw new DamagedArchive('The archive has bytes between its entries.');
};

const readEnd = async (reader: ByteReader): Promise<void> => {
  await readZeros(reader, 2 * BLOCK_BYTES);
  if (!(await reader.isAtEnd())) throw new DamagedArchive('The archive goes on after its end.');
};

const parseManifest = (bytes: Buffer): Manifest => {
  try {
    return manifestSchema.parse(JSON.parse(bytes.toString('utf8')));
  } catch {
    throw new DamagedArchive('The manifest of the archive cannot be read. A newer version may have written it.');
  }
};
