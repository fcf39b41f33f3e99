import type { Blobs } from '../../domain/files/ports.ts';
import type { Choice } from '../../provider.ts';
import { disk } from './disk.ts';
import type { BlobTools } from './provider.ts';
import { s3 } from './s3.ts';

/** Where the bytes of files lie. */
export const BLOBS: Choice<BlobTools, Blobs> = { variable: 'BLOBS', real: [s3], fallback: disk, withoutSandbox: disk };
