import {
  type Collection,
  type EmbeddingResult,
  EmbeddingModels,
  Reranker,
  TextEmbedder,
} from '../../../domain/retrieval/ports.ts';
import type { ModelHost } from './model-host.ts';

/** Vectors of meaning, by a model on this machine. */
class SentenceEmbedder extends TextEmbedder {
  readonly comparesMeaning = true;
  readonly model: string;
  readonly collection: Collection;

  constructor(
    private readonly host: ModelHost,
    dimensions: number,
  ) {
    super();
    this.model = host.name;
    this.collection = { version: `sentence/${host.name}@${dimensions}`, dimensions };
  }

  async embed(texts: readonly string[], kind: 'document' | 'query', signal: AbortSignal): Promise<EmbeddingResult> {
    const prefix = this.host.source.model.prefixes[kind];
    const vectors = await this.host.run(
      texts.map((text) => ({ text: `${prefix}${text}` })),
      kind === 'query',
      signal,
    );
    return { vectors, usage: null };
  }
}

/** The local vectors, or those of the sentence model while it answers. */
export class SentenceEmbeddingModels extends EmbeddingModels {
  private embedder: SentenceEmbedder | undefined;

  constructor(
    private readonly host: ModelHost,
    private readonly local: EmbeddingModels,
  ) {
    super();
  }

  get current(): TextEmbedder {
    return this.sentence() ?? this.local.current;
  }

  override get target(): string | undefined {
    if (this.sentence()) return this.current.collection.version;
    return this.host.isGivenUp ? this.local.current.collection.version : undefined;
  }

  find(version: string): TextEmbedder | undefined {
    const sentence = this.sentence();
    return sentence?.collection.version === version ? sentence : this.local.find(version);
  }

  private sentence(): SentenceEmbedder | undefined {
    const { width } = this.host;
    if (width === undefined) return undefined;
    if (this.embedder?.collection.dimensions !== width) this.embedder = new SentenceEmbedder(this.host, width);
    return this.embedder;
  }
}

/** An answer waits no longer for its passages to be put in order. */
const SCORE_TIMEOUT_MS = 8000;

/** A cross-encoder on this machine. */
export class CrossEncoder extends Reranker {
  constructor(private readonly host: ModelHost) {
    super();
  }

  async score(question: string, texts: readonly string[], signal: AbortSignal): Promise<readonly number[] | undefined> {
    signal.throwIfAborted();
    if (this.host.width === undefined) return undefined;
    const rows = await this.host.run(
      texts.map((text) => ({ text: question, pair: text })),
      true,
      AbortSignal.any([signal, AbortSignal.timeout(SCORE_TIMEOUT_MS)]),
    );
    return rows.map(([score = 0]) => score);
  }
}
