import { promisify, types } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

import { z } from 'zod';

import { DamagedArchive } from '../../domain/backup/errors.ts';
import type { Row } from '../../domain/backup/ports.ts';

/** Unpacked, a part is never larger: several times what one row can have. */
const MAX_PART_BYTES = 256 * 1024 * 1024;

const compress = promisify(gzip);
const decompress = promisify(gunzip);

const value = z.union([
  z.string(),
  z.number(),
  z.null(),
  z.strictObject({ base64: z.string() }).transform(({ base64 }) => Buffer.from(base64, 'base64')),
]);
const row = z.record(z.string(), value);

/** One line of JSON; bytes as `{"base64": "…"}`. */
export const encodeRow = (one: Row): string => {
  const fields = Object.entries(one).map(([column, field]) => [
    column,
    field instanceof Uint8Array ? { base64: Buffer.from(field).toString('base64') } : field,
  ]);
  return `${JSON.stringify(Object.fromEntries(fields))}\n`;
};

export const packLines = (lines: readonly string[]): Promise<Buffer> => compress(lines.join(''), { level: 6 });

/** Throws `DamagedArchive`. */
export const unpackRows = async (packed: Buffer, name: string): Promise<readonly Row[]> => {
  try {
    const text = (await decompress(packed, { maxOutputLength: MAX_PART_BYTES })).toString('utf8');
    return text
      .split('\n')
      .slice(0, -1)
      .map((line) => row.parse(JSON.parse(line)));
  } catch (error) {
    const isTooLarge = types.isNativeError(error) && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    const reason = isTooLarge ? 'unpacks to more than any part can have' : 'has no rows in it';
    throw new DamagedArchive(`${name} ${reason}.`);
  }
};
