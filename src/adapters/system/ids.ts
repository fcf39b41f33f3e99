import { createHash, createHmac, randomBytes, randomFillSync, randomInt, timingSafeEqual } from 'node:crypto';

import { Ids, Secrets } from '../../domain/kernel/ports.ts';

const TOKEN_BYTES = 32;
/** base64url's characters in byte order, as databases compare them. */
const ALPHABET = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';
const TIME_LENGTH = 8;
const RANDOM_LENGTH = 13;
const POOL_BYTES = RANDOM_LENGTH * 256;

/**
 * A timestamp in milliseconds, then 78 random bits: 21 characters. Ids of one moment are neighbours in an index. No
 * security relies on ids being unguessable. Random bytes are drawn in stock.
 */
export class RandomIds extends Ids {
  private readonly pool = Buffer.alloc(POOL_BYTES);
  private used = POOL_BYTES;
  private moment = 0;
  private prefix = '';

  next(): string {
    if (this.used === POOL_BYTES) {
      randomFillSync(this.pool);
      this.used = 0;
    }
    let id = this.timeNow();
    for (const end = this.used + RANDOM_LENGTH; this.used < end; this.used += 1)
      id += ALPHABET.charAt((this.pool[this.used] ?? 0) & 63);
    return id;
  }

  private timeNow(): string {
    const now = Date.now();
    if (now === this.moment) return this.prefix;
    this.moment = now;
    this.prefix = '';
    for (let left = now, at = 0; at < TIME_LENGTH; at += 1, left = Math.floor(left / 64))
      this.prefix = ALPHABET.charAt(left % 64) + this.prefix;
    return this.prefix;
  }
}

/** Tokens from the system's random source; fingerprints keyed by the server's secret. */
export class CryptoSecrets extends Secrets {
  /** `previous`: the secret that `pepper` replaced. */
  constructor(
    private readonly pepper: string,
    private readonly previous?: string,
  ) {
    super();
  }

  token(): string {
    return randomBytes(TOKEN_BYTES).toString('base64url');
  }

  code(): string {
    return String(randomInt(1_000_000)).padStart(6, '0');
  }

  digest(token: string): string {
    return createHash('sha256').update(token).digest('hex');
  }

  matches(token: string, digest: string): boolean {
    const [given, stored] = [Buffer.from(this.digest(token)), Buffer.from(digest)];
    return given.length === stored.length && timingSafeEqual(given, stored);
  }

  fingerprint(text: string): string {
    return hmac(this.pepper, text);
  }

  fingerprints(text: string): readonly string[] {
    return [this.pepper, ...(this.previous === undefined ? [] : [this.previous])].map((pepper) => hmac(pepper, text));
  }
}

const hmac = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('hex');
