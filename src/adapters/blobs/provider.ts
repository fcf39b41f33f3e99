import type { Blobs } from '../../domain/files/ports.ts';
import { defineProvider } from '../../platform/provider-registry.ts';

export interface BlobDeps {
  /** The folder of this server for bytes; made when it is needed. */
  readonly folder: string;
}

export const blobProvider = defineProvider<BlobDeps, Blobs>();

/** A SHA-256 in hexadecimal; anything else is no name of ours and reaches no path. */
const HASH = /^[0-9a-f]{64}$/;

export const isHash = (name: string): boolean => HASH.test(name);

/** Throws for what is no hash: it would be a fault of ours. */
export const assertHash = (hash: string): string => {
  if (!isHash(hash)) throw new Error('Bytes are kept by their SHA-256 only');
  return hash;
};
