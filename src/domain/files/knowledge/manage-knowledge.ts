import { FILE_FAILURES } from '../../../shared/file-failures.ts';
import { groupOwner } from '../../../shared/file-owner.ts';
import type { AuditLog } from '../../audit/ports.ts';
import { GroupNotFound } from '../../groups/errors.ts';
import { GroupFiles, type GroupStore } from '../../groups/ports.ts';
import type { Settings, UnitOfWork } from '../../kernel/ports.ts';
import { EmbeddingConflict, FileNotFound, FileRefused, GroupStorageFull } from '../errors.ts';
import { type ListedFile, listProgress, type RemoveFile } from '../manage-files.ts';
import type { FileIndex } from '../ports/embedding.ts';
import type { FileRepository, StorageQuota, StorageUsage, StoredFile } from '../ports/file-repository.ts';
import type { GroupFileReaders, LostQuotes } from '../ports/readers.ts';
import type { StorageLimits } from '../ports/settings.ts';
import type { Scans } from '../scans/ports.ts';
import { toGroupQuota } from '../storage-limits.ts';
import type { FileSpace, StoreUpload, Upload } from '../store-upload.ts';

export interface ManageKnowledgeDeps {
  readonly groups: GroupStore;
  readonly files: FileRepository;
  readonly scans: Scans;
  readonly index: FileIndex;
  readonly store: StoreUpload;
  readonly remove: RemoveFile;
  readonly readers: GroupFileReaders;
  readonly quotes: LostQuotes;
  readonly limits: Settings<StorageLimits>;
  readonly work: UnitOfWork;
  readonly audit: AuditLog;
}

export interface GroupFilePage {
  readonly files: readonly ListedFile[];
  readonly total: number;
  readonly usage: StorageUsage;
  readonly quota: StorageQuota & { readonly maxFileBytes: number };
}

type GroupEvent = Parameters<AuditLog['record']>[0];
type GroupUpload = Pick<Upload, 'name' | 'bytes' | 'description'>;

const PAGE_SIZE = 100;
const EVERY_FILE = { search: '', tag: '', withAttachments: true } as const;

/** The files of groups, for admins. */
export class ManageKnowledge extends GroupFiles {
  constructor(private readonly deps: ManageKnowledgeDeps) {
    super();
  }

  /** Newest first. Throws `GroupNotFound`. */
  async list(
    groupId: string,
    { search, page, limit }: { readonly search: string; readonly page: number; readonly limit: number },
  ): Promise<GroupFilePage> {
    const { files, scans, index, limits } = this.deps;
    const ownerId = await this.ownerOf(groupId);
    const found = await files.list(ownerId, { search, tag: '' }, { offset: (page - 1) * limit, limit });
    return {
      files: await listProgress({ scans, index }, ownerId, found.files),
      total: found.total,
      usage: await files.getUsage(ownerId),
      quota: toGroupQuota(await limits.current()),
    };
  }

  /** Checked before the body is read. Throws `GroupNotFound`, `GroupStorageFull`. */
  async getMaxUploadBytes(groupId: string): Promise<number> {
    const space = await this.spaceOf(groupId);
    await this.deps.store.requireRoom(space);
    return space.maxFileBytes;
  }

  /** Throws as `StoreUpload` does, and `GroupNotFound`, `GroupStorageFull`; then nothing is stored. */
  async add(groupId: string, upload: GroupUpload, signal: AbortSignal): Promise<StoredFile> {
    const record = ({ id, size }: StoredFile): Promise<void> =>
      this.record('group.add-file', groupId, { file: id, size });
    const file = { ...upload, purpose: 'permanent', tags: [], embed: true, record } as const;
    return this.deps.store.execute(await this.spaceOf(groupId), file, signal);
  }

  /** Throws `FileNotFound`. */
  async remove(groupId: string, fileId: string): Promise<void> {
    const record = () => this.record('group.remove-file', groupId, { file: fileId });
    if (!(await this.deps.remove.execute(groupOwner(groupId), fileId, record))) throw new FileNotFound();
    await this.redactLost();
  }

  /** Embeds a failed file again. Throws `FileNotFound`, `EmbeddingConflict`. */
  async reembed(groupId: string, fileId: string): Promise<void> {
    const { files, index, work } = this.deps;
    const ownerId = groupOwner(groupId);
    await work.run(async () => {
      if (!(await files.find(ownerId, fileId))) throw new FileNotFound();
      if (!(await files.requestEmbedding(ownerId, fileId)))
        throw new EmbeddingConflict('The file is embedded already, or is being embedded');
      await index.enqueue(ownerId, fileId);
      await this.record('group.embed-file', groupId, { file: fileId });
    });
  }

  async removeAll(groupId: string): Promise<number> {
    const { files, remove } = this.deps;
    const ownerId = groupOwner(groupId);
    let removed = 0;
    for (;;) {
      const page = await files.list(ownerId, EVERY_FILE, { offset: 0, limit: PAGE_SIZE });
      for (const { id } of page.files) if (await remove.execute(ownerId, id)) removed += 1;
      if (page.files.length < PAGE_SIZE) break;
    }
    await this.redactLost();
    return removed;
  }

  loseReader(uid: string, groupIds: readonly string[]): Promise<void> {
    return this.deps.readers.loseOwners(uid, groupIds.map(groupOwner));
  }

  redactLost(): Promise<void> {
    return this.deps.quotes.redact();
  }

  /** Without names: auditors read it, and belong to no group. */
  private record(action: GroupEvent['action'], groupId: string, details: GroupEvent['details']): Promise<void> {
    return this.deps.audit.record({ action, target: { kind: 'group', id: groupId }, details });
  }

  private async ownerOf(groupId: string): Promise<string> {
    if (!(await this.deps.groups.find(groupId))) throw new GroupNotFound();
    return groupOwner(groupId);
  }

  /** Images have no text that could be searched. */
  private async spaceOf(groupId: string): Promise<FileSpace> {
    const ownerId = await this.ownerOf(groupId);
    const { maxFileBytes, ...quota } = toGroupQuota(await this.deps.limits.current());
    return {
      ownerId,
      tier: 'premium',
      quota,
      maxFileBytes,
      requireKind: (kind, name) => {
        if (kind === 'image') throw new FileRefused(name, FILE_FAILURES.imageInGroup);
      },
      countEmbedding: async () => undefined,
      fullError: (rule) => new GroupStorageFull(rule, rule === 'files' ? quota.maxFiles : quota.maxBytes),
    };
  }
}
