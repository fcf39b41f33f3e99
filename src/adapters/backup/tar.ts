import { DamagedArchive } from '../../domain/backup/errors.ts';

/* The part of the tar format (ustar) that is needed: plain files with short names. */

export const BLOCK_BYTES = 512;
const NAME_AT = 0;
const NAME_BYTES = 100;
const SIZE_AT = 124;
const TIME_AT = 136;
const CHECKSUM_AT = 148;
const CHECKSUM_BYTES = 8;
const MAGIC_AT = 257;
const MAGIC = 'ustar\u000000';
const PLAIN_FILE = '0';
const TYPE_AT = 156;

export interface TarHeader {
  readonly name: string;
  readonly size: number;
}

/** A number in octal, as tar writes it: padded with zeros, ended by a zero byte. */
const octal = (value: number, bytes: number): string => `${value.toString(8).padStart(bytes - 1, '0')}\0`;

/** The sum of all bytes, with the field of the sum itself as spaces. */
const checksumOf = (header: Buffer): number =>
  header.reduce((sum, byte, at) => sum + (at >= CHECKSUM_AT && at < CHECKSUM_AT + CHECKSUM_BYTES ? 32 : byte), 0);

export const encodeHeader = ({ name, size }: TarHeader, seconds: number): Buffer => {
  const header = Buffer.alloc(BLOCK_BYTES);
  header.write(name, NAME_AT, NAME_BYTES, 'latin1');
  header.write(octal(0o600, 8), 100, 'ascii');
  header.write(octal(0, 8), 108, 'ascii');
  header.write(octal(0, 8), 116, 'ascii');
  header.write(octal(size, TIME_AT - SIZE_AT), SIZE_AT, 'ascii');
  header.write(octal(seconds, CHECKSUM_AT - TIME_AT), TIME_AT, 'ascii');
  header.write(PLAIN_FILE, TYPE_AT, 'ascii');
  header.write(MAGIC, MAGIC_AT, 'ascii');
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, CHECKSUM_AT, 'ascii');
  return header;
};

/** Bytes that fill an entry up to whole blocks. */
export const paddingOf = (size: number): number => (BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES;

const textAt = (header: Buffer, at: number, bytes: number): string =>
  header.toString('latin1', at, at + bytes).split('\0', 1)[0] ?? '';

const octalAt = (header: Buffer, at: number, bytes: number): number => {
  const text = textAt(header, at, bytes);
  return /^[0-7]+$/.test(text) ? Number.parseInt(text, 8) : 0;
};

/**
 * Undefined for the block of zeros that ends an archive. Throws `DamagedArchive` for what
 * `encodeHeader` would not write.
 */
export const decodeHeader = (header: Buffer): TarHeader | undefined => {
  if (header.every((byte) => byte === 0)) return undefined;
  if (textAt(header, TYPE_AT, 1) !== PLAIN_FILE)
    throw new DamagedArchive('The archive has an entry that is no plain file.');
  const entry = { name: textAt(header, NAME_AT, NAME_BYTES), size: octalAt(header, SIZE_AT, TIME_AT - SIZE_AT) };
  const seconds = octalAt(header, TIME_AT, CHECKSUM_AT - TIME_AT);
  if (!encodeHeader(entry, seconds).equals(header))
    throw new DamagedArchive('An entry of the archive has a damaged header.');
  return entry;
};
