import { createHash } from 'node:crypto';

import { ContentHash } from '../../domain/files/ports/blobs.ts';

export class Sha256 extends ContentHash {
  compute(bytes: Uint8Array): string {
    return createHash('sha256').update(bytes).digest('hex');
  }
}
