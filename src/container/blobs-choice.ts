import type { BlobTools } from '../adapters/blobs/provider.ts';
import { BLOBS } from '../adapters/blobs/providers.ts';
import type { Blobs } from '../domain/files/ports.ts';
import { choose, type Env } from '../provider.ts';
import type { Ready } from './sign-in-choice.ts';

/** Where the bytes of files lie. */
export type BlobsChoice = Ready<BlobTools, Blobs>;

/** Reads the variables of the places for bytes; a fault names its variable. */
export const chooseBlobs = (env: Env, sandboxes: boolean): { faults: readonly string[]; blobs?: BlobsChoice } => {
  const blobs = choose(BLOBS, env, sandboxes);
  return blobs.provider ? { faults: [], blobs } : { faults: blobs.faults };
};
