import type { Blobs } from '../../domain/files/ports/blobs.ts';
import type { ProviderRegistry } from '../../platform/provider-registry.ts';
import { disk } from './disk.ts';
import type { BlobDeps } from './provider.ts';
import { s3 } from './s3.ts';

/** Blob stores. */
export const BLOBS: ProviderRegistry<BlobDeps, Blobs> = {
  variable: 'BLOBS',
  providers: [s3],
  fallback: disk,
  productionFallback: disk,
};
