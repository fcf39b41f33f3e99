import type { UserRequester } from '../chat/replies/ports/requesters.ts';
import type { Settings } from '../kernel/ports.ts';
import { StorageFull } from './errors.ts';
import { requirePaidPlan, requirePlanForKind, requireVerified } from './file-permissions.ts';
import type { EmbeddingAllowance } from './ports/embedding.ts';
import type { StorageLimits } from './ports/settings.ts';
import type { StoredFile } from './ports/file-repository.ts';
import { getMaxFileBytes, toStorageQuota } from './storage-limits.ts';
import type { FileSpace, StoreUpload, Upload } from './store-upload.ts';

export interface UploadFileInput extends Omit<Upload, 'record'> {
  readonly requester: UserRequester;
}

/** Uploads a file of one's own, within the limits of the plan. */
export class UploadFile {
  constructor(
    private readonly store: StoreUpload,
    private readonly embeddings: EmbeddingAllowance,
    private readonly limits: Settings<StorageLimits>,
  ) {}

  /**
   * The maximum upload size, checked before the body is read. Throws `EmailVerificationRequired`,
   * `SubscriptionRequired`, `StorageFull`.
   */
  async getMaxUploadBytes(requester: UserRequester, purpose: UploadFileInput['purpose']): Promise<number> {
    const space = await this.spaceOf(requester, purpose);
    await this.store.requireRoom(space);
    return space.maxFileBytes;
  }

  /** Throws as `StoreUpload` does, and `EmbeddingLimitReached`; then nothing is stored. */
  async execute({ requester, ...upload }: UploadFileInput, signal: AbortSignal): Promise<StoredFile> {
    return this.store.execute(await this.spaceOf(requester, upload.purpose), upload, signal);
  }

  private async spaceOf(requester: UserRequester, purpose: UploadFileInput['purpose']): Promise<FileSpace> {
    if (purpose === 'permanent') requirePaidPlan(requester);
    requireVerified(requester);
    const limits = await this.limits.current();
    const { uid: ownerId, tier } = requester;
    const quota = toStorageQuota(limits, tier);
    return {
      ownerId,
      tier,
      quota,
      maxFileBytes: getMaxFileBytes(limits, tier),
      requireKind: (kind) => requirePlanForKind(requester, kind),
      countEmbedding: () => this.embeddings.consume(requester),
      fullError: (rule, { files, bytes }) =>
        rule === 'files'
          ? new StorageFull('files', { limit: quota.maxFiles, used: files, group: tier })
          : new StorageFull('storage', { limit: quota.maxBytes, used: bytes, group: tier }),
    };
  }
}
