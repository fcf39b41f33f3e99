import { EmbedFiles } from '../../src/domain/retrieval/embed-files.ts';
import type { EmbeddingModels } from '../../src/domain/retrieval/ports.ts';
import { RetrievalFileIndex } from '../../src/domain/retrieval/retrieval-file-index.ts';
import { ScriptedDocumentReader } from '../fakes/document-reader.ts';
import { aFile, hashOf, InMemoryBlobs, InMemoryFiles } from '../fakes/files.ts';
import { FixedClock, InMemoryUnitOfWork } from '../fakes/kernel.ts';
import { InMemoryGroupFileReaders } from '../fakes/knowledge.ts';
import { RecordingLedger, RecordingObserver } from '../fakes/reply-ports.ts';
import {
  FixedEmbeddingModels,
  InMemoryChunkRepository,
  InMemoryEmbeddingJobs,
  InMemoryFileExcerpts,
  InMemoryVectorStore,
  WordEmbedder,
} from '../fakes/retrieval.ts';

interface World {
  readonly vectors?: InMemoryVectorStore;
  readonly embeddings?: WordEmbedder;
}

/** What several processes share, and a process made on it. */
export const anEmbeddingWorld = async ({
  vectors = new InMemoryVectorStore(),
  embeddings = new WordEmbedder(),
}: World = {}) => {
  const clock = new FixedClock();
  const files = new InMemoryFiles(clock);
  await files.add(aFile({ id: 'f1', embeddingStatus: 'pending' }), { maxFiles: -1, maxBytes: -1 });
  const documents = new ScriptedDocumentReader();
  documents.write('f1.txt', 'The pump is old.', 'The valve is new.');
  const chunks = new InMemoryChunkRepository();
  const jobs = new InMemoryEmbeddingJobs(chunks);
  const blobs = new InMemoryBlobs();
  await blobs.put(hashOf('f1'), Uint8Array.of(1));
  const ledger = new RecordingLedger();
  const observer = new RecordingObserver();
  const work = new InMemoryUnitOfWork();
  const traces = new RetrievalFileIndex({
    chunks,
    vectors,
    jobs,
    excerpts: new InMemoryFileExcerpts(),
    readers: new InMemoryGroupFileReaders(files),
    clock,
  });
  const shared = {
    files,
    blobs,
    reader: documents,
    chunks,
    vectors,
    jobs,
    ledger,
    work,
    clock,
    observer,
    random: () => 0.5,
  };
  const aProcess = (holder = 'p1', models: EmbeddingModels = new FixedEmbeddingModels(embeddings), store = 'here') =>
    new EmbedFiles({ ...shared, models, holder, store });
  const status = async (id = 'f1') => {
    const { embeddingStatus, embeddingError, chunkCount } = (await files.find('ann', id)) ?? aFile();
    return [embeddingStatus, embeddingError, chunkCount];
  };
  return { ...shared, embeddings, documents, traces, aProcess, status };
};
