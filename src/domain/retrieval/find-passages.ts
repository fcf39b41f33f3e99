import type { Ledger } from '../chat/models/ports.ts';
import { createYield } from '../kernel/create-yield.ts';
import type { Clock } from '../kernel/ports.ts';
import { chunkKey, type StoredChunk } from './chunk.ts';
import { embedMetered } from './embed-metered.ts';
import { findChunks } from './find-chunks.ts';
import { fuseRanks, type RankedLists } from './fuse-ranks.ts';
import { withoutNearDuplicates } from './near-duplicates.ts';
import type {
  ChunkRepository,
  Collection,
  EmbeddingJobs,
  EmbeddingModels,
  Hit,
  SearchScope,
  SecondLookMethod,
  TextEmbedder,
  VectorStore,
  Wording,
} from './ports.ts';
import type { RewordingInput, RewordQuestion } from './reword-question.ts';
import { searchParsedChunks } from './search-parsed-chunks.ts';
import type { Candidate, SecondLook } from './second-look.ts';
import { firstWordings, type WeightedWording } from './wordings.ts';

/** Candidates of each list: as many as are asked for, and at least these for the second look. */
const MIN_CANDIDATES = 50;

export interface PassageQuery {
  /** The account that asks and pays. */
  readonly askerId: string;
  readonly text: string;
  /** Earlier questions of the conversation, newest first. */
  readonly previous: readonly string[];
  /** The most candidates that are wanted. */
  readonly limit: number;
  /** Of files without an index, which are searched by words alone. */
  readonly parsed?: readonly StoredChunk[];
  /** For the calls of a model that help to search. Undefined: none is made. */
  readonly helper?: Omit<RewordingInput, 'text' | 'previous' | 'parsed'> | undefined;
}

/** A candidate with its place after the second look, from 1. */
export interface RankedPassage extends Candidate {
  readonly finalRank: number;
}

export interface PassageSearchResult {
  /** Best first, without near-duplicates. */
  readonly considered: readonly RankedPassage[];
  /** Vector search was used. */
  readonly vectors: boolean;
  /** What was searched for. */
  readonly wordings: readonly Wording[];
  /** Null: nothing was searched for. */
  readonly secondLook: SecondLookMethod | null;
}

const NOTHING_FOUND: PassageSearchResult = { considered: [], vectors: false, wordings: [], secondLook: null };

export interface FindPassagesDeps {
  readonly chunks: ChunkRepository;
  readonly vectors: VectorStore;
  readonly jobs: EmbeddingJobs;
  readonly models: EmbeddingModels;
  readonly rewordQuestion: RewordQuestion;
  readonly secondLook: SecondLook;
  readonly ledger: Ledger;
  readonly clock: Clock;
  /** After a failed vector search the keyword results are used. */
  readonly failed: (what: string, error: unknown) => void;
}

/** What all wordings of one search found, in their order; no vector list where no vector search succeeded. */
interface LookUp {
  readonly wordings: readonly WeightedWording[];
  readonly lists: readonly RankedLists[];
  readonly vectors: boolean;
}

interface SearchPlace {
  readonly scopes: readonly SearchScope[];
  readonly askerId: string;
}

interface SearchedCollection extends Collection {
  readonly scopes: readonly SearchScope[];
}

/** One list per text. */
interface FoundByModel {
  readonly model: TextEmbedder;
  readonly lists: readonly (readonly Hit[])[];
}

const NO_LOOK_UP: LookUp = { wordings: [], lists: [], vectors: false };

/**
 * Hybrid search: each wording of the question by keywords, and in embedded files by vectors, all lists in one ranking,
 * and a second look at the best.
 */
export class FindPassages {
  constructor(private readonly deps: FindPassagesDeps) {}

  async execute(all: readonly SearchScope[], query: PassageQuery, signal: AbortSignal): Promise<PassageSearchResult> {
    const { parsed = [] } = query;
    const scopes = all.filter(({ fileIds }) => fileIds.length > 0);
    if (scopes.length + parsed.length === 0) return NOTHING_FOUND;
    const perList = Math.max(MIN_CANDIDATES, query.limit);
    const [first, more] = await Promise.all([
      this.lookUp({ scopes, askerId: query.askerId }, firstWordings(query.text, query.previous), perList, signal),
      this.lookUpReworded(scopes, query, perList, signal),
    ]);
    const wordings = [...first.wordings, ...more.wordings];
    const found = await this.searchParsed(parsed, wordings, perList);
    const lists = [...first.lists, ...more.lists].map((ofWording, at) => ({
      ...ofWording,
      keyword: [...ofWording.keyword, found[at] ?? []],
    }));
    const candidates = await this.findCandidates(scopes, lists, found.flat(), perList);
    const input = { wordings, candidates, requester: query.helper?.requester };
    const { candidates: ordered, by } = await this.deps.secondLook.execute(input, signal);
    return {
      considered: withoutNearDuplicates(ordered)
        .slice(0, query.limit)
        .map((candidate, at) => ({ ...candidate, finalRank: at + 1 })),
      vectors: first.vectors || more.vectors,
      wordings: wordings.map(({ kind, text }) => ({ kind, text })),
      secondLook: by,
    };
  }

  private searchParsed(
    parsed: readonly StoredChunk[],
    wordings: readonly WeightedWording[],
    limit: number,
  ): Promise<(readonly StoredChunk[])[]> {
    const texts = wordings.map(({ text }) => text);
    return searchParsedChunks(parsed, texts, limit, createYield(this.deps.clock));
  }

  private async findCandidates(
    scopes: readonly SearchScope[],
    lists: readonly RankedLists[],
    parsed: readonly StoredChunk[],
    limit: number,
  ): Promise<Candidate[]> {
    const fused = fuseRanks(lists).slice(0, 2 * limit);
    const chunks = [...parsed, ...(await findChunks(this.deps.chunks, scopes, fused))];
    const chunksByKey = new Map(chunks.map((chunk) => [chunkKey(chunk), chunk]));
    return fused.flatMap((each) => {
      const chunk = chunksByKey.get(chunkKey(each)); // a vector may outlive its chunk briefly
      return chunk ? [{ ...each, chunk }] : [];
    });
  }

  /** By the wordings of a model, while the question itself is looked up. */
  private async lookUpReworded(
    scopes: readonly SearchScope[],
    { helper, ...query }: PassageQuery,
    limit: number,
    signal: AbortSignal,
  ): Promise<LookUp> {
    const wordings = helper ? await this.deps.rewordQuestion.execute(scopes, { ...helper, ...query }, signal) : [];
    const place = { scopes, askerId: query.askerId };
    return wordings.length === 0 ? NO_LOOK_UP : this.lookUp(place, wordings, limit, signal);
  }

  /** Each owner's files by themselves: no search goes beyond one owner. */
  private async lookUp(
    place: SearchPlace,
    wordings: readonly WeightedWording[],
    limit: number,
    signal: AbortSignal,
  ): Promise<LookUp> {
    const texts = wordings.map(({ text }) => text);
    const { chunks } = this.deps;
    const [keyword, vectors] = await Promise.all([
      Promise.all(texts.map((text) => Promise.all(place.scopes.map((scope) => chunks.search(scope, text, limit))))),
      this.searchVectors(place, texts, limit, signal),
    ]);
    const lists = wordings.map(({ weight }, at) => ({
      weight,
      keyword: keyword[at] ?? [],
      vectors: vectors.map(({ lists: ofModel }) => ofModel[at] ?? []),
      meaning: vectors.filter(({ model }) => model.comparesMeaning).map(({ lists: ofModel }) => ofModel[at] ?? []),
    }));
    return { wordings, lists, vectors: vectors.length > 0 };
  }

  /** Of each embedding model that has vectors of the files and answered. */
  private async searchVectors(
    { scopes, askerId }: SearchPlace,
    texts: readonly string[],
    limit: number,
    signal: AbortSignal,
  ): Promise<FoundByModel[]> {
    const found = await Promise.all(
      (await this.listCollections(scopes)).map(async (collection) => {
        try {
          return await this.searchCollection(collection, { askerId, texts, limit }, signal);
        } catch (error) {
          signal.throwIfAborted();
          this.deps.failed('searching by vectors', error);
          return undefined;
        }
      }),
    );
    return found.filter((ofModel) => ofModel !== undefined);
  }

  /** Each with the scopes that have vectors of it. */
  private async listCollections(scopes: readonly SearchScope[]): Promise<readonly SearchedCollection[]> {
    const byVersion = new Map<string, SearchedCollection>();
    for (const scope of scopes) {
      for (const collection of await this.deps.jobs.listCollections(scope)) {
        const others = byVersion.get(collection.version)?.scopes ?? [];
        byVersion.set(collection.version, { ...collection, scopes: [...others, scope] });
      }
    }
    return [...byVersion.values()];
  }

  /** Undefined: the collection's model is not available. */
  private async searchCollection(
    { scopes, ...collection }: SearchedCollection,
    query: { readonly askerId: string; readonly texts: readonly string[]; readonly limit: number },
    signal: AbortSignal,
  ): Promise<FoundByModel | undefined> {
    const { models, ledger, vectors: store } = this.deps;
    const { askerId, texts, limit } = query;
    const { current } = models;
    const model = current.collection.version === collection.version ? current : models.find(collection.version);
    if (!model) return undefined;
    const vectors = await embedMetered({ ledger, ownerId: askerId }, model, texts, 'query', signal);
    const byOwner = await Promise.all(scopes.map((scope) => store.search(collection, scope, { vectors, limit })));
    return {
      model,
      lists: vectors.map((_, at) =>
        nearest(
          byOwner.flatMap((lists) => lists[at] ?? []),
          limit,
        ),
      ),
    };
  }
}

/** Similarities of one model are comparable, whoever owns the files. */
const nearest = (hits: readonly Hit[], limit: number): readonly Hit[] =>
  hits.toSorted((a, b) => b.score - a.score).slice(0, limit);
