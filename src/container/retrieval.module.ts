import { LocalModels } from '../adapters/embeddings/sentence/connect-models.ts';
import { SqlEmbeddingJobs } from '../adapters/sql/retrieval/embedding-jobs.ts';
import { EmbeddedVectorStore } from '../adapters/sql/retrieval/embedded-vector-store.ts';
import { SqlChunkRepository } from '../adapters/sql/retrieval/file-chunks.ts';
import { SqlFileExcerpts } from '../adapters/sql/files/file-excerpts.ts';
import { SqlRetrievalTraces } from '../adapters/sql/retrieval/retrieval-traces.ts';
import { LanguageModels, Ledger } from '../domain/chat/models/ports.ts';
import { FileContextProvider, FileQuotes } from '../domain/chat/replies/ports/files.ts';
import { ReplyHelperModel } from '../domain/chat/replies/ports/answers.ts';
import { ReplyObserver, ReplyRepository, Runners } from '../domain/chat/replies/ports/reply-store.ts';
import { AddFileContext } from '../domain/chat/replies/add-file-context.ts';
import { Blobs } from '../domain/files/ports/blobs.ts';
import { DocumentReader } from '../domain/files/ports/documents.ts';
import { FileRepository } from '../domain/files/ports/file-repository.ts';
import { FileIndex } from '../domain/files/ports/embedding.ts';
import { GroupFileReaders, ReadableFiles } from '../domain/files/ports/readers.ts';
import { IdleClock } from '../domain/kernel/activity.ts';
import { Clock, Quotas, UnitOfWork } from '../domain/kernel/ports.ts';
import { DailyFileSearchAllowance } from '../domain/billing/file-search-allowance.ts';
import { EmbedFiles } from '../domain/retrieval/embed-files.ts';
import { FindPassages } from '../domain/retrieval/find-passages.ts';
import { RankWithModel } from '../domain/retrieval/rank-with-model.ts';
import { RewordQuestion } from '../domain/retrieval/reword-question.ts';
import { SecondLook } from '../domain/retrieval/second-look.ts';
import { RetrievalFileIndex } from '../domain/retrieval/retrieval-file-index.ts';
import {
  ChunkRepository,
  EmbeddingJobs,
  EmbeddingModels,
  FileExcerpts,
  FileSearchAllowance,
  Reranker,
  RetrievalTraces,
  VectorStore,
} from '../domain/retrieval/ports.ts';
import { BuildFileContext } from '../domain/retrieval/build-file-context.ts';
import { FileTexts } from '../domain/retrieval/file-texts.ts';
import { ReadPassages } from '../domain/retrieval/read-passages.ts';
import { SearchFiles } from '../domain/retrieval/search-files.ts';
import { SelectPassages } from '../domain/retrieval/select-passages.ts';
import { RedactDeletedFiles } from '../domain/retrieval/redact-deleted-files.ts';
import { ExplainAnswer } from '../domain/retrieval/explain-answer.ts';
import { AppContext } from './app-context.ts';
import { Database } from '../adapters/sql/database.ts';
import { constant, defineModule, derive } from './define-module.ts';
import { setting } from './settings.module.ts';

export const retrievalModule = defineModule(({ bind, bindClass, bindPort }) => {
  bindPort(ChunkRepository, SqlChunkRepository, Database);
  bindPort(EmbeddingJobs, SqlEmbeddingJobs, Database);
  bindPort(RetrievalTraces, SqlRetrievalTraces, Database);
  bind(EmbeddingModels).toResolvedValue(
    ({ adapters }, { sentence }, clock) => adapters.embeddings.connect({ clock, sentenceModel: sentence }),
    [AppContext, LocalModels, Clock],
  );
  bind(VectorStore).toResolvedValue(
    ({ adapters, database }, clock) => adapters.vectors.connect({ embedded: new EmbeddedVectorStore(database), clock }),
    [AppContext, Clock],
  );
  bindPort(FileExcerpts, SqlFileExcerpts, Database);
  bindPort(FileIndex, RetrievalFileIndex, {
    chunks: ChunkRepository,
    vectors: VectorStore,
    jobs: EmbeddingJobs,
    excerpts: FileExcerpts,
    readers: GroupFileReaders,
    clock: Clock,
  });
  bindPort(FileQuotes, RedactDeletedFiles, FileRepository, FileExcerpts, GroupFileReaders);
  bindClass(RewordQuestion, {
    model: ReplyHelperModel,
    chunks: ChunkRepository,
    settings: setting('rate-limits'),
    failed: derive(ReplyObserver, (observer) => observer.failed.bind(observer)),
  });
  bindClass(RankWithModel, { model: ReplyHelperModel, settings: setting('rate-limits') });
  bindClass(SecondLook, {
    reranker: Reranker,
    rankWithModel: RankWithModel,
    failed: derive(ReplyObserver, (observer) => observer.failed.bind(observer)),
  });
  bindClass(FindPassages, {
    chunks: ChunkRepository,
    vectors: VectorStore,
    jobs: EmbeddingJobs,
    models: EmbeddingModels,
    rewordQuestion: RewordQuestion,
    secondLook: SecondLook,
    ledger: Ledger,
    clock: Clock,
    failed: derive(ReplyObserver, (observer) => observer.failed.bind(observer)),
  });
  bindClass(EmbedFiles, {
    files: FileRepository,
    blobs: Blobs,
    reader: DocumentReader,
    chunks: ChunkRepository,
    vectors: VectorStore,
    store: derive(AppContext, ({ adapters }) => adapters.vectors.provider.id),
    jobs: EmbeddingJobs,
    models: EmbeddingModels,
    ledger: Ledger,
    work: UnitOfWork,
    clock: IdleClock,
    observer: ReplyObserver,
    holder: derive(Runners, (runners) => runners.id),
    random: constant(Math.random),
  });
  bindClass(FileTexts, {
    files: FileRepository,
    blobs: Blobs,
    reader: DocumentReader,
    chunks: ChunkRepository,
    failed: derive(ReplyObserver, (observer) => observer.failed.bind(observer)),
  });
  bindClass(SelectPassages, FileTexts, FindPassages, ChunkRepository);
  bindPort(FileContextProvider, BuildFileContext, {
    files: FileRepository,
    readable: ReadableFiles,
    readers: GroupFileReaders,
    select: SelectPassages,
    traces: RetrievalTraces,
    work: UnitOfWork,
    settings: setting('storage-limits'),
    clock: Clock,
  });
  bindClass(AddFileContext, FileContextProvider, LanguageModels);
  bindPort(FileSearchAllowance, DailyFileSearchAllowance, Quotas, Clock);
  bindClass(SearchFiles, {
    files: FileRepository,
    readable: ReadableFiles,
    find: FindPassages,
    allowance: FileSearchAllowance,
    clock: Clock,
  });
  bindClass(ReadPassages, ReadableFiles, ChunkRepository, Clock);
  bindClass(ExplainAnswer, ReplyRepository, RetrievalTraces);
});
