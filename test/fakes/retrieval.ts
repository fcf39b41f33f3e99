import { hashWords } from '../../src/adapters/embeddings/hashed-words.ts';
import {
  type Chunk,
  ChunkRepository,
  type ChunkVector,
  type EmbeddingClaim,
  type EmbeddingProgress,
  type Collection,
  type EmbeddingResult,
  Reranker,
  EmbeddingJobs,
  EmbeddingModels,
  TextEmbedder,
  type Hit,
  type StoredChunk,
  type RetrievalTrace,
  RetrievalTraces,
  FileExcerpts,
  type SearchScope,
  VectorStore,
} from '../../src/domain/retrieval/ports.ts';
import type { EventBatch } from '../../src/domain/chat/replies/reply.ts';
import { redactCitations, redactDetails, redactSources, redactTrace } from '../../src/domain/retrieval/redact-file.ts';
import { ChatStore } from './chats.ts';
import { Rows } from './kernel.ts';
import type { ReplyEvent } from '../../src/shared/reply-event.ts';

const tokenize = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const chunkRef = (fileId: string, ordinal: number): string => `${fileId}#${ordinal}`;
const isWithin = ({ ownerId, fileIds }: SearchScope, row: { ownerId: string; fileId: string }): boolean =>
  row.ownerId === ownerId && fileIds.includes(row.fileId);

/** Ranks by how many of the query's words a chunk has. */
export class InMemoryChunkRepository extends ChunkRepository {
  readonly rows = new Rows<StoredChunk>();
  onSearch: () => void = () => undefined;

  async replace(ownerId: string, fileId: string, chunks: readonly Chunk[]): Promise<void> {
    if (this.rows.all().some((row) => row.fileId === fileId && row.ownerId !== ownerId))
      throw new Error('the file is another person’s');
    await this.remove(ownerId, fileId);
    for (const chunk of chunks) this.rows.set(chunkRef(fileId, chunk.ordinal), { ...chunk, ownerId, fileId });
  }

  async remove(ownerId: string, fileId: string): Promise<void> {
    for (const [key, row] of this.rows.entries())
      if (isWithin({ ownerId, fileIds: [fileId] }, row)) this.rows.delete(key);
  }

  async listByFile(
    ownerId: string,
    fileId: string,
    { from, limit }: { from: number; limit: number },
  ): Promise<readonly StoredChunk[]> {
    const own = this.rows.all().filter((row) => isWithin({ ownerId, fileIds: [fileId] }, row) && row.ordinal >= from);
    return own.sort((a, b) => a.ordinal - b.ordinal).slice(0, limit);
  }

  async find(scope: SearchScope, places: readonly Pick<Hit, 'fileId' | 'ordinal'>[]): Promise<readonly StoredChunk[]> {
    return this.rows
      .all()
      .filter(
        (row) =>
          isWithin(scope, row) &&
          places.some(({ fileId, ordinal }) => row.fileId === fileId && row.ordinal === ordinal),
      );
  }

  async search(scope: SearchScope, query: string, limit: number): Promise<readonly Hit[]> {
    this.onSearch();
    const queryWords = new Set(tokenize(query));
    const hits = this.rows
      .all()
      .filter((row) => isWithin(scope, row))
      .map(({ fileId, ordinal, heading, text }) => {
        const has = new Set(tokenize(`${heading} ${text}`));
        return { fileId, ordinal, score: [...queryWords].filter((word) => has.has(word)).length };
      });
    return hits
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || a.ordinal - b.ordinal)
      .slice(0, limit);
  }
}

interface VectorRow extends ChunkVector {
  readonly version: string;
  readonly ownerId: string;
  readonly fileId: string;
}

export class InMemoryVectorStore extends VectorStore {
  readonly isInDatabase: boolean;
  readonly rows = new Rows<VectorRow>();
  /** What the next calls fail with. */
  broken: Error | undefined;
  searches = 0;

  constructor(inDatabase = true) {
    super();
    this.isInDatabase = inDatabase;
  }

  async upsert(
    { version }: Collection,
    { ownerId, fileId }: { ownerId: string; fileId: string },
    vectors: readonly ChunkVector[],
  ): Promise<void> {
    if (this.broken) throw this.broken;
    for (const vector of vectors)
      this.rows.set(`${version}:${chunkRef(fileId, vector.ordinal)}`, { ...vector, version, ownerId, fileId });
  }

  async search(
    { version }: Collection,
    scope: SearchScope,
    { vectors, limit }: { vectors: readonly Float32Array[]; limit: number },
  ): Promise<readonly (readonly Hit[])[]> {
    if (this.broken) throw this.broken;
    this.searches += 1;
    const rows = this.rows.all().filter((row) => row.version === version && isWithin(scope, row));
    return vectors.map((vector) => {
      const hits = rows.map((row) => ({
        fileId: row.fileId,
        ordinal: row.ordinal,
        score: row.vector.reduce((sum, part, at) => sum + part * (vector[at] ?? 0), 0),
      }));
      return hits.sort((a, b) => b.score - a.score).slice(0, limit);
    });
  }

  async removeFile(ownerId: string, fileId: string, except?: string): Promise<void> {
    if (this.broken) throw this.broken;
    for (const [key, row] of this.rows.entries()) {
      if (isWithin({ ownerId, fileIds: [fileId] }, row) && row.version !== except) this.rows.delete(key);
    }
  }
}

/** Hashed words as vectors, like the local model; counts its calls and fails as it is told. */
export class WordEmbedder extends TextEmbedder {
  readonly comparesMeaning: boolean = false;
  readonly model: string;
  readonly collection: Collection;
  readonly asked: string[][] = [];
  /** What each call waits for, and may throw. */
  before: (signal: AbortSignal) => Promise<unknown> = () => Promise.resolve();

  constructor(model = 'words', dimensions = 64) {
    super();
    this.model = model;
    this.collection = { version: `local/${model}@${dimensions}`, dimensions };
  }

  async embed(texts: readonly string[], _kind: 'document' | 'query', signal: AbortSignal): Promise<EmbeddingResult> {
    this.asked.push([...texts]);
    await this.before(signal);
    signal.throwIfAborted();
    return {
      vectors: texts.map((text) => hashWords(text, this.collection.dimensions)),
      usage: { inputTokens: texts.length, estimated: false },
    };
  }
}

export class FixedEmbeddingModels extends EmbeddingModels {
  private readonly earlier: readonly TextEmbedder[];

  constructor(
    readonly current: TextEmbedder = new WordEmbedder(),
    ...earlier: readonly TextEmbedder[]
  ) {
    super();
    this.earlier = earlier;
  }

  find(version: string): TextEmbedder | undefined {
    return [this.current, ...this.earlier].find(({ collection }) => collection.version === version);
  }
}

/** Counts the words that a text has in common with the question; off and failing as it is told. */
export class WordReranker extends Reranker {
  readonly asked: { readonly question: string; readonly texts: readonly string[] }[] = [];
  isOff = false;
  broken: Error | undefined;

  async score(question: string, texts: readonly string[], signal: AbortSignal): Promise<readonly number[] | undefined> {
    signal.throwIfAborted();
    if (this.isOff) return undefined;
    this.asked.push({ question, texts });
    if (this.broken) throw this.broken;
    const words = new Set(tokenize(question));
    return texts.map((text) => new Set(tokenize(text).filter((word) => words.has(word))).size);
  }
}

interface JobRow {
  readonly fileId: string;
  readonly ownerId: string;
  readonly work: EmbeddingClaim['work'];
  readonly status: 'waiting' | 'running' | 'done' | 'failed';
  readonly attempts: number;
  readonly dueAt: number;
  readonly queuedAt: number;
  readonly holder: string | null;
  readonly collection: string | null;
  readonly progress: EmbeddingProgress | null;
}

const toWaiting = (now: number) => ({
  status: 'waiting' as const,
  attempts: 0,
  dueAt: now,
  queuedAt: now,
  holder: null,
  progress: null,
});

export class InMemoryEmbeddingJobs extends EmbeddingJobs {
  readonly rows = new Rows<JobRow>();
  private readonly chunks: InMemoryChunkRepository;
  /** Owners, in the order in which they were served. */
  private readonly served: string[] = [];
  private store: string | undefined;

  constructor(chunks = new InMemoryChunkRepository()) {
    super();
    this.chunks = chunks;
  }

  async enqueue(ownerId: string, fileId: string, now: number): Promise<void> {
    const collection = this.rows.get(fileId)?.collection ?? null;
    this.rows.set(fileId, { fileId, ownerId, work: 'embed', collection, ...toWaiting(now) });
  }

  async cancel(ownerId: string, fileId: string, vectorsLeft: { now: number } | undefined): Promise<void> {
    const job = this.rows.get(fileId);
    if (job?.ownerId !== ownerId) return;
    if (vectorsLeft) this.rows.set(fileId, { ...job, work: 'remove', ...toWaiting(vectorsLeft.now) });
    else this.rows.delete(fileId);
  }

  async claim({
    holder,
    now,
    until,
  }: {
    holder: string;
    now: number;
    until: number;
  }): Promise<EmbeddingClaim | undefined> {
    const due = this.rows
      .all()
      .filter(({ status, dueAt }) => (status === 'waiting' || status === 'running') && dueAt <= now);
    const isOld = ({ work, collection }: JobRow) => Number(work === 'embed' && collection !== null);
    const turn = ({ ownerId }: JobRow) => this.served.lastIndexOf(ownerId);
    const inOrder = due.sort((a, b) => turn(a) - turn(b) || isOld(a) - isOld(b) || a.queuedAt - b.queuedAt);
    const [job] = inOrder;
    if (!job) return undefined;
    this.served.push(job.ownerId);
    const attempts = job.attempts + 1;
    this.rows.set(job.fileId, { ...job, status: 'running', holder, dueAt: until, attempts });
    const { fileId, ownerId, work, collection, progress } = job;
    return { fileId, ownerId, work, attempts, collection, progress };
  }

  async renew(fileId: string, holder: string, until: number, progress?: EmbeddingProgress): Promise<boolean> {
    return this.change(fileId, holder, { dueAt: until, ...(progress ? { progress } : {}) });
  }

  async isAnotherDue(ownerId: string, now: number): Promise<boolean> {
    return this.rows
      .all()
      .some((job) => job.ownerId !== ownerId && ['waiting', 'running'].includes(job.status) && job.dueAt <= now);
  }

  async complete(fileId: string, holder: string, collection: string): Promise<boolean> {
    return this.change(fileId, holder, { status: 'done', attempts: 0, holder: null, collection });
  }

  async reschedule(
    fileId: string,
    holder: string,
    { dueAt, forget }: { dueAt: number; forget: boolean },
  ): Promise<boolean> {
    return this.change(fileId, holder, { status: 'waiting', holder: null, dueAt, ...(forget ? { attempts: 0 } : {}) });
  }

  async fail(fileId: string, holder: string): Promise<boolean> {
    return this.change(fileId, holder, { status: 'failed', holder: null, collection: null });
  }

  async forget(fileId: string, holder: string): Promise<void> {
    if (this.change(fileId, holder, {})) this.rows.delete(fileId);
  }

  async enqueueOutdated(version: string, now: number): Promise<void> {
    for (const job of this.rows.all().filter(({ status }) => status === 'done')) {
      const has = this.chunks.rows.all().some(({ fileId }) => fileId === job.fileId);
      if (has && job.collection === version) continue;
      this.rows.set(job.fileId, { ...job, work: has ? job.work : 'remove', ...toWaiting(now) });
    }
  }

  async useStore(store: string, now: number): Promise<void> {
    const isMoved = this.store !== undefined && this.store !== store;
    this.store = store;
    for (const job of this.rows.all().filter(({ work, status }) => isMoved && work === 'embed' && status !== 'failed'))
      this.rows.set(job.fileId, { ...job, ...toWaiting(now) });
  }

  async listQueue(ownerId: string): ReturnType<EmbeddingJobs['listQueue']> {
    const active = this.rows
      .all()
      .filter((job) => job.ownerId === ownerId && job.work === 'embed' && job.collection === null)
      .filter(({ status }) => status === 'waiting' || status === 'running');
    const inOrder = active.sort((a, b) => a.queuedAt - b.queuedAt || a.dueAt - b.dueAt);
    return inOrder.map(({ fileId, status }) => ({ fileId, isRunning: status === 'running' }));
  }

  async listCollections({ ownerId, fileIds }: SearchScope): Promise<readonly Collection[]> {
    const own = this.rows.all().filter((job) => isWithin({ ownerId, fileIds }, job) && job.work === 'embed');
    const versions = new Set(own.flatMap(({ collection }) => collection ?? []));
    return [...versions].sort().map((version) => ({ version, dimensions: Number(version.split('@').at(-1)) }));
  }

  private change(fileId: string, holder: string, to: Partial<JobRow>): boolean {
    const job = this.rows.get(fileId);
    if (job?.holder !== holder || job.status !== 'running') return false;
    this.rows.set(fileId, { ...job, ...to });
    return true;
  }
}

export class InMemoryRetrievalTraces extends RetrievalTraces {
  readonly rows = new Rows<{ owner: string; trace: RetrievalTrace }>();

  async save(replyId: string, owner: string, trace: RetrievalTrace): Promise<void> {
    this.rows.set(replyId, { owner, trace });
  }

  async find(replyId: string, owner: string): Promise<RetrievalTrace | undefined> {
    const stored = this.rows.get(replyId);
    return stored?.owner === owner ? stored.trace : undefined;
  }
}

/** Over what the fakes of chats keep, and a fake's traces. */
export class InMemoryFileExcerpts extends FileExcerpts {
  private readonly store: ChatStore;
  private readonly traces: InMemoryRetrievalTraces;

  constructor(store = new ChatStore(), traces = new InMemoryRetrievalTraces()) {
    super();
    this.store = store;
    this.traces = traces;
  }

  async remove(ownerId: string, fileId: string): Promise<void> {
    for (const [key, chat] of this.store.chats.entries()) {
      if (chat.ownerId !== ownerId) continue;
      this.store.chats.set(key, { ...chat, sources: redactSources(chat.sources, fileId) });
      const left = (this.store.messages.get(key) ?? []).map((message) =>
        message.details ? { ...message, details: redactDetails(message.details, fileId) } : message,
      );
      this.store.messages.set(key, left);
    }
    for (const [key, { owner, trace }] of this.traces.rows.entries()) {
      if (owner === `user:${ownerId}`) this.traces.rows.set(key, { owner, trace: redactTrace(trace, fileId) });
    }
    for (const [key, batches] of this.store.logs.entries()) {
      if (this.store.replies.get(key)?.reply.owner === `user:${ownerId}`)
        this.store.logs.set(key, this.logWithout(batches, fileId));
    }
  }

  private logWithout(batches: readonly EventBatch[], fileId: string): readonly EventBatch[] {
    const sources =
      batches.flatMap(({ events }) => events).findLast((event) => event.type === 'sources')?.sources ?? [];
    const without = (event: ReplyEvent): ReplyEvent => {
      if (event.type === 'sources') return { ...event, sources: redactSources(event.sources, fileId) };
      return event.type === 'citations'
        ? { ...event, citations: redactCitations(event.citations, sources, fileId) }
        : event;
    };
    return batches.map(({ first, events }) => ({ first, events: events.map(without) }));
  }
}
