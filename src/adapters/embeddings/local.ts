import { setImmediate as others } from 'node:timers/promises';
import { z } from 'zod';

import { type Collection, type EmbeddingResult, EmbeddingModels, TextEmbedder } from '../../domain/retrieval/ports.ts';
import { hashWords } from './hashed-words.ts';
import { embeddingProvider } from './provider.ts';
import { SentenceEmbeddingModels } from './sentence/sentence-models.ts';

const DIMENSIONS = 512;
/** Texts per slice, so that others may run in between. */
const YIELD_EVERY = 8;

/** Needs no service and costs nothing; matches words and their forms, not meanings. */
class LocalEmbeddings extends TextEmbedder {
  readonly comparesMeaning = false;
  readonly model = 'hashed-words-1';
  readonly collection: Collection = { version: `local/${this.model}@${DIMENSIONS}`, dimensions: DIMENSIONS };

  async embed(texts: readonly string[], _kind: 'document' | 'query', signal: AbortSignal): Promise<EmbeddingResult> {
    const vectors: Float32Array[] = [];
    for (const [at, text] of texts.entries()) {
      if (at % YIELD_EVERY === YIELD_EVERY - 1) await others();
      signal.throwIfAborted();
      vectors.push(hashWords(text, DIMENSIONS));
    }
    return { vectors, usage: null };
  }
}

/** The one local model. It is available on every server, whatever provider is active. */
export class LocalEmbeddingModels extends EmbeddingModels {
  readonly current: TextEmbedder = new LocalEmbeddings();

  find(version: string): TextEmbedder | undefined {
    return version === this.current.collection.version ? this.current : undefined;
  }
}

export const local = embeddingProvider({
  id: 'local',
  label: 'local (words and their forms, or a sentence model)',
  settings: z.object({}),
  connect: (_, { sentenceModel }) => new SentenceEmbeddingModels(sentenceModel, new LocalEmbeddingModels()),
});
