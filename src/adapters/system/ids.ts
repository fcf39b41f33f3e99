import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';

import { Ids, Secrets } from '../../domain/kernel/ports.ts';

const ID_BYTES = 16;
const ID_LENGTH = 21;
const TOKEN_BYTES = 32;

/** 126 random bits in the 64 letters of base64url. */
export class RandomIds extends Ids {
  next(): string {
    return randomBytes(ID_BYTES).toString('base64url').slice(0, ID_LENGTH);
  }
}

/** Tokens from the system's random source; fingerprints under the server's secret. */
export class CryptoSecrets extends Secrets {
  private readonly pepper: string;

  constructor(pepper: string) {
    super();
    this.pepper = pepper;
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

  fingerprint(text: string): string {
    return createHmac('sha256', this.pepper).update(text).digest('hex');
  }
}
