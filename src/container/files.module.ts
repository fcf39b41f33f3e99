import { join } from 'node:path';

import { ContainerModule } from 'inversify';

import { ContentTypeDetector } from '../adapters/documents/content-type-detector.ts';
import { DocumentWorkerPool } from '../adapters/documents/document-worker-pool.ts';
import { Uploads } from '../adapters/http/files/uploads.ts';
import { SharpImageProcessor } from '../adapters/images/sharp-image-processor.ts';
import { SqlBlobReferenceCounts } from '../adapters/sql/files/blob-reference-counts.ts';
import { SqlFileRepository } from '../adapters/sql/files/file-repository.ts';
import { SqlStorageSettings } from '../adapters/sql/settings/storage-settings.ts';
import { SqlVisionSettings } from '../adapters/sql/settings/vision-settings.ts';
import { Sha256 } from '../adapters/system/content-hash.ts';
import { JobLocks } from '../domain/billing/ports.ts';
import { DailyEmbeddingAllowance } from '../domain/billing/embedding-allowance.ts';
import { TierVisionAllowance } from '../domain/billing/vision-allowance.ts';
import { VisionModel } from '../domain/chat/models/vision-model.ts';
import { LanguageModels, Ledger } from '../domain/chat/conversations/ports.ts';
import { DescribeImage } from '../domain/files/describe-image.ts';
import { GetFileLimits } from '../domain/files/get-file-limits.ts';
import { BlobReferences } from '../domain/files/blob-references.ts';
import { UploadFile } from '../domain/files/upload-file.ts';
import { DeleteFile, ListFiles, GetFile, ReembedFile, RemoveFile } from '../domain/files/manage-files.ts';
import {
  Blobs,
  BlobReferenceCounts,
  ContentHash,
  DocumentReader,
  EmbeddingAllowance,
  FileRepository,
  FileIndex,
  FileTypeDetector,
  ImageProcessor,
  StorageSettings,
  ImageDescriber,
  VisionAllowance,
  VisionSettings,
} from '../domain/files/ports.ts';
import { DEFAULT_STORAGE, defaultVision } from '../domain/files/storage-limits.ts';
import { GetFileText } from '../domain/files/get-file-text.ts';
import { SweepFiles } from '../domain/files/sweep-files.ts';
import { Clock, Ids, Quotas, UnitOfWork } from '../domain/kernel/ports.ts';
import { defaultVisionModel } from '../platform/model-defaults.ts';
import { AppContext } from './app-context.ts';

/** What files need from the world, and where they are kept. */
export const fileAdapters = new ContainerModule(({ bind }) => {
  bind(Blobs).toResolvedValue(
    ({ blobs, config }) => blobs.connect({ folder: join(config.DATA_DIR, 'blobs') }),
    [AppContext],
  );
  bind(Uploads).toResolvedValue(({ config }) => new Uploads(join(config.DATA_DIR, 'uploads')), [AppContext]);
  bind(ContentHash).toResolvedValue(() => new Sha256());
  bind(FileTypeDetector).toResolvedValue(() => new ContentTypeDetector());
  bind(ImageProcessor).toResolvedValue(() => new SharpImageProcessor());
  bind(DocumentWorkerPool).toResolvedValue(() => new DocumentWorkerPool());
  bind(DocumentReader).toService(DocumentWorkerPool);
  bind(FileRepository).toResolvedValue(
    (context, clock) => new SqlFileRepository(context.database, clock),
    [AppContext, Clock],
  );
  bind(BlobReferenceCounts).toResolvedValue((context) => new SqlBlobReferenceCounts(context.database), [AppContext]);
  bind(StorageSettings).toResolvedValue(
    (context, clock) => new SqlStorageSettings(context.database, DEFAULT_STORAGE, clock),
    [AppContext, Clock],
  );
  bind(VisionSettings).toResolvedValue(
    (context, clock) => new SqlVisionSettings(context.database, defaultVision(defaultVisionModel(context)), clock),
    [AppContext, Clock],
  );
});

/** Files of people. */
export const filesModule = new ContainerModule(({ bind }) => {
  bind(BlobReferences).toResolvedValue(
    (blobs, counts, clock, { logs }) =>
      new BlobReferences({ blobs, counts, clock, failed: (what, error) => logs.error(what, { error }) }),
    [Blobs, BlobReferenceCounts, Clock, AppContext],
  );
  bind(UploadFile).toResolvedValue(
    (files, bytes, traces, embeddings, settings, types, images, reader, hash, work, ids, clock) =>
      new UploadFile({ files, bytes, traces, embeddings, settings, types, images, reader, hash, work, ids, clock }),
    [
      FileRepository,
      BlobReferences,
      FileIndex,
      EmbeddingAllowance,
      StorageSettings,
      FileTypeDetector,
      ImageProcessor,
      DocumentReader,
      ContentHash,
      UnitOfWork,
      Ids,
      Clock,
    ],
  );
  bind(ListFiles).toResolvedValue(
    (files, settings) => new ListFiles(files, settings),
    [FileRepository, StorageSettings],
  );
  bind(GetFile).toResolvedValue((files, bytes) => new GetFile(files, bytes), [FileRepository, BlobReferences]);
  bind(GetFileText).toResolvedValue((read, reader) => new GetFileText(read, reader), [GetFile, DocumentReader]);
  bind(GetFileLimits).toResolvedValue((settings) => new GetFileLimits(settings), [StorageSettings]);
  bind(RemoveFile).toResolvedValue(
    (files, traces, bytes, work) => new RemoveFile({ files, traces, bytes, work }),
    [FileRepository, FileIndex, BlobReferences, UnitOfWork],
  );
  bind(DeleteFile).toResolvedValue((files, remove) => new DeleteFile(files, remove), [FileRepository, RemoveFile]);
  bind(EmbeddingAllowance).toResolvedValue(
    (storage, quotas, clock) => new DailyEmbeddingAllowance(storage, quotas, clock),
    [StorageSettings, Quotas, Clock],
  );
  bind(ReembedFile).toResolvedValue(
    (files, traces, embeddings, work) => new ReembedFile(files, traces, embeddings, work),
    [FileRepository, FileIndex, EmbeddingAllowance, UnitOfWork],
  );
  bind(SweepFiles).toResolvedValue(
    (files, remove, bytes, jobLocks, clock, { logs }) =>
      new SweepFiles({
        files,
        remove,
        bytes,
        jobLocks,
        clock,
        failed: (what, error) => logs.error(what, { error }),
        swept: ({ files: { removed, left }, bytes: kept }) =>
          logs.info(
            `files were swept: ${removed} expired ones removed, ${left} left; bytes of ${kept.removed} removed, of ${kept.left} left`,
          ),
      }),
    [FileRepository, RemoveFile, BlobReferences, JobLocks, Clock, AppContext],
  );
  bind(ImageDescriber).toResolvedValue((models, ledger) => new VisionModel(models, ledger), [LanguageModels, Ledger]);
  bind(VisionAllowance).toResolvedValue(
    (settings, quotas, clock) => new TierVisionAllowance(settings, quotas, clock),
    [VisionSettings, Quotas, Clock],
  );
  bind(DescribeImage).toResolvedValue(
    (files, bytes, storage, settings, allowance, vision, images, hash) =>
      new DescribeImage({ files, bytes, storage, settings, allowance, vision, images, hash }),
    [
      FileRepository,
      BlobReferences,
      StorageSettings,
      VisionSettings,
      VisionAllowance,
      ImageDescriber,
      ImageProcessor,
      ContentHash,
    ],
  );
});
