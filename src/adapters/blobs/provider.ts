import type { Blobs } from '../../domain/files/ports/blobs.ts';
import { defineProvider } from '../../platform/provider-registry.ts';

export interface BlobDeps {
  /** The blob folder of this server; created when needed. */
  readonly folder: string;
}

export const blobProvider = defineProvider<BlobDeps, Blobs>();

/** A SHA-256 in hexadecimal; nothing else may become part of a path. */
const HASH = /^[0-9a-f]{64}$/;

export const isHash = (name: string): boolean => HASH.test(name);

/** The name beside the blobs under which their owner's id is stored. */
export const OWNER_NAME = 'installation';

/** Throws for anything but a hash: that would be a bug of ours. */
export const assertHash = (hash: string): string => {
  if (!isHash(hash)) throw new Error('A blob is stored by its SHA-256 only');
  return hash;
};
