import { ContainerModule } from 'inversify';

import { SqlEmbeddingJobs } from '../adapters/sql/embedding-jobs.ts';
import { EmbeddedVectors } from '../adapters/sql/embedded-vectors.ts';
import { SqlChunks } from '../adapters/sql/file-chunks.ts';
import { SqlFileExcerpts } from '../adapters/sql/file-excerpts.ts';
import { SqlRetrievalTraces } from '../adapters/sql/retrieval-traces.ts';
import { AttachedFiles, FileQuotes, Ledger, ReplyObserver, ReplyRepository, Runners } from '../domain/chat/ports.ts';
import { ReadFiles } from '../domain/chat/read-files.ts';
import { Blobs, DocumentReader, FileRepository, FileTraces, StorageSettings } from '../domain/files/ports.ts';
import { Clock, UnitOfWork } from '../domain/kernel/ports.ts';
import { EmbedFiles } from '../domain/retrieval/embed-files.ts';
import { FindPassages } from '../domain/retrieval/find-passages.ts';
import { KeepTraces } from '../domain/retrieval/keep-traces.ts';
import {
  Chunks,
  EmbeddingJobs,
  EmbeddingModels,
  FileExcerpts,
  RetrievalTraces,
  Vectors,
} from '../domain/retrieval/ports.ts';
import { ReadAttachedFiles } from '../domain/retrieval/read-attached-files.ts';
import { WithdrawGoneFiles } from '../domain/retrieval/withdraw-gone-files.ts';
import { WhyThisAnswer } from '../domain/retrieval/why-this-answer.ts';
import { Parts } from './parts.ts';

/** Files as they are found: chunks, vectors, and what answers make of them. */
export const retrievalModule = new ContainerModule(({ bind }) => {
  bind(Chunks).toResolvedValue((parts) => new SqlChunks(parts.database), [Parts]);
  bind(EmbeddingJobs).toResolvedValue((parts) => new SqlEmbeddingJobs(parts.database), [Parts]);
  bind(RetrievalTraces).toResolvedValue((parts) => new SqlRetrievalTraces(parts.database), [Parts]);
  bind(EmbeddingModels).toResolvedValue(
    ({ retrieval }, clock) => retrieval.embeddings.connect({ clock }),
    [Parts, Clock],
  );
  bind(Vectors).toResolvedValue(
    ({ retrieval, database }, clock) => retrieval.vectors.connect({ embedded: new EmbeddedVectors(database), clock }),
    [Parts, Clock],
  );
  bind(FileExcerpts).toResolvedValue((parts) => new SqlFileExcerpts(parts.database), [Parts]);
  bind(FileTraces).toResolvedValue(
    (chunks, vectors, jobs, excerpts, clock) => new KeepTraces({ chunks, vectors, jobs, excerpts, clock }),
    [Chunks, Vectors, EmbeddingJobs, FileExcerpts, Clock],
  );
  bind(FileQuotes).toResolvedValue(
    (files, excerpts) => new WithdrawGoneFiles(files, excerpts),
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
    [Chunks, Vectors, EmbeddingJobs, EmbeddingModels, Ledger, ReplyObserver],
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
      Chunks,
      Vectors,
      EmbeddingJobs,
      EmbeddingModels,
      Ledger,
      UnitOfWork,
      Clock,
      ReplyObserver,
      Runners,
    ],
  );
  bind(AttachedFiles).toResolvedValue(
    (files, blobs, reader, find, traces, settings, clock, observer) =>
      new ReadAttachedFiles({
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
  bind(ReadFiles).toResolvedValue((attached) => new ReadFiles(attached), [AttachedFiles]);
  bind(WhyThisAnswer).toResolvedValue(
    (replies, traces) => new WhyThisAnswer(replies, traces),
    [ReplyRepository, RetrievalTraces],
  );
});
