import type { BlobDeps } from '../adapters/blobs/provider.ts';
import { BLOBS } from '../adapters/blobs/providers.ts';
import type { Blobs } from '../domain/files/ports.ts';
import { selectProvider, type Env } from '../platform/provider-registry.ts';
import type { SelectedProvider } from './adapter-selection.ts';

/** Where the bytes of files lie. */
export type BlobAdapter = SelectedProvider<BlobDeps, Blobs>;

/** Reads the variables of the places for bytes; a fault names its variable. */
export const selectBlobAdapter = (env: Env, sandboxes: boolean): { faults: readonly string[]; blobs?: BlobAdapter } => {
  const blobs = selectProvider(BLOBS, env, sandboxes);
  return blobs.provider ? { faults: [], blobs } : { faults: blobs.faults };
};
