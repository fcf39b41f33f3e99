import { sha256 } from '@noble/hashes/sha2.js';

const encoder = new TextEncoder();

/** True when a digest begins with `bits` zero bits. */
export const hasZeroBits = (digest: Uint8Array, bits: number): boolean => {
  const whole = bits >> 3;
  for (let at = 0; at < whole; at += 1) if (digest[at] !== 0) return false;
  const rest = bits & 7;
  return rest === 0 || (digest[whole] ?? 0) >> (8 - rest) === 0;
};

/**
 * Finds the number that makes SHA-256 of `challenge:number` begin with `difficulty` zero bits, and
 * answers `challenge:number`.
 * Plain code instead of crypto.subtle, which browsers withhold on plain http. Takes about 2^difficulty tries:
 * not for the page's thread.
 */
export const solveProofOfWork = (challenge: string, difficulty: number): string => {
  const prefixHash = sha256.create().update(encoder.encode(`${challenge}:`));
  for (let nonce = 0; ; nonce += 1) {
    const digest = prefixHash
      .clone()
      .update(encoder.encode(String(nonce)))
      .digest();
    if (hasZeroBits(digest, difficulty)) return `${challenge}:${nonce}`;
  }
};
