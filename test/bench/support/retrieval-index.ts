import { LocalEmbeddingModels } from '../../../src/adapters/embeddings/local.ts';
import type { Database } from '../../../src/adapters/sql/database.ts';
import { EmbeddedVectorStore } from '../../../src/adapters/sql/retrieval/embedded-vector-store.ts';
import { SqlChunkRepository } from '../../../src/adapters/sql/retrieval/file-chunks.ts';
import { parseMarkdown } from '../../../src/adapters/documents/parse-text.ts';
import { SqlUserRepository } from '../../../src/adapters/sql/accounts/user-repository.ts';
import type { ParsedDocument } from '../../../src/domain/files/ports/documents.ts';
import { toIndexedText } from '../../../src/domain/retrieval/chunk.ts';
import { chunkDocument } from '../../../src/domain/retrieval/chunk-document.ts';
import { fuseRanks } from '../../../src/domain/retrieval/fuse-ranks.ts';
import type { Hit } from '../../../src/domain/retrieval/ports.ts';
import { aUser } from '../../support/builders.ts';
import { ASKED_DOCUMENTS } from '../data/asked/documents.ts';
import { type BenchQuestion, FILES, type LibraryFile } from '../data/questions.ts';

const OWNER = 'ann';
const TOP_K = 30;
const { signal } = new AbortController();

/** Files as they are kept for retrieval, all of one person's. */
export class RetrievalIndex {
  readonly chunks: SqlChunkRepository;
  readonly vectors: EmbeddedVectorStore;
  readonly embeddings = new LocalEmbeddingModels().current;
  readonly fileIds: string[] = [];

  constructor(private readonly db: Database) {
    this.chunks = new SqlChunkRepository(db);
    this.vectors = new EmbeddedVectorStore(db);
  }

  async open(): Promise<this> {
    await new SqlUserRepository(this.db).add(aUser({ uid: OWNER }));
    await this.db.connection('file_owners').insert({ id: OWNER, uid: OWNER });
    return this;
  }

  /** Chunks, embeds and stores; answers how many chunks. */
  async put(fileId: string, document: ParsedDocument): Promise<number> {
    const made = chunkDocument(document);
    await this.chunks.replace(OWNER, fileId, made);
    for (let from = 0; from < made.length; from += 64) {
      const some = made.slice(from, from + 64);
      const { vectors } = await this.embeddings.embed(some.map(toIndexedText), 'document', signal);
      const records = vectors.map((vector, at) => ({ ordinal: some[at]?.ordinal ?? 0, vector }));
      await this.vectors.upsert(this.embeddings.collection, { ownerId: OWNER, fileId }, records);
    }
    this.fileIds.push(fileId);
    return made.length;
  }

  words(question: string): Promise<readonly Hit[]> {
    return this.chunks.search(this.scope, question, TOP_K);
  }

  async meaning(question: string): Promise<readonly Hit[]> {
    const {
      vectors: [vector = new Float32Array()],
    } = await this.embeddings.embed([question], 'query', signal);
    const query = { vectors: [vector], limit: TOP_K };
    return (await this.vectors.search(this.embeddings.collection, this.scope, query))[0] ?? [];
  }

  async both(question: string): Promise<readonly Pick<Hit, 'fileId' | 'ordinal'>[]> {
    const [words, meaning] = await Promise.all([this.words(question), this.meaning(question)]);
    return fuseRanks([{ weight: 1, keyword: [words], vectors: [meaning], meaning: [] }]);
  }

  /** The place of the passage that answers, from 1; Infinity when it is not among the found. */
  async rankOfAnswer(
    { fileId, answer }: BenchQuestion,
    found: readonly Pick<Hit, 'fileId' | 'ordinal'>[],
  ): Promise<number> {
    const chunks = await this.chunks.find(this.scope, found.slice(0, TOP_K));
    const place = found.findIndex(
      (hit) =>
        hit.fileId === fileId &&
        chunks.some((chunk) => chunk.fileId === fileId && chunk.ordinal === hit.ordinal && chunk.text.includes(answer)),
    );
    return place < 0 ? Infinity : place + 1;
  }

  private get scope() {
    return { ownerId: OWNER, fileIds: this.fileIds };
  }
}

const documentOf = ({ title, sections }: LibraryFile): ParsedDocument => ({
  pages: 0,
  blocks: [
    { kind: 'heading', text: title, page: null, level: 1 },
    ...sections.flatMap(({ heading, text }) => [
      { kind: 'heading' as const, text: heading, page: null, level: 2 },
      { kind: 'text' as const, text, page: null, level: 0 },
    ]),
  ],
});

/** The library of test/bench/data, on a shelf. */
export const fillWithLibrary = async (retrievalIndex: RetrievalIndex): Promise<void> => {
  for (const file of FILES) await retrievalIndex.put(file.id, documentOf(file));
};

/** The second set of documents, read as Markdown files are. */
export const fillWithQuestionSet = async (retrievalIndex: RetrievalIndex): Promise<void> => {
  for (const { id, text } of ASKED_DOCUMENTS) await retrievalIndex.put(id, { pages: 0, blocks: parseMarkdown(text) });
};

/** The questions of the second set. */
export const QUESTION_SET: readonly BenchQuestion[] = ASKED_DOCUMENTS.flatMap(({ id, questions: question }) =>
  question.map(([question, answer]) => ({ question, fileId: id, answer })),
);

export interface RetrievalQuality {
  /** Share of questions whose answer is among the first five. */
  readonly recall: number;
  /** Mean of 1 / place of the answer. */
  readonly mrr: number;
}

/** How well one way of finding answers the questions. */
export const measure = async (
  retrievalIndex: RetrievalIndex,
  questions: readonly BenchQuestion[],
  find: (question: string) => Promise<readonly Pick<Hit, 'fileId' | 'ordinal'>[]>,
): Promise<RetrievalQuality> => {
  let [within, places] = [0, 0];
  for (const question of questions) {
    const place = await retrievalIndex.rankOfAnswer(question, await find(question.question));
    if (place <= 5) within += 1;
    places += 1 / place;
  }
  return { recall: within / questions.length, mrr: places / questions.length };
};
