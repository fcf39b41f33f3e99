import { type ModelImage, StoredPictures } from '../chat/models/ports.ts';
import { DomainError } from '../kernel/domain-error.ts';
import type { BlobReferences } from './blob-references.ts';
import type { FileRepository } from './ports/file-repository.ts';
import type { ImageProcessor } from './ports/images.ts';

/** Copies of a person's pictures, which were re-encoded when they were stored, in the size that models take. */
export class SmallerPictures extends StoredPictures {
  constructor(
    private readonly files: Pick<FileRepository, 'find'>,
    private readonly bytes: Pick<BlobReferences, 'get'>,
    private readonly images: Pick<ImageProcessor, 'resizeForModel'>,
  ) {
    super();
  }

  async find(uid: string, fileId: string, signal: AbortSignal): Promise<ModelImage | undefined> {
    const file = await this.files.find(uid, fileId);
    const bytes = file?.kind === 'image' ? await this.bytes.get(file.hash) : undefined;
    if (!bytes) return undefined;
    try {
      return await this.images.resizeForModel({ ownerId: uid, bytes }, signal);
    } catch (error) {
      if (error instanceof DomainError) return undefined; // too much to do at the moment
      throw error;
    }
  }
}
