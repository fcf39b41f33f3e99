import { join } from 'node:path';

import { ContentTypeDetector } from '../adapters/documents/content-type-detector.ts';
import { DocumentWorkerPool } from '../adapters/documents/document-worker-pool.ts';
import { Uploads } from '../adapters/http/files/uploads.ts';
import { SharpImageProcessor } from '../adapters/images/sharp-image-processor.ts';
import { SqlGroupFileReaders } from '../adapters/sql/files/group-file-readers.ts';
import { SqlBlobReferenceCounts } from '../adapters/sql/files/blob-reference-counts.ts';
import { SqlScans } from '../adapters/sql/files/scans.ts';
import { TesseractRecognizer } from '../adapters/ocr/tesseract-recognizer.ts';
import { SqlInstallation } from '../adapters/sql/settings/installation-row.ts';
import { SqlFileRepository } from '../adapters/sql/files/file-repository.ts';
import { Sha256 } from '../adapters/system/content-hash.ts';
import { BackupGuard } from '../domain/backup/ports.ts';
import { DailyEmbeddingAllowance } from '../domain/billing/embedding-allowance.ts';
import { TierVisionAllowance } from '../domain/billing/vision-allowance.ts';
import { VisionModel } from '../domain/chat/models/vision-model.ts';
import { LanguageModels, Ledger } from '../domain/chat/models/ports.ts';
import { ModelPolicy } from '../domain/chat/replies/ports/requesters.ts';
import { Runners } from '../domain/chat/replies/ports/reply-store.ts';
import { DescribeImage } from '../domain/files/describe-image.ts';
import { GetFileLimits } from '../domain/files/get-file-limits.ts';
import { StoredPictures } from '../domain/chat/models/ports.ts';
import { SmallerPictures } from '../domain/files/stored-pictures.ts';
import { BlobOwnership } from '../domain/files/blob-ownership.ts';
import { BlobReferences } from '../domain/files/blob-references.ts';
import { StoreUpload } from '../domain/files/store-upload.ts';
import { ExchangeProgramFiles } from '../domain/files/exchange-program-files.ts';
import { UploadFile } from '../domain/files/upload-file.ts';
import { ProgramFiles } from '../domain/agents/ports.ts';
import { DeleteFile, ListFiles, GetFile, ReembedFile, RemoveFile } from '../domain/files/manage-files.ts';
import { Blobs, BlobReferenceCounts, ContentHash, Installation } from '../domain/files/ports/blobs.ts';
import { DocumentReader, FileTypeDetector } from '../domain/files/ports/documents.ts';
import { EmbeddingAllowance, FileIndex } from '../domain/files/ports/embedding.ts';
import { FileRepository } from '../domain/files/ports/file-repository.ts';
import { GroupFileReaders, ReadableFiles } from '../domain/files/ports/readers.ts';
import { ImageProcessor, ImageDescriber, VisionAllowance } from '../domain/files/ports/images.ts';
import { GetFileText } from '../domain/files/get-file-text.ts';
import { PagePictures, Scans, TextRecognizer } from '../domain/files/scans/ports.ts';
import { ReadPage } from '../domain/files/scans/read-page.ts';
import { ReadScans } from '../domain/files/scans/read-scans.ts';
import { ScannedDocuments } from '../domain/files/scans/scanned-documents.ts';
import { SweepFiles, type SweepResult } from '../domain/files/sweep-files.ts';
import { AuditLog } from '../domain/audit/ports.ts';
import { IdleClock } from '../domain/kernel/activity.ts';
import { Clock, Ids, Quotas, UnitOfWork, JobLocks } from '../domain/kernel/ports.ts';
import { AppContext, logErrors } from './app-context.ts';
import { Database } from '../adapters/sql/database.ts';
import { constant, defineModule, derive } from './define-module.ts';
import { setting } from './settings.module.ts';

export const fileAdapters = defineModule(({ bind, bindClass, bindPort }) => {
  bind(Blobs).toResolvedValue(
    ({ adapters, config }) => adapters.blobs.connect({ folder: join(config.DATA_DIR, 'blobs') }),
    [AppContext],
  );
  bindClass(
    Uploads,
    derive(AppContext, ({ config }) => join(config.DATA_DIR, 'uploads')),
  );
  bindPort(ContentHash, Sha256);
  bindPort(FileTypeDetector, ContentTypeDetector);
  bindPort(ImageProcessor, SharpImageProcessor);
  bindClass(DocumentWorkerPool);
  bind(PagePictures).toService(DocumentWorkerPool);
  bind(TesseractRecognizer).toResolvedValue(
    ({ config }) => new TesseractRecognizer({ isOn: config.TEXT_RECOGNITION === 'on' }),
    [AppContext],
  );
  bind(TextRecognizer).toService(TesseractRecognizer);
  bindPort(Scans, SqlScans, Database);
  bindPort(DocumentReader, ScannedDocuments, DocumentWorkerPool, Scans, TextRecognizer);
  bindPort(FileRepository, SqlFileRepository, Database, Clock);
  bindPort(BlobReferenceCounts, SqlBlobReferenceCounts, Database);
  bindPort(Installation, SqlInstallation, Database, Ids);
  bindPort(GroupFileReaders, SqlGroupFileReaders, Database);
});

export const filesModule = defineModule(({ bindClass, bindPort }) => {
  bindClass(BlobOwnership, {
    blobs: Blobs,
    counts: BlobReferenceCounts,
    installation: Installation,
    refused: derive(
      AppContext,
      ({ logs }) =>
        (message: string) =>
          logs.warn(message),
    ),
  });
  bindClass(BlobReferences, {
    blobs: Blobs,
    counts: BlobReferenceCounts,
    ownership: BlobOwnership,
    clock: Clock,
    backup: BackupGuard,
    failed: logErrors,
  });
  bindClass(UploadFile, StoreUpload, EmbeddingAllowance, setting('storage-limits'));
  bindPort(ProgramFiles, ExchangeProgramFiles, ReadableFiles, BlobReferences, UploadFile);
  bindClass(StoreUpload, {
    files: FileRepository,
    bytes: BlobReferences,
    index: FileIndex,
    ttl: setting('file-ttl'),
    types: FileTypeDetector,
    images: ImageProcessor,
    reader: DocumentReader,
    recognizer: TextRecognizer,
    scans: Scans,
    hash: ContentHash,
    work: UnitOfWork,
    ids: Ids,
    clock: Clock,
  });
  bindClass(ListFiles, FileRepository, Scans, setting('storage-limits'), FileIndex);
  bindPort(StoredPictures, SmallerPictures, FileRepository, BlobReferences, ImageProcessor);
  bindClass(GetFile, ReadableFiles, BlobReferences);
  bindClass(GetFileText, GetFile, DocumentReader);
  bindClass(GetFileLimits, setting('storage-limits'));
  bindClass(RemoveFile, { files: FileRepository, index: FileIndex, bytes: BlobReferences, work: UnitOfWork });
  bindClass(DeleteFile, RemoveFile, AuditLog);
  bindPort(EmbeddingAllowance, DailyEmbeddingAllowance, setting('storage-limits'), Quotas, Clock);
  bindClass(ReembedFile, FileRepository, FileIndex, EmbeddingAllowance, UnitOfWork);
  bindClass(SweepFiles, {
    files: FileRepository,
    remove: RemoveFile,
    bytes: BlobReferences,
    removeStaleUploads: derive(Uploads, (uploads) => () => uploads.removeStale()),
    jobLocks: JobLocks,
    clock: Clock,
    failed: logErrors,
    swept: derive(
      AppContext,
      ({ logs }) =>
        ({ files: { removed, left }, bytes }: SweepResult) =>
          logs.info(
            `files were swept: ${removed} expired ones removed, ${left} left; bytes of ${bytes.removed} removed, ` +
              `of ${bytes.left} left`,
          ),
    ),
  });
  bindPort(ImageDescriber, VisionModel, LanguageModels, Ledger, ModelPolicy);
  bindPort(VisionAllowance, TierVisionAllowance, setting('vision'), Quotas, Clock);
  bindClass(DescribeImage, {
    files: FileRepository,
    bytes: BlobReferences,
    storage: setting('storage-limits'),
    settings: setting('vision'),
    allowance: VisionAllowance,
    vision: ImageDescriber,
    images: ImageProcessor,
    recognizer: TextRecognizer,
    hash: ContentHash,
  });
  bindClass(ReadPage, {
    settings: setting('vision'),
    allowance: VisionAllowance,
    vision: ImageDescriber,
    images: ImageProcessor,
    recognizer: TextRecognizer,
    failed: logErrors,
  });
  bindClass(ReadScans, {
    scans: Scans,
    files: FileRepository,
    blobs: Blobs,
    documents: DocumentWorkerPool,
    pictures: PagePictures,
    readPage: ReadPage,
    recognizer: TextRecognizer,
    index: FileIndex,
    work: UnitOfWork,
    clock: IdleClock,
    failed: logErrors,
    holder: derive(Runners, (runners) => runners.id),
    random: constant(Math.random),
  });
});
