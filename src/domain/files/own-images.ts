import { OwnImages, type ProxiedImage } from '../agents/ports.ts';
import type { BlobReferences } from './blob-references.ts';
import type { FileRepository } from './ports/file-repository.ts';

const MAX_AGE_SECONDS = 3600;

/** Images among a person's files, as they were re-encoded when they were stored. */
export class StoredOwnImages extends OwnImages {
  constructor(
    private readonly files: FileRepository,
    private readonly bytes: BlobReferences,
  ) {
    super();
  }

  async find(uid: string, fileId: string): Promise<ProxiedImage | undefined> {
    const file = await this.files.find(uid, fileId);
    if (file?.kind !== 'image') return undefined;
    const bytes = await this.bytes.get(file.hash);
    return bytes && { bytes, type: file.type, maxAgeSeconds: MAX_AGE_SECONDS };
  }
}
