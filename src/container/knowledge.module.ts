import { AuditLog } from '../domain/audit/ports.ts';
import { ManageKnowledge } from '../domain/files/knowledge/manage-knowledge.ts';
import { FindReadableFiles } from '../domain/files/knowledge/find-readable-files.ts';
import { ListKnowledge } from '../domain/files/knowledge/list-knowledge.ts';
import { RemoveFile } from '../domain/files/manage-files.ts';
import { FileIndex } from '../domain/files/ports/embedding.ts';
import { FileRepository } from '../domain/files/ports/file-repository.ts';
import { GroupFileReaders, LostQuotes, ReadableFiles } from '../domain/files/ports/readers.ts';
import { Scans } from '../domain/files/scans/ports.ts';
import { StoreUpload } from '../domain/files/store-upload.ts';
import { GroupFiles, GroupMembers, GroupStore } from '../domain/groups/ports.ts';
import { IdleClock } from '../domain/kernel/activity.ts';
import { UnitOfWork } from '../domain/kernel/ports.ts';
import { FileExcerpts } from '../domain/retrieval/ports.ts';
import { RedactLostQuotes } from '../domain/retrieval/redact-lost-quotes.ts';
import { logErrors } from './app-context.ts';
import { defineModule } from './define-module.ts';
import { setting } from './settings.module.ts';

/** Files that groups share. */
export const knowledgeModule = defineModule(({ bind, bindClass, bindPort }) => {
  bindPort(ReadableFiles, FindReadableFiles, FileRepository, GroupMembers);
  bindClass(ListKnowledge, FileRepository, ReadableFiles, GroupMembers);
  bindClass(RedactLostQuotes, {
    readers: GroupFileReaders,
    excerpts: FileExcerpts,
    work: UnitOfWork,
    clock: IdleClock,
    failed: logErrors,
  });
  bind(LostQuotes).toService(RedactLostQuotes);
  bindClass(ManageKnowledge, {
    groups: GroupStore,
    files: FileRepository,
    scans: Scans,
    index: FileIndex,
    store: StoreUpload,
    remove: RemoveFile,
    readers: GroupFileReaders,
    quotes: LostQuotes,
    limits: setting('storage-limits'),
    work: UnitOfWork,
    audit: AuditLog,
  });
  bind(GroupFiles).toService(ManageKnowledge);
});
