import { type KeptFile, type ReturnedFile, ReturnedFiles } from '../agents/connected/ports.ts';
import type { UserRequester } from '../chat/replies/ports/requesters.ts';
import { DomainError } from '../kernel/domain-error.ts';
import type { UploadFile } from './upload-file.ts';

/** What tools return passes the checks of an upload: its type is detected, images are re-encoded, and it is counted. */
export class KeepReturnedFiles extends ReturnedFiles {
  constructor(private readonly upload: UploadFile) {
    super();
  }

  async keep(requester: UserRequester, { name, bytes }: ReturnedFile, signal: AbortSignal): Promise<KeptFile> {
    const file = { purpose: 'chat', name, bytes, description: '', tags: [], embed: false } as const;
    try {
      const stored = await this.upload.execute({ requester, ...file }, signal);
      return { fileId: stored.id, type: stored.type, name: stored.name, isImage: stored.kind === 'image' };
    } catch (error) {
      if (error instanceof DomainError) return { refusal: error.message };
      throw error;
    }
  }
}
