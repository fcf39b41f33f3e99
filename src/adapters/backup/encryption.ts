import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';

import { DamagedArchive, RestoreRefused } from '../../domain/backup/errors.ts';
import { ByteReader } from './byte-reader.ts';
import type { ByteSink } from './byte-sink.ts';

/*
 * An encrypted archive: MAGIC, salt, then pieces of AES-256-GCM. The nonce of a piece is its number and whether it is
 * the last one, so pieces cannot be moved, left out or cut off; each archive has its own key.
 */

const MAGIC = Buffer.from('PARLEY-BACKUP-1\n');
const SALT_BYTES = 16;
const TAG_BYTES = 16;
const PIECE_BYTES = 1024 * 1024;
const ALGORITHM = 'aes-256-gcm';
const SCRYPT = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 1024 * 1024 };

const deriveKey = (passphrase: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    scrypt(passphrase, salt, 32, SCRYPT, (error, key) => (error ? reject(error) : resolve(key))),
  );

const nonceOf = (number: number, isLast: boolean): Buffer => {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(number, 7);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
};

/** Encrypts what goes through to another sink. */
export class EncryptingSink implements ByteSink {
  private pending: Buffer[] = [];
  private length = 0;
  private number = 0;

  private constructor(
    private readonly sink: ByteSink,
    private readonly key: Buffer,
  ) {}

  static async create(sink: ByteSink, passphrase: string): Promise<EncryptingSink> {
    const salt = randomBytes(SALT_BYTES);
    await sink.write(Buffer.concat([MAGIC, salt]));
    return new EncryptingSink(sink, await deriveKey(passphrase, salt));
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.pending.push(Buffer.from(bytes));
    this.length += bytes.length;
    if (this.length <= PIECE_BYTES) return;
    const all = Buffer.concat(this.pending);
    // The last piece is never empty, so that `close` has one to mark.
    const whole = Math.floor((all.length - 1) / PIECE_BYTES);
    for (let at = 0; at < whole; at += 1)
      await this.writePiece(all.subarray(at * PIECE_BYTES, (at + 1) * PIECE_BYTES), false);
    this.pending = [all.subarray(whole * PIECE_BYTES)];
    this.length = all.length - whole * PIECE_BYTES;
  }

  async close(): Promise<number> {
    await this.writePiece(Buffer.concat(this.pending), true);
    return this.sink.close();
  }

  abort(): Promise<void> {
    return this.sink.abort();
  }

  private async writePiece(piece: Buffer, isLast: boolean): Promise<void> {
    const cipher = createCipheriv(ALGORITHM, this.key, nonceOf(this.number, isLast));
    this.number += 1;
    await this.sink.write(Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]));
  }
}

/** The archive itself, whether it is encrypted or not. Throws `RestoreRefused` without the right passphrase. */
export async function* decrypted(
  stream: AsyncIterable<Uint8Array>,
  passphrase: string | undefined,
): AsyncGenerator<Uint8Array> {
  const reader = new ByteReader(stream);
  try {
    const start = await reader.readUpTo(MAGIC.length);
    if (start.equals(MAGIC)) yield* decryptPieces(reader, passphrase);
    else {
      yield start;
      while (!(await reader.isAtEnd())) yield await reader.readUpTo(PIECE_BYTES);
    }
  } finally {
    await reader.close();
  }
}

async function* decryptPieces(reader: ByteReader, passphrase: string | undefined): AsyncGenerator<Uint8Array> {
  if (passphrase === undefined)
    throw new RestoreRefused('The archive is encrypted: set BACKUP_PASSPHRASE_FILE to the file with its passphrase.');
  const key = await deriveKey(passphrase, await reader.read(SALT_BYTES));
  for (let number = 0, isLast = false; !isLast; number += 1) {
    const piece = await reader.readUpTo(PIECE_BYTES + TAG_BYTES);
    isLast = await reader.isAtEnd();
    yield decryptPiece(key, piece, nonceOf(number, isLast));
  }
}

const decryptPiece = (key: Buffer, piece: Buffer, nonce: Buffer): Buffer => {
  const end = piece.length - TAG_BYTES;
  if (end < 0) throw new DamagedArchive('The archive is cut off.');
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(piece.subarray(end));
  try {
    return Buffer.concat([decipher.update(piece.subarray(0, end)), decipher.final()]);
  } catch {
    throw new DamagedArchive('The archive cannot be decrypted: the passphrase is another one, or it is damaged.');
  }
};
