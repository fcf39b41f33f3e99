import { join } from 'node:path';

import { ContainerModule } from 'inversify';

import { ContentTypes } from '../adapters/documents/content-types.ts';
import { DocumentThreads } from '../adapters/documents/document-threads.ts';
import { Uploads } from '../adapters/http/uploads.ts';
import { CleanImages } from '../adapters/pictures/clean-images.ts';
import { SqlBlobUses } from '../adapters/sql/blob-uses.ts';
import { SqlFileRepository } from '../adapters/sql/file-repository.ts';
import { SqlStorageSettings } from '../adapters/sql/storage-settings.ts';
import { SqlVisionSettings } from '../adapters/sql/vision-settings.ts';
import { Sha256 } from '../adapters/system/content-hash.ts';
import { Chores } from '../domain/billing/ports.ts';
import { DailyEmbeddings } from '../domain/billing/embedding-allowance.ts';
import { TierVisionAllowance } from '../domain/billing/vision-allowance.ts';
import { LookAtImage } from '../domain/chat/look-at-image.ts';
import { LanguageModels, Ledger } from '../domain/chat/ports.ts';
import { DescribeImage } from '../domain/files/describe-image.ts';
import { FileLimits } from '../domain/files/file-limits.ts';
import { KeepBytes } from '../domain/files/keep-bytes.ts';
import { KeepFile } from '../domain/files/keep-file.ts';
import { DeleteFile, ListFiles, ReadFile, ReEmbed, RemoveFile } from '../domain/files/manage-files.ts';
import {
  Blobs,
  BlobUses,
  ContentHash,
  DocumentReader,
  EmbeddingAllowance,
  FileRepository,
  FileTraces,
  FileTypes,
  Images,
  StorageSettings,
  Vision,
  VisionAllowance,
  VisionSettings,
} from '../domain/files/ports.ts';
import { DEFAULT_STORAGE, defaultVision } from '../domain/files/storage.ts';
import { ReadText } from '../domain/files/read-text.ts';
import { SweepFiles } from '../domain/files/sweep-files.ts';
import { Clock, Ids, Quotas, UnitOfWork } from '../domain/kernel/ports.ts';
import { visionDefault } from './model-defaults.ts';
import { Parts } from './parts.ts';

/** What files need from the world, and where they are kept. */
export const fileAdapters = new ContainerModule(({ bind }) => {
  bind(Blobs).toResolvedValue(
    ({ blobs, config }) => blobs.connect({ folder: join(config.DATA_DIR, 'blobs') }),
    [Parts],
  );
  bind(Uploads).toResolvedValue(({ config }) => new Uploads(join(config.DATA_DIR, 'uploads')), [Parts]);
  bind(ContentHash).toResolvedValue(() => new Sha256());
  bind(FileTypes).toResolvedValue(() => new ContentTypes());
  bind(Images).toResolvedValue(() => new CleanImages());
  bind(DocumentThreads).toResolvedValue(() => new DocumentThreads());
  bind(DocumentReader).toService(DocumentThreads);
  bind(FileRepository).toResolvedValue((parts, clock) => new SqlFileRepository(parts.database, clock), [Parts, Clock]);
  bind(BlobUses).toResolvedValue((parts) => new SqlBlobUses(parts.database), [Parts]);
  bind(StorageSettings).toResolvedValue(
    (parts, clock) => new SqlStorageSettings(parts.database, DEFAULT_STORAGE, clock),
    [Parts, Clock],
  );
  bind(VisionSettings).toResolvedValue(
    (parts, clock) => new SqlVisionSettings(parts.database, defaultVision(visionDefault(parts)), clock),
    [Parts, Clock],
  );
});

/** Files of people. */
export const filesModule = new ContainerModule(({ bind }) => {
  bind(KeepBytes).toResolvedValue(
    (blobs, uses, clock, { logs }) =>
      new KeepBytes({ blobs, uses, clock, failed: (what, error) => logs.error(what, { error }) }),
    [Blobs, BlobUses, Clock, Parts],
  );
  bind(KeepFile).toResolvedValue(
    (files, bytes, traces, embeddings, settings, types, images, reader, hash, work, ids, clock) =>
      new KeepFile({ files, bytes, traces, embeddings, settings, types, images, reader, hash, work, ids, clock }),
    [
      FileRepository,
      KeepBytes,
      FileTraces,
      EmbeddingAllowance,
      StorageSettings,
      FileTypes,
      Images,
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
  bind(ReadFile).toResolvedValue((files, bytes) => new ReadFile(files, bytes), [FileRepository, KeepBytes]);
  bind(ReadText).toResolvedValue((read, reader) => new ReadText(read, reader), [ReadFile, DocumentReader]);
  bind(FileLimits).toResolvedValue((settings) => new FileLimits(settings), [StorageSettings]);
  bind(RemoveFile).toResolvedValue(
    (files, traces, bytes, work) => new RemoveFile({ files, traces, bytes, work }),
    [FileRepository, FileTraces, KeepBytes, UnitOfWork],
  );
  bind(DeleteFile).toResolvedValue((files, remove) => new DeleteFile(files, remove), [FileRepository, RemoveFile]);
  bind(EmbeddingAllowance).toResolvedValue(
    (storage, quotas, clock) => new DailyEmbeddings(storage, quotas, clock),
    [StorageSettings, Quotas, Clock],
  );
  bind(ReEmbed).toResolvedValue(
    (files, traces, embeddings, work) => new ReEmbed(files, traces, embeddings, work),
    [FileRepository, FileTraces, EmbeddingAllowance, UnitOfWork],
  );
  bind(SweepFiles).toResolvedValue(
    (files, remove, bytes, chores, clock, { logs }) =>
      new SweepFiles({
        files,
        remove,
        bytes,
        chores,
        clock,
        failed: (what, error) => logs.error(what, { error }),
        swept: ({ files: { removed, left }, bytes: kept }) =>
          logs.info(
            `files were swept: ${removed} expired ones removed, ${left} left; bytes of ${kept.removed} removed, of ${kept.left} left`,
          ),
      }),
    [FileRepository, RemoveFile, KeepBytes, Chores, Clock, Parts],
  );
  bind(Vision).toResolvedValue((models, ledger) => new LookAtImage(models, ledger), [LanguageModels, Ledger]);
  bind(VisionAllowance).toResolvedValue(
    (settings, quotas, clock) => new TierVisionAllowance(settings, quotas, clock),
    [VisionSettings, Quotas, Clock],
  );
  bind(DescribeImage).toResolvedValue(
    (files, bytes, storage, settings, allowance, vision, images, hash) =>
      new DescribeImage({ files, bytes, storage, settings, allowance, vision, images, hash }),
    [FileRepository, KeepBytes, StorageSettings, VisionSettings, VisionAllowance, Vision, Images, ContentHash],
  );
});
