import { aPostProcessor } from '../../support/post-processor.ts';
import { DEFAULT_STORAGE_LIMITS } from '../../../src/shared/settings/storage-limits.ts';
import { STORAGE_LIMITS } from '../../../src/domain/files/settings.ts';
import { inMemorySettings } from '../../fakes/settings.ts';
import type { StoredFile } from '../../../src/domain/files/stored-file.ts';
import type { TextBlock } from '../../../src/domain/files/ports/documents.ts';
import { DailyFileSearchAllowance } from '../../../src/domain/billing/file-search-allowance.ts';
import { EmbedFiles } from '../../../src/domain/retrieval/embed-files.ts';
import { BuildFileContext } from '../../../src/domain/retrieval/build-file-context.ts';
import { FileTexts } from '../../../src/domain/retrieval/file-texts.ts';
import { ReadPassages } from '../../../src/domain/retrieval/read-passages.ts';
import { SearchFiles } from '../../../src/domain/retrieval/search-files.ts';
import { SelectPassages } from '../../../src/domain/retrieval/select-passages.ts';
import { ExplainAnswer } from '../../../src/domain/retrieval/explain-answer.ts';
import { aHit, FixedSearch } from '../../fakes/agents.ts';
import { RecordingObserver } from '../../fakes/reply-ports.ts';
import { ScriptedDocumentReader } from '../../fakes/document-reader.ts';
import { InMemoryUserRepository } from '../../fakes/accounts.ts';
import { InMemoryGroups } from '../../fakes/groups.ts';
import { InMemoryGroupFileReaders, readableFiles } from '../../fakes/knowledge.ts';
import { aUser } from '../../support/builders.ts';
import { aFile, hashOf, InMemoryBlobs, InMemoryFiles } from '../../fakes/files.ts';
import { CountingIds, InMemoryQuotas, InMemoryUnitOfWork } from '../../fakes/kernel.ts';
import {
  InMemoryChunkRepository,
  InMemoryEmbeddingJobs,
  InMemoryRetrievalTraces,
  InMemoryVectorStore,
  FixedEmbeddingModels,
  WordReranker,
} from '../../fakes/retrieval.ts';
import { ScriptedHelper } from '../../fakes/follow-ups.ts';
import { aPassageFinder } from '../../support/passage-finder.ts';
import { ScriptedModels } from '../../fakes/scripted-models.ts';
import { anAgentHarness } from '../agents/harness.ts';
import { sharedState } from '../chat/harness.ts';
import type { ReplyEvent } from '../../../src/shared/reply-event.ts';

/** A desk whose people have files: `put` attaches one, `embed` does what the background would. */
export const aFileDesk = (models = new ScriptedModels('So it is [1].')) => {
  const on = sharedState();
  const { clock, ledger } = on;
  const files = new InMemoryFiles(clock);
  const blobs = new InMemoryBlobs();
  const reader = new ScriptedDocumentReader();
  const chunks = new InMemoryChunkRepository();
  const jobs = new InMemoryEmbeddingJobs(chunks);
  const vectors = new InMemoryVectorStore();
  const embeddings = new FixedEmbeddingModels();
  const traces = new InMemoryRetrievalTraces();
  const observer = new RecordingObserver();
  const helper = new ScriptedHelper();
  const reranker = Object.assign(new WordReranker(), { isOff: true });
  const find = aPassageFinder({
    helper,
    reranker,
    chunks,
    vectors,
    jobs,
    models: embeddings,
    ledger,
    failed: (what, error) => observer.failed(what, error),
  });
  const failed = (what: string, error: unknown): void => observer.failed(what, error);
  const texts = new FileTexts({ files, blobs, reader, chunks, failed });
  const settings = inMemorySettings(STORAGE_LIMITS);
  const groups = new InMemoryGroups(new InMemoryUserRepository(aUser(), aUser({ uid: 'bob' })));
  const readers = new InMemoryGroupFileReaders(files, groups);
  const readable = readableFiles(files, groups);
  const quotas = new InMemoryQuotas(new CountingIds(), clock);
  const allowance = new DailyFileSearchAllowance(quotas, clock);
  const attached = new BuildFileContext({
    files,
    readable,
    readers,
    work: new InMemoryUnitOfWork(),
    select: new SelectPassages(texts, find, chunks),
    traces,
    settings,
    clock,
  });
  const search = new FixedSearch([aHit({ snippet: 'The bridge was opened in 1904.' })]);
  const desk = anAgentHarness(models, { editor: aPostProcessor(clock).postProcessor, attached, search }, on);
  const put = async (more: Partial<StoredFile>, ...blocks: (string | TextBlock)[]) => {
    const file = aFile({ purpose: 'chat', ...more });
    await files.add(file, { maxFiles: -1, maxBytes: -1 });
    await blobs.put(hashOf(file.id), Uint8Array.of(1));
    if (blocks.length > 0) reader.write(file.name, ...blocks);
  };
  const embed = async (id: string, ownerId = 'ann') => {
    await jobs.enqueue(ownerId, id, clock.now());
    const work = new InMemoryUnitOfWork();
    await new EmbedFiles({
      files,
      blobs,
      reader,
      chunks,
      vectors,
      store: 'here',
      jobs,
      models: embeddings,
      ledger,
      work,
      clock,
      observer,
      holder: 'p',
      random: () => 0,
    }).runNext(new AbortController().signal);
  };
  const told = (at = -1) => desk.models.requests.at(at)?.messages[0]?.content ?? '';
  const setBudget = (maxTokens: number) => {
    const budget = { maxTokens };
    return settings.change({
      ...DEFAULT_STORAGE_LIMITS,
      fileContext: { free: budget, basic: budget, premium: budget },
    });
  };
  const askWith = async (fileIds: string[], text = 'What is the limit?', more = {}) =>
    desk.watch(await desk.ask(text, { fileIds, ...more }));
  return {
    ...desk,
    files,
    groups,
    readers,
    helper,
    reranker,
    reader,
    traces,
    vectors,
    chunks,
    setBudget,
    put,
    embed,
    told,
    askWith,
    quotas,
    searchFiles: new SearchFiles({ files, readable, find, allowance, clock }),
    readPassages: new ReadPassages(readable, chunks, clock),
    why: new ExplainAnswer(desk.replies, traces),
  };
};

export const sourcesIn = (events: readonly ReplyEvent[]) =>
  events.flatMap((event) => (event.type === 'sources' ? event.sources : []));
export const replyIdOf = (events: readonly ReplyEvent[]) => (events[0]?.type === 'meta' ? events[0].replyId : '');
