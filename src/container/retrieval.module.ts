import { ContainerModule } from 'inversify';

import { SqlEmbeddingJobs } from '../adapters/sql/retrieval/embedding-jobs.ts';
import { EmbeddedVectorStore } from '../adapters/sql/retrieval/embedded-vector-store.ts';
import { SqlChunkRepository } from '../adapters/sql/retrieval/file-chunks.ts';
import { SqlFileExcerpts } from '../adapters/sql/files/file-excerpts.ts';
import { SqlRetrievalTraces } from '../adapters/sql/retrieval/retrieval-traces.ts';
import {
  FileContextProvider,
  FileQuotes,
  Ledger,
  ReplyObserver,
  ReplyRepository,
  Runners,
} from '../domain/chat/conversations/ports.ts';
import { AddFileContext } from '../domain/chat/replies/add-file-context.ts';
import { Blobs, DocumentReader, FileRepository, FileIndex, StorageSettings } from '../domain/files/ports.ts';
import { Clock, UnitOfWork } from '../domain/kernel/ports.ts';
import { EmbedFiles } from '../domain/retrieval/embed-files.ts';
import { FindPassages } from '../domain/retrieval/find-passages.ts';
import { RetrievalFileIndex } from '../domain/retrieval/retrieval-file-index.ts';
import {
  ChunkRepository,
  EmbeddingJobs,
  EmbeddingModels,
  FileExcerpts,
  RetrievalTraces,
  VectorStore,
} from '../domain/retrieval/ports.ts';
import { BuildFileContext } from '../domain/retrieval/build-file-context.ts';
import { RedactDeletedFiles } from '../domain/retrieval/redact-deleted-files.ts';
import { ExplainAnswer } from '../domain/retrieval/explain-answer.ts';
import { AppContext } from './app-context.ts';

/** Files as they are found: chunks, vectors, and what answers make of them. */
export const retrievalModule = new ContainerModule(({ bind }) => {
  bind(ChunkRepository).toResolvedValue((context) => new SqlChunkRepository(context.database), [AppContext]);
  bind(EmbeddingJobs).toResolvedValue((context) => new SqlEmbeddingJobs(context.database), [AppContext]);
  bind(RetrievalTraces).toResolvedValue((context) => new SqlRetrievalTraces(context.database), [AppContext]);
  bind(EmbeddingModels).toResolvedValue(
    ({ retrieval }, clock) => retrieval.embeddings.connect({ clock }),
    [AppContext, Clock],
  );
  bind(VectorStore).toResolvedValue(
    ({ retrieval, database }, clock) =>
      retrieval.vectors.connect({ embedded: new EmbeddedVectorStore(database), clock }),
    [AppContext, Clock],
  );
  bind(FileExcerpts).toResolvedValue((context) => new SqlFileExcerpts(context.database), [AppContext]);
  bind(FileIndex).toResolvedValue(
    (chunks, vectors, jobs, excerpts, clock) => new RetrievalFileIndex({ chunks, vectors, jobs, excerpts, clock }),
    [ChunkRepository, VectorStore, EmbeddingJobs, FileExcerpts, Clock],
  );
  bind(FileQuotes).toResolvedValue(
    (files, excerpts) => new RedactDeletedFiles(files, excerpts),
    [FileRepository, FileExcerpts],
  );
  bind(FindPassages).toResolvedValue(
    (chunks, vectors, jobs, models, ledger, observer) =>
      new FindPassages({
        chunks,
        vectors,
        jobs,
        models,
        ledger,
        failed: (what, error) => observer.failed(what, error),
      }),
    [ChunkRepository, VectorStore, EmbeddingJobs, EmbeddingModels, Ledger, ReplyObserver],
  );
  bind(EmbedFiles).toResolvedValue(
    (files, blobs, reader, chunks, vectors, jobs, models, ledger, work, clock, observer, runners) =>
      new EmbedFiles({
        files,
        blobs,
        reader,
        chunks,
        vectors,
        jobs,
        models,
        ledger,
        work,
        clock,
        observer,
        holder: runners.id,
        random: Math.random,
      }),
    [
      FileRepository,
      Blobs,
      DocumentReader,
      ChunkRepository,
      VectorStore,
      EmbeddingJobs,
      EmbeddingModels,
      Ledger,
      UnitOfWork,
      Clock,
      ReplyObserver,
      Runners,
    ],
  );
  bind(FileContextProvider).toResolvedValue(
    (files, blobs, reader, find, traces, settings, clock, observer) =>
      new BuildFileContext({
        files,
        blobs,
        reader,
        find,
        traces,
        settings,
        clock,
        failed: (what, error) => observer.failed(what, error),
      }),
    [FileRepository, Blobs, DocumentReader, FindPassages, RetrievalTraces, StorageSettings, Clock, ReplyObserver],
  );
  bind(AddFileContext).toResolvedValue((attached) => new AddFileContext(attached), [FileContextProvider]);
  bind(ExplainAnswer).toResolvedValue(
    (replies, traces) => new ExplainAnswer(replies, traces),
    [ReplyRepository, RetrievalTraces],
  );
});
