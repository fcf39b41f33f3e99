import { DamagedArchive } from '../../domain/backup/errors.ts';

/** Reads exact numbers of bytes from a stream. */
export class ByteReader {
  private readonly source: AsyncIterator<Uint8Array>;
  private chunks: Uint8Array[] = [];
  private available = 0;

  constructor(stream: AsyncIterable<Uint8Array>) {
    this.source = stream[Symbol.asyncIterator]();
  }

  /** Throws `DamagedArchive` when the stream ends before. */
  async read(count: number): Promise<Buffer> {
    if (!(await this.fill(count))) throw new DamagedArchive('The archive is cut off.');
    const [first] = this.chunks;
    // Small reads of one large piece copy nothing.
    const all =
      first && this.chunks.length === 1
        ? Buffer.from(first.buffer, first.byteOffset, first.byteLength)
        : Buffer.concat(this.chunks);
    this.chunks = [all.subarray(count)];
    this.available -= count;
    return all.subarray(0, count);
  }

  /** At most `count` bytes; fewer at the end of the stream. */
  async readUpTo(count: number): Promise<Buffer> {
    await this.fill(count);
    return this.read(Math.min(count, this.available));
  }

  async isAtEnd(): Promise<boolean> {
    return !(await this.fill(1));
  }

  async close(): Promise<void> {
    await this.source.return?.();
  }

  private async fill(count: number): Promise<boolean> {
    while (this.available < count) {
      const next = await this.source.next();
      if (next.done === true) return false;
      this.chunks.push(next.value);
      this.available += next.value.length;
    }
    return true;
  }
}
