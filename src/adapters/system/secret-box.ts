import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

import { SecretBox } from '../../domain/admin/setup/ports.ts';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

const deriveKey = (appSecret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', appSecret, '', 'parley stored secrets', KEY_BYTES));

/** AES-256-GCM with a key derived from APP_SECRET; opens what the previous one sealed too. */
export class CryptoSecretBox extends SecretBox {
  private readonly key: Buffer;
  private readonly previousKey: Buffer | undefined;

  constructor(appSecret: string, previous?: string) {
    super();
    this.key = deriveKey(appSecret);
    this.previousKey = previous === undefined ? undefined : deriveKey(previous);
  }

  seal(text: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.key, iv);
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
  }

  open(sealed: string): string | undefined {
    return openWith(this.key, sealed) ?? (this.previousKey && openWith(this.previousKey, sealed));
  }

  reseal(sealed: string): string | undefined {
    if (openWith(this.key, sealed) !== undefined) return sealed;
    const text = this.open(sealed);
    return text === undefined ? undefined : this.seal(text);
  }
}

const openWith = (key: Buffer, sealed: string): string | undefined => {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < IV_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    const text = [decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()];
    return Buffer.concat(text).toString('utf8');
  } catch {
    return undefined;
  }
};
