import { createHmac, randomBytes } from 'node:crypto';

import { OneTimePasswords } from '../../domain/accounts/second-factor/ports.ts';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** As long as SHA-1's output; a multiple of five, so that base32 needs no padding. */
const SECRET_BYTES = 20;
const DIGITS = 6;

const toBits = (values: Iterable<number>, width: number): string =>
  [...values].map((value) => value.toString(2).padStart(width, '0')).join('');

const toBytes = (bits: string, width: number): number[] =>
  Array.from({ length: Math.floor(bits.length / width) }, (_, at) =>
    Number.parseInt(bits.slice(at * width, (at + 1) * width), 2),
  );

const encodeBase32 = (bytes: Buffer): string =>
  toBytes(toBits(bytes, 8), 5)
    .map((value) => BASE32.charAt(value))
    .join('');

const decodeBase32 = (text: string): Buffer =>
  Buffer.from(
    toBytes(
      toBits(
        [...text].map((letter) => BASE32.indexOf(letter)),
        5,
      ),
      8,
    ),
  );

/** RFC 6238 with SHA-1. */
export class CryptoOneTimePasswords extends OneTimePasswords {
  createSecret(): string {
    return encodeBase32(randomBytes(SECRET_BYTES));
  }

  codeAt(secret: string, step: number): string {
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(step));
    const digest = createHmac('sha1', decodeBase32(secret)).update(counter).digest();
    const offset = digest.readUInt8(digest.length - 1) & 0xf;
    const number = (digest.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS;
    return String(number).padStart(DIGITS, '0');
  }
}
