/** Pixels of four bytes each: red, green, blue, opacity; from the top left. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgba: Buffer;
}

const ENTRY = 16;
const DIRECTORY = 6;
const MOST_ENTRIES = 64;
const HEADER = 40;
const SIDE = 256;

/** The largest picture of an icon file, as the bytes it holds. */
const largest = (file: Buffer): Buffer | undefined => {
  const count = Math.min(file.readUInt16LE(4), MOST_ENTRIES);
  const entries = Array.from({ length: count }, (_, at) => {
    const from = DIRECTORY + at * ENTRY;
    return { side: file[from] || SIDE, bits: file.readUInt16LE(from + 6), size: file.readUInt32LE(from + 8), offset: file.readUInt32LE(from + 12) };
  });
  const [best] = entries.sort((a, b) => b.side - a.side || b.bits - a.bits);
  return best && file.subarray(best.offset, best.offset + best.size);
};

/** An old bitmap of 24 or 32 bits: rows from below, blue first. Others are too old to be worth their code. */
const bitmap = (bytes: Buffer): Pixels | undefined => {
  const [width, height, bits] = [bytes.readInt32LE(4), bytes.readInt32LE(8) / 2, bytes.readUInt16LE(14)];
  const isSane = bytes.readUInt32LE(0) === HEADER && bytes.readUInt32LE(16) === 0 && width > 0 && height > 0 && width <= SIDE && height <= SIDE;
  if (!isSane || !Number.isInteger(height) || (bits !== 24 && bits !== 32)) return undefined;
  const [step, row] = [bits / 8, Math.ceil((width * bits) / 32) * 4];
  const maskRow = Math.ceil(width / 32) * 4;
  const rgba = Buffer.alloc(width * height * 4);
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [at % width, height - 1 - Math.floor(at / width)];
    const from = HEADER + y * row + x * step;
    const isHidden = bits === 24 && ((bytes[HEADER + height * row + y * maskRow + (x >> 3)] ?? 0) >> (7 - (x & 7))) % 2 === 1;
    rgba.set([bytes[from + 2] ?? 0, bytes[from + 1] ?? 0, bytes[from] ?? 0, bits === 32 ? (bytes[from + 3] ?? 0) : isHidden ? 0 : 255], at * 4);
  }
  return { width, height, rgba };
};

/** What an icon file shows: a PNG as it stands in it, or pixels. Throws `RangeError` for one that is cut short. */
export const readIco = (file: Buffer): Buffer | Pixels | undefined => {
  const found = largest(file);
  if (!found) return undefined;
  return found.toString('latin1', 1, 4) === 'PNG' ? found : bitmap(found);
};
