/** RGBA pixels from the top left. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgba: Buffer;
}

const ENTRY_BYTES = 16;
const DIRECTORY_BYTES = 6;
const MAX_ENTRIES = 64;
const HEADER_BYTES = 40;
const MAX_SIDE = 256;

/** The bytes of the largest image in an icon file. */
const largestEntry = (file: Buffer): Buffer | undefined => {
  const count = Math.min(file.readUInt16LE(4), MAX_ENTRIES);
  const entries = Array.from({ length: count }, (_, at) => {
    const from = DIRECTORY_BYTES + at * ENTRY_BYTES;
    return {
      side: file[from] || MAX_SIDE,
      bits: file.readUInt16LE(from + 6),
      size: file.readUInt32LE(from + 8),
      offset: file.readUInt32LE(from + 12),
    };
  });
  const [best] = entries.sort((a, b) => b.side - a.side || b.bits - a.bits);
  return best && file.subarray(best.offset, best.offset + best.size);
};

interface Bitmap {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
  readonly bits: 24 | 32;
}

/** An uncompressed bitmap of 24 or 32 bits. Older formats are not supported. */
const parseBitmap = (bytes: Buffer): Bitmap | undefined => {
  const [width, height, bits] = [bytes.readInt32LE(4), bytes.readInt32LE(8) / 2, bytes.readUInt16LE(14)];
  const isPlain = bytes.readUInt32LE(0) === HEADER_BYTES && bytes.readUInt32LE(16) === 0;
  const fits = [width, height].every((side) => Number.isInteger(side) && side > 0 && side <= MAX_SIDE);
  return isPlain && fits && (bits === 24 || bits === 32) ? { bytes, width, height, bits } : undefined;
};

/** A row is padded to a multiple of four bytes. */
const rowBytes = (bits: number): number => Math.ceil(bits / 32) * 4;

/** Opacity of a pixel: 32-bit images contain it, 24-bit ones have a one-bit mask. Rows start at the bottom. */
const alphaOf = ({ bytes, width, height, bits }: Bitmap, x: number, row: number): number => {
  if (bits === 32) return bytes.readUInt8(HEADER_BYTES + row * rowBytes(width * bits) + x * 4 + 3);
  const mask = bytes.readUInt8(HEADER_BYTES + height * rowBytes(width * bits) + row * rowBytes(width) + (x >> 3));
  return (mask >> (7 - (x & 7))) % 2 === 1 ? 0 : 255;
};

/** Rows start at the bottom, and blue comes first. */
const toPixels = (bitmap: Bitmap): Pixels => {
  const { bytes, width, height, bits } = bitmap;
  const rgba = Buffer.alloc(width * height * 4);
  for (let at = 0; at < width * height; at += 1) {
    const [x, row] = [at % width, height - 1 - Math.floor(at / width)];
    const from = HEADER_BYTES + row * rowBytes(width * bits) + (x * bits) / 8;
    rgba.set(
      [bytes.readUInt8(from + 2), bytes.readUInt8(from + 1), bytes.readUInt8(from), alphaOf(bitmap, x, row)],
      at * 4,
    );
  }
  return { width, height, rgba };
};

/** An icon file's image: an embedded PNG, or pixels. Throws `RangeError` for a truncated file. */
export const decodeIco = (file: Buffer): Buffer | Pixels | undefined => {
  const found = largestEntry(file);
  if (!found) return undefined;
  if (found.toString('latin1', 1, 4) === 'PNG') return found;
  const bitmap = parseBitmap(found);
  return bitmap && toPixels(bitmap);
};
