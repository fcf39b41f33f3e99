import type { Secrets } from '../kernel/ports.ts';
import type { Share } from './share.ts';

/**
 * The secret part of a share's link. It derives from the id with the server's secret, so it can be shown to its owner
 * again though only its digest is stored. No other fingerprint is of a text with NUL, which no input may contain.
 */
export const shareToken = (secrets: Secrets, id: string): string => toToken(secrets.fingerprint(signedText(id)));

const signedText = (id: string): string => `share\0${id}`;
const toToken = (fingerprint: string): string => Buffer.from(fingerprint, 'hex').toString('base64url');

export const isShareToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** Null for a share that was made with neither the current nor the previous server secret. */
export const findShareToken = (secrets: Secrets, { id, tokenDigest }: Share): string | null => {
  const tokens = secrets.fingerprints(signedText(id)).map(toToken);
  return tokens.find((token) => secrets.matches(token, tokenDigest)) ?? null;
};
